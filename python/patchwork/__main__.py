"""`python -m patchwork` is `patchwork-cli`."""

from patchwork.cli import main

if __name__ == "__main__":
    main()
