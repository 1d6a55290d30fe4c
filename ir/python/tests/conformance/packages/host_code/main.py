"""Host code around kernels: classes, launches, autotuning, decorators, loops, things that only run there."""
# launch: kernel [{"t":"float32", "shape":[512]}, {"t":"float32", "shape":[512]}, {"i":7}, {"i":16}]
import argparse
import functools
import os
from collections import defaultdict

import cuda.tile as ct
import torch

DEVICE = torch.cuda.current_device() if torch.cuda.is_available() else None
CACHE = defaultdict(list)
PROPERTIES = torch.cuda.get_device_properties(DEVICE) if DEVICE is not None else None
logger = os.environ.get("LOG", "quiet")
for name in ("a", "b"):
    CACHE[name].append(len(name))
with open(os.devnull) as stream:
    lines = stream.readlines()


def register(name):
    def wrap(f):
        CACHE[name].append(f)
        return f
    return wrap


class Function(torch.autograd.Function):
    kernel_name = "kernel"

    @staticmethod
    def forward(ctx, x, *, scale=1.0, **kwargs):
        y = torch.empty_like(x)
        grid = (ct.cdiv(x.numel(), 16), 1, 1)
        ct.launch(torch.cuda.current_stream(), grid, kernel, (x, y, 7, 16))
        return y


SCALE = 2


@ct.kernel
def kernel(x, y, n, N: ct.Constant[int]):
    ct.store(y, (0,), ct.load(x, (0,), (N,)) * SCALE)


@register("main")
@functools.lru_cache(maxsize=None)
def best(n):
    try:
        configs = [(w, s) for w in (16, 32) for s in (1, 2)]
        return max(configs, key=lambda c: c[0] * c[1])
    except (ValueError, TypeError) as error:
        raise RuntimeError("none") from error
    finally:
        del configs


async def serve():
    async with best(3) as b:
        yield await b


if __name__ == "__main__":
    SCALE = 3
    parser = argparse.ArgumentParser()
    print(best(parser.parse_args().n))
