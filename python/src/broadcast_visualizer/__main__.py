"""`python -m broadcast_visualizer program.py`."""

import sys

if __name__ == "__main__":
    # The folder in which the command is given can have modules that are named as those of the standard library.
    if not sys.flags.safe_path:
        del sys.path[0]
    from .terminal import main

    main()
