"""``python -m pi_native`` is the console script."""

from pi_native.cli import main

if __name__ == "__main__":
    main()
