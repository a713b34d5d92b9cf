"""Records what NumPy and PyTorch do with whole programs.

    pip install numpy==2.4.6 torch==2.15.0
    python tests/vectors/make_programs.py < PROGRAMS.jsonl > RECORDED.jsonl

Each line of the input is a JSON object with `id`, `library` and `text`. Each line of the output has, in addition, the
shapes of the module's variables (`names`), the operations in which two or more tensors meet (`operations`) and the first
exception (`error`). Where other random values give something else, `data_dependent` is true; where an operation may be
missing, `incomplete` is true.

Each program runs three times: twice as it is, with other random values, and once with each operation as a call of
`Recorder`, which notes the operands.
"""

import ast
import json
import operator
import os
import signal
import sys
import traceback
import warnings

import numpy as np
import torch

# The time that a program may take, in seconds.
SECONDS = 20

BINARY = {
    ast.Add: ("add", operator.add, operator.iadd),
    ast.Sub: ("sub", operator.sub, operator.isub),
    ast.Mult: ("mul", operator.mul, operator.imul),
    ast.Div: ("div", operator.truediv, operator.itruediv),
    ast.FloorDiv: ("floordiv", operator.floordiv, operator.ifloordiv),
    ast.Mod: ("mod", operator.mod, operator.imod),
    ast.Pow: ("pow", operator.pow, operator.ipow),
    ast.MatMult: ("matmul", operator.matmul, operator.imatmul),
    ast.BitAnd: ("and", operator.and_, operator.iand),
    ast.BitOr: ("or", operator.or_, operator.ior),
    ast.BitXor: ("xor", operator.xor, operator.ixor),
    ast.LShift: ("lshift", operator.lshift, operator.ilshift),
    ast.RShift: ("rshift", operator.rshift, operator.irshift),
}
COMPARE = {
    ast.Eq: ("eq", operator.eq),
    ast.NotEq: ("ne", operator.ne),
    ast.Lt: ("lt", operator.lt),
    ast.LtE: ("le", operator.le),
    ast.Gt: ("gt", operator.gt),
    ast.GtE: ("ge", operator.ge),
}
# The functions in which tensors meet, with the name in the record where it is another one.
SAME = (
    "add sub mul div pow matmul maximum minimum where clamp lerp masked_fill outer dot einsum tensordot bmm mm mv baddbmm addmm "
    "addmv addbmm addcmul addcdiv cdist mse_loss l1_loss smooth_l1_loss huber_loss binary_cross_entropy "
    "binary_cross_entropy_with_logits logaddexp logaddexp2 logical_and logical_or logical_xor atan2 arctan2 hypot fmod fmax fmin "
    "copysign eq ne lt le gt ge broadcast_arrays broadcast_tensors expand_as inner vdot kron isclose allclose cosine_similarity "
    "pairwise_distance float_power xlogy nextafter heaviside clip gcd lcm cross linear"
).split()
OPERATIONS = {name: name for name in SAME} | {
    "subtract": "sub", "multiply": "mul", "divide": "div", "true_divide": "div", "power": "pow", "remainder": "mod", "mod": "mod",
    "floor_divide": "floordiv", "equal": "eq", "not_equal": "ne", "greater": "gt", "greater_equal": "ge", "less": "lt",
    "less_equal": "le", "bitwise_and": "and", "bitwise_or": "or", "bitwise_xor": "xor",
}
# Calls of two or more tensors in which they do not meet.
OTHER = set(
    "stack cat concatenate vstack hstack dstack column_stack row_stack meshgrid ix_ embedding conv1d conv2d type_as view_as "
    "reshape_as array_equal equal gather scatter scatter_ scatter_add scatter_add_ index_select index_add_ index_add take "
    "take_along_axis cross_entropy nll_loss layer_norm batch_norm print append list tuple zip len isinstance str array asarray "
    "tensor sum concat hsplit searchsorted digitize bincount histogram interp convolve correlate solve lstsq polyfit polyval "
    "repeat_interleave repeat masked_select nonzero argwhere unique bucketize one_hot shape max min choice normal block_diag "
    "cartesian_prod backward grad multi_head_attention_forward scaled_dot_product_attention ravel_multi_index put "
    "put_along_axis lexsort randint uniform sorted sort".split()
)


def is_tensor(value):
    return isinstance(value, (np.ndarray, torch.Tensor))


def shape(value):
    if isinstance(value, (tuple, list)):
        return [shape(item) for item in value]
    return None if isinstance(value, bool) else list(np.shape(value) if not isinstance(value, torch.Tensor) else value.shape)


class Recorder:
    """Does the operations of a program and notes those of two or more tensors."""

    def __init__(self):
        self.operations = []
        self.incomplete = False

    def note(self, name, line, operands, result, in_place=False):
        if any(is_tensor(operand) for operand in operands):
            has_torch = any(isinstance(operand, torch.Tensor) for operand in operands)
            operands = [o for o in operands if is_tensor(o) or (isinstance(o, (list, tuple)) and not has_torch)]
            if len(operands) > 1:
                shapes = [list(np.shape(o)) if not isinstance(o, torch.Tensor) else list(o.shape) for o in operands]
                self.operations.append({"line": line, "name": name, "operands": shapes, "result": shape(result)})

    def binary(self, name, function, line, left, right):
        # The shapes are taken before, since an operation may change its operand.
        result = function(left, right)
        self.note(name, line, [left, right], result)
        return result

    def item(self, name, function, line, container, index, value):
        before = container[index]
        result = function(before, value)
        self.note(name, line, [before, value], result, True)
        container[index] = result

    def store(self, line, value, container, index):
        if is_tensor(container) and is_tensor(value):
            part = container[index]
            container[index] = value
            self.note("setitem", line, [np.empty(part.shape) if isinstance(part, np.generic) else part, value], part)
        elif isinstance(container, np.ndarray) and isinstance(value, (list, tuple)):
            self.incomplete = True
            container[index] = value
        else:
            container[index] = value

    def call(self, line, function, *positional, **keywords):
        if function is sum and not keywords:
            # The built-in function adds with the operator.
            items, total = positional[0], positional[1] if len(positional) > 1 else 0
            for item in items:
                total = self.binary("add", operator.add, line, total, item)
            return total
        result = function(*positional, **keywords)
        owner = getattr(function, "__self__", None)
        name = getattr(function, "__name__", "")
        given = ([owner] if is_tensor(owner) else []) + list(positional)
        if isinstance(owner, np.ufunc) and name == "outer":
            self.note(OPERATIONS.get(owner.__name__, owner.__name__) + ".outer", line, list(positional), result)
            return result
        if isinstance(function, np.ufunc):
            given = given[: function.nin]
        given += [value for key, value in keywords.items() if key != "out"]
        flat = [value for item in given for value in (item if isinstance(item, (list, tuple)) else [item])]
        if sum(map(is_tensor, flat)) < 2 and not (sum(map(is_tensor, flat)) and any(isinstance(i, (list, tuple)) for i in given)):
            return result
        in_place = name.endswith("_") and not name.endswith("__")
        plain = name.rstrip("_") if in_place else name
        module = getattr(function, "__module__", "") or ""
        if isinstance(function, torch.nn.Module) or module == "__main__" or isinstance(function, type):
            # A loss is an operation of the program; what other modules do inside is none.
            self.incomplete |= type(function).__name__.endswith("Loss")
        elif plain in ("max", "min") and isinstance(owner, torch.Tensor) or function in (torch.max, torch.min):
            self.incomplete = True
        elif plain == "equal" and not isinstance(function, np.ufunc):
            # Whether all elements are equal is no operation element by element.
            pass
        elif plain in OPERATIONS:
            named = {"einsum": flat, "broadcast_arrays": flat, "broadcast_tensors": flat, "tensordot": given[:2]}.get(plain, given)
            self.note(OPERATIONS[plain], line, named, result)
            if isinstance(result, (list, tuple)) and self.operations and plain not in ("broadcast_arrays", "broadcast_tensors"):
                self.incomplete = True
        elif name not in OTHER:
            self.incomplete |= sum(map(is_tensor, flat)) > 1
        return result


class Instrument(ast.NodeTransformer):
    """Makes a call of the recorder of each operation."""

    def to(self, method, node, *arguments):
        function = ast.Attribute(ast.Name("_recorder_", ast.Load()), method, ast.Load())
        return ast.copy_location(ast.Call(function, list(arguments), []), node)

    def entry(self, table, operator_node, column):
        index = ast.Name("_binary_" if table is BINARY else "_compare_", ast.Load())
        entry = ast.Subscript(index, ast.Constant(type(operator_node).__name__), ast.Load())
        return ast.Subscript(entry, ast.Constant(column), ast.Load())

    def visit_BinOp(self, node):
        line = ast.Constant(node.lineno)
        self.generic_visit(node)
        return self.to("binary", node, self.entry(BINARY, node.op, 0), self.entry(BINARY, node.op, 1), line, node.left, node.right)

    def visit_Compare(self, node):
        self.generic_visit(node)
        if len(node.ops) != 1 or type(node.ops[0]) not in COMPARE:
            return node
        names = self.entry(COMPARE, node.ops[0], 0), self.entry(COMPARE, node.ops[0], 1)
        return self.to("binary", node, *names, ast.Constant(node.lineno), node.left, node.comparators[0])

    def visit_AugAssign(self, node):
        self.generic_visit(node)
        names = self.entry(BINARY, node.op, 0), self.entry(BINARY, node.op, 2)
        line = ast.Constant(node.lineno)
        if isinstance(node.target, ast.Subscript):
            index = self.index(node.target.slice)
            return ast.copy_location(ast.Expr(self.to("item", node, *names, line, node.target.value, index, node.value)), node)
        load = ast.parse(ast.unparse(node.target), mode="eval").body
        value = self.to("binary", node, *names, line, load, node.value)
        return ast.copy_location(ast.Assign([node.target], value), node)

    def visit_Assign(self, node):
        self.generic_visit(node)
        if len(node.targets) == 1 and isinstance(node.targets[0], ast.Subscript):
            target = node.targets[0]
            # Python evaluates the value before the target.
            lines = ast.Constant(node.lineno), node.value, target.value, self.index(target.slice)
            return ast.copy_location(ast.Expr(self.to("store", node, *lines)), node)
        return node

    def index(self, node):
        """An index as an expression of its own."""
        parts = node.elts if isinstance(node, ast.Tuple) else [node]
        made = []
        for part in parts:
            if isinstance(part, ast.Slice):
                bounds = [bound or ast.Constant(None) for bound in (part.lower, part.upper, part.step)]
                part = ast.Call(ast.Name("slice", ast.Load()), bounds, [])
            made.append(part)
        return ast.Tuple(made, ast.Load()) if isinstance(node, ast.Tuple) else made[0]

    def visit_Call(self, node):
        line = node.lineno
        self.generic_visit(node)
        if isinstance(node.func, ast.Name) and node.func.id in ("super", "print", "locals", "globals"):
            return node
        function = ast.Attribute(ast.Name("_recorder_", ast.Load()), "call", ast.Load())
        call = ast.Call(function, [ast.Constant(line), node.func, *node.args], node.keywords)
        return ast.copy_location(call, node)


def run(text, seed, recorder=None):
    """The variables and the exception of a program."""
    np.random.seed(seed)
    torch.manual_seed(seed)
    tree = ast.parse(text, "<program>")
    variables = {"__name__": "__main__"}
    if recorder:
        tree = ast.fix_missing_locations(Instrument().visit(tree))
        variables["_recorder_"] = recorder
        variables["_binary_"] = {key.__name__: entry for key, entry in BINARY.items()}
        variables["_compare_"] = {key.__name__: entry for key, entry in COMPARE.items()}
    code = compile(tree, "<program>", "exec")
    error = None
    try:
        exec(code, variables)
    except TimeoutError:
        raise
    except BaseException as exception:  # noqa: BLE001
        lines = [frame.lineno for frame in traceback.extract_tb(exception.__traceback__) if frame.filename == "<program>"]
        message = (str(exception).splitlines() or [""])[0].rstrip()
        error = {"line": lines[-1] if lines else 0, "type": type(exception).__name__, "message": message}
    names = {}
    for name, value in variables.items():
        if is_tensor(value) and not name.startswith("__"):
            names[name] = {"shape": list(value.shape), "dtype": str(value.dtype)}
    return {"names": names} | ({"error": error} if error else {})


def record(program):
    """The program with what the libraries do."""
    first = run(program["text"], 1)
    recorder = Recorder()
    instrumented = run(program["text"], 1, recorder)
    made = dict(program) | {"names": first["names"], "operations": recorder.operations}
    made |= {"error": first["error"]} if "error" in first else {}
    if first != run(program["text"], 2):
        made["data_dependent"] = True
    if first != instrumented or recorder.incomplete:
        made["incomplete"] = True
    return made


def too_long(*_):
    raise TimeoutError


def prepared():
    """Where the records are written. What the programs print is not wanted; an alarm is a TimeoutError."""
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    signal.signal(signal.SIGALRM, too_long)
    output = os.fdopen(os.dup(1), "w")
    os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
    return output


def main():
    output = prepared()
    for line in sys.stdin:
        signal.alarm(SECONDS)
        try:
            made = record(json.loads(line))
        except (SyntaxError, TimeoutError):
            continue
        finally:
            signal.alarm(0)
        print(json.dumps(made), file=output)


if __name__ == "__main__":
    main()
