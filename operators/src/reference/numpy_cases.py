"""Cases for the tests of the reference functions, computed by NumPy: prints numpy_cases.json.

Run it with the project's Python after changing it: python numpy_cases.py > numpy_cases.json
"""

import json

import numpy as np

random = np.random.default_rng(7)


def normal(*shape):
    return np.round(random.standard_normal(shape), 6)


def tensor(name, value, output=False):
    return {"name": name, "shape": list(value.shape), "data": value.ravel().tolist(), "output": output}


def case(function, *arguments):
    return {"function": function, "arguments": list(arguments)}


def cases():
    a, b = normal(5), normal(5)
    yield case("vector_add", tensor("a", a), tensor("b", b), tensor("out", a + b, True))

    both = normal(3, 8)
    gate, up = np.split(both, 2, axis=1)
    activated = gate * (1 / (1 + np.exp(-gate))) * up
    yield case("silu_and_mul", tensor("gate_up", both), tensor("out", activated, True))

    x = normal(9) * 3
    by_tanh = 0.5 * x * (1 + np.tanh(np.sqrt(2 / np.pi) * (x + 0.044715 * x**3)))
    yield case("gelu", tensor("x", x), tensor("y", by_tanh, True), {"name": "LOGISTIC", "bool": False})
    by_logistic = x / (1 + np.exp(-1.702 * x))
    yield case("gelu", tensor("x", x), tensor("y", by_logistic, True), {"name": "LOGISTIC", "bool": True})

    x = normal(4, 7) * 5
    weights = np.exp(x - x.max(axis=1, keepdims=True))
    yield case("softmax", tensor("x", x), tensor("out", weights / weights.sum(axis=1, keepdims=True), True))

    x, weight, eps = normal(3, 6), normal(6), 0.25
    normalised = x / np.sqrt((x * x).mean(axis=1, keepdims=True) + eps) * weight
    arguments = tensor("x", x), tensor("weight", weight), tensor("out", normalised, True)
    yield case("rms_norm", *arguments, {"name": "eps", "float": eps})

    x, angle = normal(2, 3, 2, 8), normal(3, 4)
    cos, sin = np.cos(angle), np.sin(angle)
    wide = (1, 3, 1, 4)
    first, second = x[..., :4], x[..., 4:]
    low = first * cos.reshape(wide) - second * sin.reshape(wide)
    high = second * cos.reshape(wide) + first * sin.reshape(wide)
    rotated = np.concatenate([low, high], axis=-1)
    arguments = tensor("x", x), tensor("cos", cos), tensor("sin", sin), tensor("out", rotated, True)
    yield case("rotary_embedding", *arguments)

    A, B = normal(3, 5), normal(5, 4)
    yield case("matmul", tensor("A", A), tensor("B", B), tensor("C", A @ B, True))
    A, B = normal(2, 3, 5), normal(2, 5, 4)
    yield case("matmul", tensor("A", A), tensor("B", B), tensor("C", A @ B, True))


print(json.dumps(list(cases()), indent=1))
