"""Makes the example records again: `python tests/records/make.py`, with NumPy and PyTorch."""

import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).parent

for program in FOLDER.glob("*.py"):
    if program.name != "make.py":
        command = [sys.executable, "-m", "broadcast_visualizer", "-o", f"{program.stem}.json", program.name]
        subprocess.run(command, cwd=FOLDER, check=False)
