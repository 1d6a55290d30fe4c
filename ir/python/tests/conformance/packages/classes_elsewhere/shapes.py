from dataclasses import dataclass

SHIFT = 0.25


@dataclass(frozen=True)
class Box:
    scale: object

    def scaled(self, t):
        return t * self.scale * FACTOR


FACTOR = 2
UNIT = Box(1)
