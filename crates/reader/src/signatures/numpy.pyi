# NumPy 2.4.6, in the same form.
[np]
zeros empty(shape as size: sizes, dtype: type?=, -order: order?=, *, -device=, like=) -> constructors.filled
array(object as data, dtype: type?=, *, -copy=, -order: order?=, subok=, ndmin=, -ndmax=, -like=) -> constructors.from_data copy
asarray(a as data, dtype: type?=, -order: order?=, *, -device=, copy=, -like=) -> constructors.from_data
[np:python]
ones(shape as size: sizes, dtype: type?=, -order: order?=, *, -device=, like=) -> constructors.filled
full(shape as size: sizes, fill_value, dtype: type?=, -order: order?=, *, -device=, -like=) -> constructors.filled
zeros_like ones_like(a, dtype: type?=, -order: order?=, subok=, -shape=, *, -device=) -> constructors.filled like
full_like(a, fill_value, dtype: type?=, -order=, -subok=, -shape=, *, -device=) -> constructors.filled like
linspace(start, stop as end, num as steps: int=, endpoint=, -retstep=, dtype: type?=, -axis=, *,
    -device=) -> constructors.linspace
eye(N as n: int, M as m: int?=, k=, dtype: type?=, -order: order?=, *, -device=, -like=) -> constructors.eye
identity(n: int, dtype: type?=, *, -like=) -> constructors.eye
seterr(all=, divide=, over=, under=, invalid=) -> constructors.nothing lost
astype(x: array, dtype: type?, /, *, -copy=, -device=) -> conversions.astype
copy(a, -order: order?=, -subok=) -> conversions.copy
einsum(equation=, /, *operands, -out=, optimize=, **kwargs) -> einsum.einsum
concatenate concat:concatenate(arrays as tensors, /, axis: index?=, -out=, *, -dtype: type?=, -casting: str=) -> joins.cat
stack(arrays as tensors, axis: axis?=, -out=, *, -dtype: type?=, -casting: str=) -> joins.stack
vstack hstack(tup as tensors, *, -dtype: type?=, -casting: str=) -> joins.stack_named
column_stack(tup as tensors) -> joins.stack_named
append(arr, values, axis: axis?=) -> joins.append
split array_split(ary: array, indices_or_sections as parts, axis: axis?=) -> joins.numpy_split
hsplit vsplit(ary: array, indices_or_sections as parts) -> joins.numpy_split
tile(A, reps as repeats) -> joins.repeat
broadcast_arrays(*args, subok=) -> joins.broadcast_all
linalg.inv(a) -> linalg.inverse
linalg.solve(a, b) -> linalg.solve
linalg.lstsq(a, b, rcond=) -> linalg.least_squares
linalg.svd(a, full_matrices=, -compute_uv=, -hermitian=) -> linalg.svd
linalg.eigh(a, UPLO: str=) -> linalg.eigh
convolve(a, v as b, mode=) -> linalg.convolve
cross(a, b, -axisa=, -axisb=, -axisc=, -axis=) -> linalg.cross
linalg.cross(x1 as a, x2 as b, /, *, -axis=) -> linalg.cross
nansum(a, axis: axis?=, dtype: type?=, out=, keepdims=, -initial=, -where=) -> numpy_reductions.numpy_reduce sum
nanmean(a, axis: axis?=, dtype: type?=, out=, keepdims=, *, -where=) -> numpy_reductions.numpy_reduce float
max min amax amin(a, axis: axes?=, out=, keepdims=, -initial=, -where=) -> numpy_reductions.numpy_reduce same
nanmax nanmin(a, axis: axis?=, out=, keepdims=, -initial=, -where=) -> numpy_reductions.numpy_reduce same
ptp(a, axis: axis?=, out=, keepdims=) -> numpy_reductions.numpy_reduce same
all any(a, axis: axes?=, out=, keepdims=, *, -where=) -> numpy_reductions.numpy_reduce bool
std var(a, axis: axis?=, dtype: type?=, out=, ddof: float=, keepdims=, *, -where=, -mean=,
    -correction=) -> numpy_reductions.numpy_reduce float
median(a, axis: axis?=, out=, -overwrite_input=, keepdims=) -> numpy_reductions.numpy_reduce float
count_nonzero(a, axis: axes?=, *, keepdims=) -> numpy_reductions.numpy_reduce index
percentile quantile(a, q, axis: axis?=, out=, -overwrite_input=, -method=, keepdims=, *, -weights=,
    -interpolation=) -> numpy_reductions.numpy_reduce float
histogram(a, bins=, -range=, -density=, -weights=) -> scatter.histogram
linalg.norm(x, ord=, axis: axis?=, keepdims=) -> numpy_reductions.numpy_norm
diag(v, k as diagonal=) -> picks.diag
diff(a, n=, axis: axis?=, -prepend=, -append=) -> picks.diff
pad(array: nested, pad_width as widths, mode=, *, constant_values: notnone=, **kwargs) -> picks.pad
searchsorted(a, v as index, side=, -sorter=) -> picks.search_sorted
inner(a, b, /) -> products.numpy_dot
vdot(a: array, b: array, /) -> products.numpy_dot
outer(a, b, -out=) -> products.outer
linalg.det(a) -> reductions.scalar_of_matrix
bincount(x, /, -weights=, minlength=) -> scatter.bincount
nonzero(a) -> scatter.nonzero
unique(ar, -return_index=, return_inverse=, return_counts=, -axis: axis?=, *, -equal_nan: bool=, -sorted=) -> scatter.unique
sort(a, axis: axis?=, kind: sort=, -order: order?=, *, -stable=) -> sorting.numpy_sorted
size(a, -axis: axis?=) -> sorting.size
ndim(a) -> sorting.question
shape(a) -> sorting.size
where(condition, x as input=, y as other=, /) -> ternary.where_function
clip(a, a_min as min, a_max as max, -out=
    | a, /, *, min=, max=, -out=
    | -a, a_min=, a_max=, -out=, *, min=, max=, **kwargs) -> ternary.clamp
isclose allclose(a, b as other, rtol: float=, atol: float=, equal_nan: bool=) -> ternary.isclose
array_equal(a1, a2 as other, equal_nan: bool=) -> ternary.equal
real(val) -> unary.elementwise same
fix(x, -out=) -> unary.elementwise same
around(a, decimals: int=, -out=) -> unary.elementwise same
tril triu(m, k as diagonal=) -> unary.triangle
flip(m, axis as dims: axis?=) -> unary.flip
fliplr(m) -> unary.flip
roll(a: nested, shift as shifts, axis as dims: axis?=) -> unary.roll
reshape(a, /, shape, order: order?=, *, -copy=) -> views.reshape
swapaxes(a, axis1 as dim0: int, axis2 as dim1: int) -> views.swap
transpose(a, axes=) -> views.permute
moveaxis(a, source, destination) -> views.move_axes
expand_dims(a, axis) -> views.unsqueeze
broadcast_to(array, shape as size, subok=) -> views.expand
[np]
arange(start: notnone, stop as end: object=, step=, dtype: type?=, *, like=, -device=) -> constructors.arange
atleast_1d atleast_2d(data) -> constructors.at_least
<type>(data, dtype: type?=) -> constructors.numpy_scalar
set_printoptions(*, all=, divide=, over=, under=, invalid=, precision: int=, suppress=, linewidth=) -> constructors.nothing
mgrid ogrid(index) -> constructors.grid
bitwise_and bitwise_or bitwise_xor bitwise_left_shift:left_shift bitwise_right_shift:right_shift logaddexp copysign
    heaviside fmax fmin fmod gcd lcm(x1 as a, x2 as b=, out=, *, -where=, -dtype=, -casting=) -> elementwise.function
add.outer subtract.outer multiply.outer divide.outer maximum.outer minimum.outer equal.outer not_equal.outer less.outer
    less_equal.outer greater.outer greater_equal.outer power.outer logical_and.outer logical_or.outer hypot.outer
    logaddexp.outer floor_divide.outer remainder.outer(a, b=) -> elementwise.ufunc_outer
dstack(tup as tensors) -> joins.stack_named
c_ r_(tensors=, /) -> joins.stack_named
meshgrid(*tensors, indexing=, sparse=, copy=) -> joins.meshgrid
broadcast_shapes(*shapes) -> joins.broadcast_shapes
linalg.cholesky(a) -> linalg.inverse
cov(m, -y=, rowvar=, bias=, ddof: float=) -> linalg.covariance
corrcoef(x, -y=, rowvar=) -> linalg.covariance
nanmedian(a, axis: axis?=, -out=, -overwrite_input=, keepdims=) -> numpy_reductions.numpy_reduce float
nanargmin(a, axis: int?=, out=, *, keepdims=) -> numpy_reductions.numpy_reduce index
matmul(x1 as a=, x2 as b=, /, out=) -> products.matmul_call
linalg.matmul(x1 as a=, x2 as b=, /) -> products.matmul_call
linalg.outer(x1 as a: array, x2 as b: array, /) -> products.outer
random.Generator.integers(low, high=, size=, dtype: type=, -endpoint=) -> random.randint
random.random random.sample(size: sizes?=) -> random.random
random.Generator.random random.Generator.standard_normal(size: sizes?=, dtype: type?=,
    -out=) -> random.random
random.logistic(loc=, scale=, size: sizes?=) -> random.random
random.beta(a as scale, b as second, size: sizes?=) -> random.random
random.gamma(shape as scale, scale as second=, size: sizes?=) -> random.random
random.power(a as scale, size: sizes?=) -> random.random
random.standard_t(df as scale, size: sizes?=) -> random.random
random.seed(seed) -> random.seed
random.default_rng random.RandomState(seed=) -> modules.plain np.random.Generator
errstate(*, all=, divide=, over=, under=, invalid=) -> modules.plain np.errstate
argwhere flatnonzero(a) -> scatter.nonzero
arcsinh asin:arcsin acos:arccos deg2rad rad2deg(x=, /,
    -out=, *, -where=, -dtype=) -> unary.elementwise float
sinc(x) -> unary.elementwise float
nan_to_num(x, -copy=, nan: float=, posinf: float?=, neginf: float?=) -> unary.elementwise same
signbit(x=, /, -out=, *, -where=) -> unary.elementwise bool
[array]
astype(self, dtype: type?, -order: order?=, -casting: str=, subok=, copy=) -> conversions.astype
copy(self, -order: order?=) -> conversions.copy
flatten(self, -order: order?=) -> views.ravel
sort(self, -axis=, -kind=, -order=, *, -stable=) -> views.lost
[array]
fill(self, value as other=, /) -> conversions.fill
nonzero(self) -> scatter.nonzero
item(self) -> sorting.item
tolist(self) -> sorting.to_list
swapaxes(self, axis1 as dim0: int=, axis2 as dim1: int=, /) -> views.swap
transpose(self, /, *axes) -> views.permute
[np]
add subtract multiply divide true_divide:divide floor_divide remainder mod:remainder power pow:power maximum minimum equal
    not_equal less less_equal greater greater_equal left_shift right_shift logical_and logical_or logical_xor arctan2
    atan2:arctan2 hypot(x1 as a=, x2 as b=, /, out=, *, -where=, -dtype=, -casting=) -> elementwise.function
[np:python array]
repeat(a, repeats, axis: axis?=) -> joins.repeat_elements
round(a, decimals: int=, -out=) -> unary.elementwise same
cumsum cumprod(a, axis: index?=, dtype: type?=, -out=) -> unary.cumulative
diagonal(a, offset: notnone=, axis1 as dim1: notnone=, axis2 as dim2: notnone=) -> views.diagonal
[np:python array:python]
sum prod(a, axis: axes?=, dtype: type?=, out=, keepdims=, -initial=, -where=) -> numpy_reductions.numpy_reduce sum
mean(a, axis: axis?=, dtype: type?=, out=, keepdims=, *, -where=) -> numpy_reductions.numpy_reduce float
[array:python]
max:_amax min:_amin(self, axis: axes?=, out=, keepdims=, -initial=, -where=) -> numpy_reductions.numpy_reduce same
all any(self, axis: axes?=, -dtype=, out=, keepdims=, *, -where=) -> numpy_reductions.numpy_reduce bool
std var(self, axis: axis?=, dtype: type?=, out=, ddof: float=, keepdims=, *, -where=,
    -mean=) -> numpy_reductions.numpy_reduce float
[np:python array]
argmax argmin(a, axis: index?=, -out=, *, keepdims=) -> numpy_reductions.numpy_reduce index
take(a, indices as index, axis: axis?=, -out=, -mode=) -> picks.take
dot(a, b, -out=) -> products.numpy_dot
trace(a, -offset: notnone=, -axis1: notnone=, -axis2: notnone=, -dtype=, -out=) -> reductions.scalar_of_matrix
argsort(a: nested, axis: index?=, kind: sort=, -order: order?=, *, -stable=) -> sorting.numpy_sorted
ravel(a, -order: order?=) -> views.ravel
squeeze(a, axis: axes?=) -> views.squeeze
[np]
random.randint(low, high=, size=, dtype: type=) -> random.randint
random.rand random.randn(*args) -> random.random_of_sizes
random.standard_normal(size: sizes?=) -> random.random
random.normal(loc=, scale=, size: sizes?=) -> random.random
random.uniform(low as loc=, high=, size: sizes?=) -> random.random
random.exponential(scale=, size: sizes?=) -> random.random
random.poisson(lam as scale=, size: sizes?=) -> random.random int
random.binomial(n as scale, p, size: sizes?=) -> random.random int
random.permutation(x) -> random.permutation
random.shuffle(x) -> conversions.fill
random.multivariate_normal(mean, cov, size: sizes=, -check_valid=, -tol=) -> random.multivariate
random.choice(a, size=, replace=, -p=) -> random.choice
[array]
clip(self, /, min=, max=, -out=) -> ternary.clamp
view(self, /, dtype: type?=, type=) -> views.numpy_view
resize partition(self, /, *rest) -> views.lost
[np]
exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan sinh cosh tanh arcsin arccos arctan cbrt degrees radians(x=, /, out=, *,
    -where=, -dtype=) -> unary.elementwise float
abs:absolute absolute square negative positive sign floor ceil trunc reciprocal(val=, /, out=, *,
    -where=, -dtype=) -> unary.elementwise same
fabs rint(val=, /, -out=, *, -where=, -dtype=) -> unary.elementwise float
isnan isinf isfinite logical_not(x=, /, -out=, *, -where=) -> unary.elementwise bool
[array]
reshape(self, /, *shape, order: order?=) -> views.reshape
