from . import below
