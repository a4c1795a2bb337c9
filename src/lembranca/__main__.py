"""`lembranca` and `python -m lembranca`."""

from lembranca.bootstrap.main import main

if __name__ == "__main__":
    main()
