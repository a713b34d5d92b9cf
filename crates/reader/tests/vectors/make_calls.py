"""Writes programs that call each function that the reader knows, with many forms of its arguments.

    python crates/reader/tests/vectors/make_calls.py | python crates/reader/tests/vectors/make_programs.py > RECORDED.jsonl

(make_programs.py says what must be installed.) The functions and their parameters are read from the tables of
`src`, so a function that is added there is called too. The arguments are chosen by the names of the
parameters, with a fixed seed. What a call returns is used afterwards, so that its elements and their type become shapes.
Of the calls of one table row that end alike, few are kept.

`calls.jsonl.gz` has some 4,000 programs whose record is neither `data_dependent` nor `incomplete`. 2,900 are of the 19,000 that this
script writes: as many as are needed to reach each place of the reader four times, those of `chosen_programs.txt`, others at random, and
all that were once answered wrongly. Those of other runs, with other seeds, have `second/` or `third/` before their names. Those of
`fns/` call layers, distributions and functions that were added later; those of `covering/` and `varied/` were written for conditions of
the reader that no other program decides.
"""

import json
import pathlib
import random
import re
import signal
import sys
import warnings

import numpy as np
import torch

SIGNATURES = pathlib.Path(__file__).parents[2] / "src" / "signatures"
# So many calls of each name are tried, and so many of a row that end alike are kept.
TRIED, KEPT = 60, 3
SEED = 14

PREAMBLES = {
    "torch": {
        "f": "f = torch.arange(6.).reshape(2, 3) - 2",
        "v": "v = torch.tensor([0.5, -1.0, 2.0])",
        "i": "i = torch.tensor([[2, 0, 1], [1, 1, 0]])",
        "k": "k = torch.tensor([1, 0, 2])",
        "m": "m = torch.tensor([[True, False, True], [False, False, True]])",
        "c": "c = torch.arange(24.).reshape(2, 3, 4)",
        "q": "q = torch.tensor([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]])",
        "s": "s = torch.tensor(1.5)",
        "e": "e = torch.zeros(0, 3)",
        "d": "d = torch.ones(2, 3, dtype=torch.float64)",
        "r": "r = torch.randn(2, 3)",
        "b": "b = torch.randn(2, 3, 4)",
        "w": "w = torch.randn(4, 3, requires_grad=True)",
        "z": "z = torch.ones(2, 3, dtype=torch.complex64)",
    },
    "numpy": {
        "f": "f = np.arange(6.).reshape(2, 3) - 2",
        "v": "v = np.array([0.5, -1.0, 2.0])",
        "i": "i = np.array([[2, 0, 1], [1, 1, 0]])",
        "k": "k = np.array([1, 0, 2])",
        "m": "m = np.array([[True, False, True], [False, False, True]])",
        "c": "c = np.arange(24.).reshape(2, 3, 4)",
        "q": "q = np.array([[4.0, 1.0, 0.0], [1.0, 3.0, 1.0], [0.0, 1.0, 2.0]])",
        "s": "s = np.array(1.5)",
        "e": "e = np.zeros((0, 3))",
        "d": "d = np.ones((2, 3), dtype=np.float32)",
        "r": "r = np.random.randn(2, 3)",
        "b": "b = np.random.randn(2, 3, 4)",
        "w": "w = np.random.randn(4, 3)",
        "z": "z = np.ones((2, 3), dtype=complex)",
    },
}
TENSORS = "f f f v v i k m c c q s e d r b w".split()
ODD_TENSORS = "2 2.5 True [1,2,3] [[1,2,3]] None z 'a'".split()
DTYPES = {
    "torch": "torch.float64 torch.int64 torch.bool torch.float32 torch.int32".split(),
    "numpy": "np.float32 np.int64 bool float int np.int8 'float32'".split(),
}
# Arguments by the names of the parameters: usual ones and, after the bar, odd ones. What is not here is a tensor.
ARGUMENTS = {
    "axis dim": "0 1 -1 -2 0 1 -1 (0,1) (0,-1) None | 2 -3 5 () (0,0) 1.0 [0]",
    "axes dims": "0 1 -1 (0,1) (1,0) (0,) [0] (0,-1) (1,2,0) (0,2,1) | 2 -3 (0,0) (0,5) () None 1.0",
    "dim0 dim1 axis0 axis1 axis2 dim1 dim2 dimension start_dim end_dim source destination start_axis": "0 1 -1 -2 0 1 2 | 3 -3 5 1.0 (0,1)",
    "size shape newshape dimensions": "2 3 6 (2,3) (3,2) (6,) (-1,2) (2,-1) -1 (1,2,3) (3,1,2) (4,2,3) (2,2,3,4) (24,) [3,2] | -2 (-1,-1) (4,2) (2,0) (0,) () 2.0 None (2,-2)",
    "sizes normalized_shape output_size": "(1,2) (3,1) (-1,2) (2,-1) (3,) 3 4 (4,) (3,4) (2,3) (1,-1) 2 | (5,2) () -1 [3] (0,-1)",
    "window window_shape": "2 (2,2) (1,2) 3 | 5 0 -1 (2,2,2)",
    "keepdim keepdims": "True True False | 1 None",
    "training unbiased largest descending stable sorted return_inverse return_counts return_index full_matrices compute_uv rowvar equal_nan "
    "as_tuple sparse requires_grad endpoint retstep density log_target ceil_mode return_indices count_include_pad assume_unique invert "
    "periodic wrap copy hermitian some returned increasing is_causal hard right": "True True False | 1 None",
    "inplace size_average reduce create_graph retain_graph *rest all divide over under invalid precision suppress linewidth a b threshold "
    "negative_slope approximate _stacklevel device layout memory_format names like generator pin_memory subok non_blocking seed training|train "
    "overwrite_input optimize tol check_valid": "",
    "n m N M": "2 3 4 1 0 | -1 2.0 None",
    "k": "0 1 -1 2 1 -2 3 | 4 2.0 None",
    "offset diagonal": "0 1 -1 2 -2 | 4 -5 1.0",
    "index indices": "0 1 -1 2 k k [0,1] (1,2) i i | 5 -4 v m",
    "steps num deg length bins num_classes classes chunks kernel_size parts split_size indices_or_sections split_size_or_sections ndmin "
    "num_samples edge_order num_groups groups": "1 2 3 4 5 (1,2) [1,1] [2,4] | 0 -1 2.0 (2,2) None",
    "stride padding dilation step": "1 2 1 3 | 0 -1 (1,2)",
    "start": "0 1 -1 2 0.5 | 5 None",
    "end stop": "3 5 2.5 -2 0 7 | None",
    "low high": "1 2 5 10 | 0 -1 2.5",
    "decimals minlength correction ddof n ignore_index": "0 1 2 | -1 5 1.0",
    "shifts shift": "1 2 -1 (1,2) [2,1] (1,) 0 | (1,0,2) () 1.0",
    "repeats reps": "1 2 3 (1,2) [2,1] (2,) (1,1,2) [1,2,3] k (2,1,2,1) | 0 -1 1.0 () (1,0,2,1) v",
    "q": "0.5 0.25 [0.25,0.75] v 50 0 1 [[0.5],[0.75]] | 1.5 -1 None",
    "p ord": "2 1 2.0 'fro' 'nuc' np.inf -1 0.5 3 | 'x' None",
    "reduction": "'mean' 'sum' 'none' | 'max' None",
    "indexing": "'ij' 'xy' | 'a'",
    "mode": "'reduced' 'complete' 'constant' 'reflect' 'same' 'full' 'valid' 'edge' | 'r' 'x'",
    "order": "'C' 'F' 'A' | 'K' 'X'",
    "side": "'left' 'right' | 'top'",
    "UPLO": "'L' 'U' | 'X'",
    "casting": "'unsafe' 'safe' 'same_kind' | 'x'",
    "interpolation method": "'linear' 'lower' 'nearest' 'higher' 'midpoint' | 'x'",
    "equation": "'ij->ji' 'ij,ij->' 'ij,kj->ik' 'ijk->ik' 'ij,j' 'ii' 'ij,ij->ij' '...j->...' 'ij->' 'i,j->ij' 'ij,jk->ik' 'ijk,ijk->i' 'ijk,jl->ikl' | 'ij->k' 'ij,' 'i->ii' 'ij->iij' 'i1->i' 'ij,ij->ik'",
    "widths pad pad_width": "(1,1) (0,2) (1,0,2,1) ((0,1),(1,0)) 1 2 | (1,) (1,-1) 2.0",
    "range": "(0,2) (1,3) None | (2,1)",
    "tensors tup arrays": "[f,f] (f,d) [v,v] [c,c] [f] (v,k) [s,s] (f,r) [q,f] (f,m) [m,m] [i,f] (c,b) [v,k,v] [f,e] | [f,v] [] [c,f] f [e,e] [1,2] c",
    "data object": "[1,2,3] [[1.0,2],[3,4]] 3 2.5 f k True m [True,False] (1,2) [2,0.5] c | [] [[1,2],[3]] [f,f] [[]] [v,v] [v,1] None 'a'",
    "fill_value value constant_values initial": "0 1 2.5 -1 True s | v 'a' None",
    "rtol atol eps alpha beta delta margin dx d tau lam momentum label_smoothing base period rcond": "0.5 2 1 1e-3 | -1 None",
    "min max a_min a_max bound": "0 1 2.5 -1 v f s None r | i 'a'",
    "where": "m True | v k",
    "out": "f d v i r | m c 1",
    "ignored": "",
}


def arguments(name, library):
    """What a parameter may get: the usual and the odd."""
    names = [part.lstrip("*") for part in name.split("|")]
    if "dtype" in names:
        return DTYPES[library], ["None", "float" if library == "torch" else "complex", "3"]
    for known, given in ARGUMENTS.items():
        if set(names) & set(known.split()):
            usual, _, odd = given.partition("|")
            return usual.split(), odd.split()
    return TENSORS, ODD_TENSORS


# What stands before a name at a place of the tables, and the library.
PLACES = {
    "torch": ("torch.", "torch"),
    "tensor": (None, "torch"),
    "F": ("F.", "torch"),
    "np": ("np.", "numpy"),
    "array": (None, "numpy"),
}


def rows():
    """The lines of the tables: the rule, the places, the names, the parameters."""
    for path in sorted(SIGNATURES.glob("*.pyi")):
        places = []
        for line in re.sub(r"\n    \s*", " ", path.read_text()).splitlines():
            if line.startswith("["):
                places = [PLACES[word.split(":")[0]] for word in line.strip("[]").split() if word.split(":")[0] in PLACES]
            found = re.fullmatch(r"([^#(]+)\((.*)\) -> (.*)", line)
            for signature in found[2].split("|") if found and places else []:
                words = [word.strip().lstrip("-") for word in signature.split(",") if word.strip() not in ("", "/", "...")]
                parameters = [re.sub(r"(\w+) as (\w+)", r"\2|\1", re.sub(r":.*|=$", "", word)) for word in words]
                names = [name.split(":")[0] for name in found[1].split()]
                yield found[3], places, names, [word for word in parameters if not word.startswith("**")]


def call(rng, prefix, name, parameters, library):
    """One call as text; at most one of its arguments is odd."""
    positional, keywords, receiver = [], [], None
    is_keyword, odd = False, rng.choice([None, None, *range(len(parameters))])
    usual = rng.choice([1, 1, 2, 2, 2, 3, 3, 4])

    def value(at, parameter):
        given, unusual = arguments(parameter, library)
        return rng.choice(unusual if at == odd and unusual else given)

    for at, parameter in enumerate(parameters):
        if parameter == "*":
            is_keyword = True
            continue
        if not arguments(parameter, library)[0] or at >= usual and rng.random() < 0.75:
            is_keyword = True
        elif parameter.startswith("*"):
            positional += [value(at, parameter) for _ in range(rng.choice([0, 1, 1, 1, 2, 2, 3]))] if not is_keyword else []
            is_keyword = True
        elif at == 0 and prefix is None:
            receiver = rng.choice(TENSORS)
        elif is_keyword or at > 0 and rng.random() < 0.3:
            names = parameter.split("|")
            keywords.append(f"{names[-1] if rng.random() < 0.95 else names[0]}={value(at, parameter)}")
            is_keyword = True
        else:
            positional.append(value(at, parameter))
    # The methods of a generator are called on a generator.
    name = name.replace("random.Generator.", "random.default_rng(0).")
    return f"{receiver + '.' if receiver else prefix or 'f.'}{name}({', '.join(positional + keywords)})"


def program(text, library):
    """The program of a call, with what it needs."""
    used = set(re.findall(r"\b[a-z]\b(?!=)", text))
    imports = ["import numpy as np"] if library == "numpy" else ["import torch"]
    if library == "torch" and "F." in text:
        imports.append("import torch.nn.functional as F")
    if library == "torch" and "np." in text:
        imports.append("import numpy as np")
    if "math." in text:
        imports.append("import math")
    return imports + [line for name, line in PREAMBLES[library].items() if name in used] + [f"y = {text}"]


def ending(value, module):
    """The lines that make shapes of a result."""
    types = {"torch": "torch.bool, torch.int64, torch.float32", "np": "bool, np.int64, np.float64"}[module]
    if isinstance(value, (list, tuple)) and value and not isinstance(value[0], (list, tuple)):
        lines, _ = ending(value[-1], module)
        return [f"y = y[{len(value) - 1}]"] + lines, [type(value).__name__, len(value)]
    if isinstance(value, (np.ndarray, np.generic, torch.Tensor)):
        lines = [f"t = {module}.zeros([3 if y.dtype == t else 2 for t in ({types})])"]
        kind = [str(value.dtype), len(value.shape)]
        if value.ndim and 0 < (value.size if module == "np" else value.numel()) <= 24 and "complex" not in kind[0]:
            lines.append(f"p = {module}.zeros([int(8 * e) % 4 + 1 for e in y.reshape(-1).tolist()[-8:]])")
        elif not value.ndim and "complex" not in kind[0]:
            lines.append(f"p = {module}.zeros(int(8 * y.item()) % 7)")
        return lines, kind
    if isinstance(value, (bool, int, float)):
        return [f"p = {module}.zeros(int(8 * y) % 7)"], [type(value).__name__]
    return [], [type(value).__name__]


# Forms of Python itself. Each capital letter is replaced: N by a number, L by a list, tuple, string, range or dictionary, X by a tensor,
# I by an index, A by an operator, C by a comparison.
FORMS = (
    "N A N|N A N|N C N|A N A N|L A N|L A L|N A L|L C L|X A X|X A N|N A X|X C X|X C N|X A L|-X|~X|+X|not X|not N|-L|~N|-N|+N|X[I]|X[I]|X[I]|"
    "X[I, I]|X[I, I]|X[I, I, I]|L[I]|L[I]|X[I][I]|X[..., I]|len(L)|len(X)|len(X[I])|sum(L)|sum(X)|max(L)|min(L)|max(N, N)|min(N, N, N)|max(X)|"
    "sorted(L)|list(L)|tuple(L)|list(range(N, N))|list(range(N, N, N))|len(range(N, N, N))|abs(N)|abs(X)|round(N)|round(N, N)|int(N)|float(N)|"
    "bool(N)|bool(L)|bool(X)|int(X)|float(X)|str(N)|any(L)|all(L)|divmod(N, N)|pow(N, N)|pow(X, N)|isinstance(X, MODULE)|isinstance(N, int)|"
    "isinstance(L, (list, tuple))|[e * N for e in L]|[e for e in L if e]|[i + N for i in range(N)]|list(zip(L, L))|list(enumerate(L))|"
    "[a for a, b in zip(L, L)]|list(map(len, [L, L]))|list(reversed(L))|N if N else N|N if L else N|L or N|N and L|N or L|N is None|L is not None|"
    "N in L|N not in L|L == L|(*L, N)|[*L, *L]|L[::-1]|math.sqrt(N)|math.floor(N)|math.ceil(N)|math.trunc(N)|math.fabs(N)|math.exp(N)|math.log(N)|"
    "math.log2(N)|math.log10(N)|math.sin(N)|math.cos(N)|math.pow(N, N)|math.gcd(N, N)|math.comb(N, N)|math.factorial(N)|math.isqrt(N)|math.pi|"
    "math.prod(L)|math.tanh(N)|math.log(N, N)|L.append(N)|L.pop()|L.copy()|L.extend(L)|L.insert(N, N)|L.reverse()|L.keys()|L.values()|L.items()|"
    "L.index(N)|L.count(N)|L.pop(N)|L.sort()|f'{N:.2f}'|f'{N:d}'|f'{N:>8}'|f'{X:.2f}'|f'{X}'|f'{L:>5}'|f'{N!r}'|f'{N:,.1f}'|f'{X.shape}'|"
    "X.shape[I]|X.shape[N]|X.T|X.mT|X.ndim|X.real|X.dtype|X.size|X.shape|X.itemsize|X.grad|X.requires_grad|X.is_leaf|X.data|X.H|X.imag|X.nbytes|"
    "X.flat|X.device|X.is_cuda|X.frobnicate|N.real|N.shape|L.shape|L.add(N)|X.shape.numel()|(lambda e, k=N: e A k)(N)|(lambda *e: len(e))(*L)|"
    "dict(a=N)['a']|{'a': N}['b']|{'a': N}.get('a')|[N, N] + L|L * N|X @ X|X @ X|X[I] @ X|MODULE(X)|X.shape == X.shape|X.dtype == X.dtype"
).split("|")
STATEMENTS = (
    "y = X; y[I] = N|y = X; y[I] = X|y = X; y[I, I] = N|y = X; y[I] += N|y = X; y A= N|y = X; y A= X|y = X; y A= X|y = N; y A= N|y = L; y += L|y = L; y *= N|"
    "y = X; y[X > N] = N|y = X; y[X > N] = X|y = L; y[I] = N|y = L; y.append(N)|y = L; y.extend(L)|y = L; y.insert(N, N)|y = L; y.reverse()|"
    "y, t = L|y, *t = L|(y, t), u = L, N|y, t = X|y = t = X|y = N; del y; y = L|y = 0;for e in L: y = y + e|y = 0;for e in X: y = y + e|"
    "y = 0;for i, e in enumerate(L): y = y + i|y = 0;for i in range(N, N): y = y + i|y = N;if N C N: y = X|y = N;if L: y = N|y = X;if N: y = X|"
    "y = N;while y C N: y = y A N|def g(e, n=N): return e A n;y = g(X)|def g(e, *, n): return e A n;y = g(N, n=N)|def g(*e): return len(e);y = g(*L)|"
    "def g(e): return e;y = g(N, N)|def g(e, n): return e;y = g(N)|assert N C N; y = N|y = {'a': N}; y['b'] = N; y = y['a']|global y; y = N|pass; y = X"
).split("|")
NUMBERS = "0 1 2 3 5 7 -1 -2 -3 0.5 2.5 -1.5 True False 10 4.0 None 'a'".split()
LISTS = "[1,2,3]|(2,3)|[]|()|[0.5,2]|[[1,2],[3,4]]|range(4)|range(1,8,3)|range(5,0,-2)|'abc'|{'a': 1, 'b': 2}|[True,False]|[3,1,2]|(1,)|[2,[3]]|(4,5,6)|''".split("|")
INDICES = (
    "0|1|-1|2|5|-4|None|...|:|1:|:2|::2|::-1|-2:|:-1|1:1|3:1|True|False|[0,1]|[0,-1]|[2]|[[0,1],[1,0]]|[True,False]|[True,False,True]|k|m|i|s|v|1.0|"
    "'a'|slice(1,None)|slice(None)|(0,1)|k > 0|v > 0|f > 0|[5]|[]|:0|0:2:1|[0.5]|r > 0|::0|i[0]|[[0,1],[2]]"
).split("|")
OPERATORS = "+ + - - * * / // % ** & | ^ << >> @".split()
COMPARISONS = "< <= > >= == !=".split()


def form(rng, text, library):
    """A form with everything in its place."""
    given = {"N": NUMBERS, "L": LISTS, "X": TENSORS + ["z"], "I": INDICES, "A": OPERATORS, "C": COMPARISONS}
    module = "np.ndarray" if library == "numpy" else "torch.Tensor"
    return re.sub(r"\b[NLXIC]\b|\bA\b=?", lambda found: rng.choice(given[found[0][0]]) + found[0][1:], text).replace("MODULE", module)


def forms(rng):
    """The lines of programs of Python itself, with the kind of each."""
    for library in ("torch", "numpy"):
        for kind in FORMS:
            for _ in range(TRIED):
                text = form(rng, kind, library)
                yield kind, library, program(text, library)
        for kind in STATEMENTS:
            for _ in range(TRIED):
                text = form(rng, kind, library)
                lines = [line.strip() for line in text.split(";")]
                yield kind, library, program(text, library)[:-1] + lines


def stopped(*_):
    raise TimeoutError


def main():
    warnings.simplefilter("ignore")
    torch.set_num_threads(1)
    signal.signal(signal.SIGALRM, stopped)
    rng = random.Random(SEED)
    kept, texts, number = {}, set(), 0
    for number, (library, lines) in enumerate(chosen(), 1):
        print(json.dumps({"id": f"chosen/{number}", "library": library, "text": "\n".join(lines)}))
    for function, library, text, lines in [*calls(rng), *((kind, library, lines[-1], lines) for kind, library, lines in forms(rng))]:
        module = {"numpy": "np", "torch": "torch"}[library]
        if "\n".join(lines) in texts:
            continue
        texts.add("\n".join(lines))
        kind, lines = ended(lines, module)
        # Of what depends on the value of a random number nothing is known, and the types of arguments have many messages.
        if kind is None:
            continue
        given = re.sub(r"\([^=]*\)", "", text) if "." in function else ""
        key = json.dumps([function, library, kind, sorted(re.findall(r"(\w+)=", given))])
        if kept.setdefault(key, 0) < (1 if kind[0] == "TypeError" else KEPT):
            kept[key] += 1
            number += 1
            name = function if re.fullmatch(r"[\w.]+", function) else "python"
            print(json.dumps({"id": f"{name}/{number}", "library": library, "text": "\n".join(lines)}))


def ended(lines, module):
    """How a program ends, with the lines that make shapes of its result."""
    variables = {}
    signal.alarm(5)
    try:
        exec("\n".join(lines), variables)
        more, kind = ending(variables["y"], module)
        exec("\n".join(more), variables)
        return kind, lines + more
    except (TimeoutError, SyntaxError, MemoryError):
        return None, lines
    except BaseException as exception:  # noqa: BLE001
        message = re.sub(r"\d+|'[^']*'", "0", str(exception).split("\n")[0])
        return [type(exception).__name__, message[:16]], lines
    finally:
        signal.alarm(0)


def chosen():
    """The programs of `chosen_programs.txt`."""
    imports = {"torch": "import torch", "nn.": "import torch.nn as nn", "F.": "import torch.nn.functional as F", "np.": "import numpy as np"}
    for line in (pathlib.Path(__file__).parent / "chosen_programs.txt").read_text().splitlines():
        if not line.startswith(("#", "-")):
            needed = [statement for name, statement in imports.items() if re.search(rf"\b{re.escape(name)}", line) and statement not in line]
            library = "torch" if any("torch" in statement for statement in needed) else "numpy"
            yield library, needed + line.split(";")


def calls(rng):
    """The calls of all functions: the Rust function, the library, the call, the lines of the program."""
    for function, places, names, parameters in rows():
        # What changes a setting of a library would change the answers of the programs after it.
        for prefix, library in places if function != "constructors.nothing" else ():
            for name in names:
                for _ in range(max(8, TRIED // len(names))):
                    text = call(rng, prefix, name, parameters, library)
                    yield function, library, text, program(text, library)


if __name__ == "__main__":
    main()
