"""Where a site keeps what must outlive a request: names given to others, figures of the day, and
the secret of forms.
"""

import os
import secrets

from brat_iaa.errors import ConfigError
from brat_iaa.store.daily_figures import KeptFigures
from brat_iaa.store.database import Database
from brat_iaa.store.paths import database_path
from brat_iaa.store.pseudonyms import Pseudonyms

SECRET = "forms.secret"
_LENGTH = 32


def keeping(data_dir, state_dir):
    """({"names", "figures"} for Views, secret)

    data_dir   brat's data directory
    state_dir  our own directory; None: the user's, see store.paths
    Raises ConfigError if it cannot be used.
    """
    path = database_path(data_dir, state_dir)
    database = Database(path)
    return {"names": Pseudonyms(database), "figures": KeptFigures(database)}, _secret(
        path.with_name(SECRET)
    )


def _secret(path):
    """What is in the file; the first process makes it, all others read it."""
    mine = path.with_name(f"{SECRET}.{secrets.token_hex(8)}")
    try:
        if not path.exists():
            with open(os.open(mine, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(secrets.token_bytes(_LENGTH))
            try:
                # Not rename: it would replace what another process has just made.
                os.link(mine, path)
            except FileExistsError:
                pass  # the other's is as good
            finally:
                os.unlink(mine)
        secret = path.read_bytes()
    except OSError as error:
        raise ConfigError(
            f"{path}: cannot be used: {(error.strerror or str(error)).lower()}."
        ) from None
    if len(secret) < _LENGTH:
        raise ConfigError(f"{path}: is too short to be a secret. Remove it; a new one is made.")
    return secret
