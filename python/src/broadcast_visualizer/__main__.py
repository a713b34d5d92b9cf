"""`python -m broadcast_visualizer program.py`."""

from .terminal import main

if __name__ == "__main__":
    main()
