# PyTorch 2.15.0. The documentation of `signatures.rs` describes the form.
[torch]
zeros ones(size: ints, *, -out: Tensor?=, ...) -> constructors.filled
empty(size: ints, *, -memory_format: other?=, -out: Tensor?=, ...) -> constructors.filled
rand randn(size: ints, *, generator: other?, -out: Tensor?=, ...
    | size: ints, *, -out: Tensor?=, ...) -> constructors.filled
full(size: ints, fill_value: Number, *, -out: Tensor?=, ...) -> constructors.filled
zeros_like ones_like(input: Tensor, *, -memory_format: other?=, ...) -> constructors.filled like
rand_like randn_like(input: Tensor, *, -generator: other?, -memory_format: other?=, ...
    | input: Tensor, *, -memory_format: other?=, ...) -> constructors.filled like
full_like(input: Tensor, fill_value: Number, *, -memory_format: other?=, ...) -> constructors.filled like
linspace(start: Number, end: Number, steps: int, *, -out: Tensor?=, ...
    | start: Number, end: Tensor, steps: int, *, -out: Tensor?=, ...
    | start: Tensor, end: Number, steps: int, *, -out: Tensor?=, ...
    | start: Tensor, end: Tensor, steps: int, *, -out: Tensor?=, ...) -> constructors.linspace
eye(n: int, *, -out: Tensor?=, ... | n: int, m: int, *, -out: Tensor?=, ...) -> constructors.eye
tensor(data: object, *, dtype: dtype?=, device: other?=, -pin_memory: bool?=, requires_grad: bool=,
    -names: other?=) -> constructors.from_data copy
asarray(obj as data: object, *, dtype: dtype?=, device: other?=, -copy: bool?=,
    -requires_grad: bool?=) -> constructors.from_data
cat concat concatenate(tensors: Tensors, dim: int=, *, -out: Tensor?=) -> joins.cat
stack(tensors: Tensors, dim: int=, *, -out: Tensor?=) -> joins.stack
vstack hstack column_stack(tensors: Tensors, *, -out: Tensor?=) -> joins.stack_named
repeat_interleave(input: Tensor+, repeats: int, dim: int?=, *, -output_size: int?=
    | input: Tensor+, repeats: Tensor, dim: int?=, *, -output_size: int?=
    | -repeats: Tensor, *, -output_size: int?=) -> joins.repeat_elements
linalg.inv(A: Tensor, *, -out: Tensor?=) -> linalg.inverse
linalg.solve(A as a: Tensor, B as b: Tensor, *, -left: bool=, -out: Tensor?=) -> linalg.solve
linalg.svd(A: Tensor, full_matrices: bool=, *, -driver: str?=, -out: Tensors?=) -> linalg.svd
linalg.eigh(input: Tensor, -UPLO: str=, *, -out: Tensors?=) -> linalg.eigh
linalg.cross(input as a: Tensor, other as b: Tensor, *, dim: int=, -out: Tensor?=) -> linalg.cross
mm bmm(input as a: Tensor, mat2 as b: Tensor, *, -out: Tensor?=
    | input as a: Tensor, mat2 as b: Tensor, -out_dtype: dtype, *, -out: Tensor?=) -> products.torch_product
normal(mean: float, std: Tensor, *, generator: other?=, -out: Tensor?=
    | mean: Tensor, std: Tensor, *, generator: other?=, -out: Tensor?=
    | mean: Tensor, std: float=, *, generator: other?=, -out: Tensor?=
    | mean: float, std: float, size: ints, *, generator: other?=, -out: Tensor?=, ...) -> random.torch_normal
randperm(n: int, *, generator: other?, -out: Tensor?=, -requires_grad: bool?=, ...
    | n: int, *, -out: Tensor?=, -requires_grad: bool?=, ...) -> random.randperm
linalg.det(A: Tensor, *, -out: Tensor?=) -> reductions.scalar_of_matrix
nonzero(input: Tensor, *, as_tuple: bool=, -out: Tensor?=) -> scatter.nonzero
where(condition: Tensor
    | condition: Tensor, input: Tensor, other: Tensor, *, -out: Tensor?=
    | condition: Tensor, self as input: Number, other: Number
    | condition: Tensor, self as input: Number, other: Tensor
    | condition: Tensor, input: Tensor, other: Number) -> ternary.where_function
linalg.norm(input: Tensor, ord as p: Number?=, dim: sizes?=, keepdim: bool=, *, -dtype: dtype?=, -out: Tensor?=
    | input: Tensor, ord as p: str, dim: sizes?=, keepdim: bool=, *, -dtype: dtype?=,
    -out: Tensor?=) -> torch_reductions.torch_norm
selu(input: Tensor) -> unary.elementwise activation
[torch]
arange(end: notnone, *, dtype=, requires_grad: bool=, device=
    | start: notnone, end: notnone, step: notnone=, *, dtype=, requires_grad: bool=, device=) -> constructors.arange
as_tensor(data, *, dtype=, device=) -> constructors.from_data
from_numpy(data: array) -> constructors.from_data
FloatTensor Tensor(*data) -> constructors.legacy float32
DoubleTensor(*data) -> constructors.legacy float64
LongTensor(*data) -> constructors.legacy int64
IntTensor(*data) -> constructors.legacy int32
BoolTensor(*data) -> constructors.legacy bool
set_default_dtype set_default_tensor_type(type, /) -> constructors.nothing lost
set_grad_enabled(*rest) -> constructors.nothing lost
set_printoptions() -> constructors.nothing
cuda.synchronize cuda.set_device(device=) -> constructors.nothing
nn.init.normal_ nn.init.uniform_ nn.init.trunc_normal_ nn.init.zeros_ nn.init.ones_ nn.init.constant_ nn.init.xavier_uniform_
    nn.init.xavier_normal_ nn.init.kaiming_uniform_ nn.init.kaiming_normal_(tensor, mean=, std=, a=, b=, gain=, mode=,
    nonlinearity=, val=, generator=) -> conversions.fill init
autograd.Variable(data as input, -requires_grad: bool=) -> conversions.same
cuda.is_available backends.mps.is_available() -> constructors.unavailable
autograd.grad(outputs, inputs=, grad_outputs=, retain_graph: bool=, create_graph: bool=) -> gradients.autograd
dstack(tensors) -> joins.stack_named
meshgrid(*tensors, indexing=) -> joins.meshgrid
broadcast_shapes(*shapes) -> joins.broadcast_shapes
linalg.cholesky(A) -> linalg.inverse
randint(low, high: int, size: tuple, *, dtype=, requires_grad: bool=, device=, generator=
    | high: int, size: tuple, *, dtype=, requires_grad: bool=, device=, generator=) -> random.randint
unique(input, -sorted: bool=, return_inverse: bool=, return_counts: bool=, -dim: int?=) -> scatter.unique
nn.utils.clip_grad_norm_(parameters, max_norm: positive) -> training.clip
special.expit special.erf special.log1p special.expm1 special.exp2( input) -> unary.elementwise float
celu(input, alpha: positive=) -> unary.elementwise activation
dropout(input, p: unit, train: bool) -> unary.elementwise activation
[tensor]
new_zeros new_ones(self: Tensor, size: ints, *, ...) -> constructors.filled new
new_full(self: Tensor, size: ints, fill_value: Number, *, ...) -> constructors.filled new
numpy(self: Tensor, *, force: bool=) -> conversions.to_numpy
to(self: Tensor, device as dtype: other?=, -dtype: dtype?=, non_blocking: bool=, copy: bool=, *, -memory_format: other?=
    | self: Tensor, dtype: dtype, non_blocking: bool=, copy: bool=, *, -memory_format: other?=
    | self: Tensor, tensor as dtype: Tensor, non_blocking: bool=, copy: bool=, *,
    -memory_format: other?=) -> conversions.torch_to
float double half bfloat16 long int short char byte bool(self: Tensor, *, -memory_format: other?=) -> conversions.torch_cast
contiguous(self: Tensor, *, memory_format: other=) -> conversions.copy
cpu(self: Tensor, *, -memory_format: other?=) -> conversions.same
requires_grad_(self: Tensor, requires_grad: bool=) -> conversions.require_grad
fill_(self: Tensor, value as other: Number | self: Tensor, value as other: Tensor) -> conversions.fill
normal_(self: Tensor, mean as other: float=, std: float=, *, generator: other?=) -> conversions.fill
copy_(self: Tensor, src as other: Tensor, non_blocking: bool=) -> conversions.fill
uniform_(self: Tensor, from as other: float=, to as std: float=, *, generator: other?=) -> conversions.fill
repeat(self: Tensor, repeats: ints) -> joins.repeat
repeat_interleave(self: Tensor, repeats: int, dim: int?=, *, -output_size: int?=
    | self: Tensor, repeats: Tensor, dim: int?=, *, -output_size: int?=) -> joins.repeat_elements
mm bmm(self as a: Tensor, mat2 as b: Tensor) -> products.torch_product
scatter_(self: Tensor, dim: int, index: Tensor, src as source: Tensor
    | self: Tensor, dim: int, index: Tensor, src as source: Tensor, *, -reduce: str
    | self: Tensor, dim: int, index: Tensor, value as source: Number
    | self: Tensor, dim: int, index: Tensor, value as source: Number, *, -reduce: str) -> scatter.scatter
scatter_add_(self: Tensor, dim: int, index: Tensor, src as source: Tensor) -> scatter.scatter
nonzero(self: Tensor | self: Tensor, *, as_tuple: bool) -> scatter.nonzero
size(self: Tensor, dim: int?=) -> sorting.size
is_contiguous(self: Tensor, *, -memory_format: other=) -> sorting.question
where(self: Tensor, condition: Tensor, other: Number | self: Tensor, condition: Tensor, other: Tensor) -> ternary.where_function
clamp_ clip_(self: Tensor, min: Number?=, max: Number?= | self: Tensor, min: Tensor?=, max: Tensor?=) -> ternary.clamp
lerp_(self: Tensor, end: Tensor, weight: Number | self: Tensor, end: Tensor, weight: Tensor) -> ternary.torch_ternary
masked_fill_(self: Tensor, mask: Tensor, value: Number | self: Tensor, mask: Tensor, value: Tensor) -> ternary.masked_fill
round_(self: Tensor | self: Tensor, *, -decimals: int) -> unary.elementwise same
view(self: Tensor, dtype: dtype | self: Tensor, size as shape: ints) -> views.reshape
unsqueeze_(self: Tensor, dim as rest: int) -> views.lost
squeeze_(self: Tensor | self: Tensor, dim as rest: int | self: Tensor, dim as rest: ints) -> views.lost
transpose_(self: Tensor, dim0 as rest: int, dim1: int) -> views.lost
expand(self: Tensor, size: ints, *, -implicit: bool=) -> views.expand
[torch tensor]
trace det(input: Tensor) -> reductions.scalar_of_matrix
numel(input: Tensor) -> sorting.question
exp exp2 expm1 log log2 log10 log1p sqrt sin cos tan sinh cosh tanh rsqrt sigmoid asin acos arcsin arccos arctan
    reciprocal erf(input: Tensor, *, -out: Tensor?=) -> unary.elementwise float
abs absolute square neg negative sign floor ceil trunc fix(input: Tensor, *, -out: Tensor?=) -> unary.elementwise same
positive relu(input: Tensor) -> unary.elementwise same
isnan isinf isfinite(input: Tensor) -> unary.elementwise bool
logical_not(input: Tensor, *, -out: Tensor?=) -> unary.elementwise bool
fliplr(input: Tensor) -> unary.flip
ravel(input: Tensor) -> views.ravel
t(input: Tensor) -> views.matrix_t
[tensor]
new_tensor(self, data=, *, dtype=, requires_grad: bool=, device=) -> constructors.from_data new
type(self, dtype=) -> conversions.torch_to
type_as(self, other as dtype=) -> conversions.torch_to
cuda(self, device=) -> conversions.cuda
add_:add sub_:sub subtract_:sub(self, other=, *, alpha: Number=) -> elementwise.in_place
mul_:mul multiply_:mul floor_divide_:floordiv remainder_:mod eq_:eq lt_:lt gt_:gt copysign_:copysign
    fmod_:fmod(self, other=) -> elementwise.in_place
logical_and_:logical_and logical_or_:logical_or logical_xor_:logical_xor atan2_:atan2 hypot_:hypot(self,
    other: Tensor) -> elementwise.in_place
div_:div divide_:div(self, other=, *, -rounding_mode=) -> elementwise.in_place
pow_:pow(self, exponent as other=) -> elementwise.in_place
addcmul_ addcdiv_(self, tensor1 as end=, tensor2 as weight: Tensor?=, *, value=) -> ternary.torch_ternary
sinh_ cosh_ tanh_(self) -> unary.elementwise float
view_as reshape_as(self, other) -> views.reshape
swapaxes_ swapdims_ resize_ resize_as_ set_(self, *rest) -> views.lost
stride(self) -> views.stride
expand_as(self, other) -> views.expand
unfold(self, dimension=, size=, step=) -> views.unfold
[torch:python]
manual_seed random.manual_seed(seed: int) -> constructors.nothing
einsum(equation=, /, *operands) -> einsum.einsum
split(tensor: Tensor+, split_size_or_sections as parts: parts, dim=) -> joins.split
broadcast_tensors(*tensors) -> joins.broadcast_all
cdist(x1 as a, x2 as b, p: notneg=, compute_mode=) -> products.cdist
norm(input, p=, dim=, keepdim: bool=, -out=, -dtype=) -> torch_reductions.torch_norm
[torch tensor]
clone(input: Tensor, *, memory_format: other?=) -> conversions.copy
chunk(input: Tensor+, chunks as parts: count, dim: int=) -> joins.split
unbind(input: Tensor, dim: int=) -> joins.unbind
tile(input: Tensor, dims as repeats: ints) -> joins.repeat
cross(input as a: Tensor, other as b: Tensor, dim: int?=, *, -out: Tensor?=) -> linalg.cross
gather(input: Tensor, dim: int, index: Tensor, *, sparse_grad: bool=, -out: Tensor?=) -> picks.gather
index_select(input: Tensor, dim: int, index: Tensor, *, -out: Tensor?=) -> picks.take
diag(input: Tensor, diagonal: int=, *, -out: Tensor?=) -> picks.diag
diff(input: Tensor, n: int=, dim: int=, -prepend: Tensor?=, -append: Tensor?=, *, -out: Tensor?=) -> picks.diff
matmul(input as a: Tensor, other as b: Tensor, *, -out: Tensor?=) -> products.matmul_call
mv(input as a: Tensor, vec as b: Tensor, *, -out: Tensor?=) -> products.torch_product
dot(input as a: Tensor, tensor as b: Tensor, *, -out: Tensor?=) -> products.torch_product
inner vdot(input as a: Tensor, other as b: Tensor, *, -out: Tensor?=) -> products.torch_product
outer(input as a: Tensor, vec2 as b: Tensor, *, -out: Tensor?=) -> products.outer
scatter(input: Tensor, dim: int, index: Tensor, src as source: Tensor, *, -out: Tensor?=
    | input: Tensor, dim: int, index: Tensor, src as source: Tensor, *, -reduce: str, -out: Tensor?=
    | input: Tensor, dim: int, index: Tensor, value as source: Number, *, -out: Tensor?=
    | input: Tensor, dim: int, index: Tensor, value as source: Number, *, -reduce: str, -out: Tensor?=) -> scatter.scatter
scatter_add(input: Tensor, dim: int, index: Tensor, src as source: Tensor, *, -out: Tensor?=) -> scatter.scatter
bincount(input: Tensor, -weights: Tensor?=, minlength: int=) -> scatter.bincount
sort(input: Tensor, *, stable: bool?, dim: int=, descending: bool=, -out: Tensors?=
    | input: Tensor, dim: int=, descending: bool=, *, -out: Tensors?=) -> sorting.torch_sorted
argsort(input: Tensor, *, stable: bool, dim: int=, descending: bool=, -out: Tensor?=
    | input: Tensor, dim: int=, descending: bool=) -> sorting.torch_sorted
topk(input: Tensor, k: int, dim: int=, largest: bool=, sorted: bool=, *, -out: Tensors?=) -> sorting.topk
clamp clip(input: Tensor, min: Number?=, max: Number?=, *, -out: Tensor?=
    | input: Tensor, min: Tensor?=, max: Tensor?=, *, -out: Tensor?=) -> ternary.clamp
lerp(input: Tensor, end: Tensor, weight: Number, *, -out: Tensor?=
    | input: Tensor, end: Tensor, weight: Tensor, *, -out: Tensor?=) -> ternary.torch_ternary
masked_fill(input: Tensor, mask: Tensor, value: Number | input: Tensor, mask: Tensor, value: Tensor) -> ternary.masked_fill
isclose allclose(input: Tensor, other: Tensor, rtol: notneg=, atol: notneg=, equal_nan: bool=) -> ternary.isclose
equal(input: Tensor, other: Tensor) -> ternary.equal
sum(input: Tensor, *, dtype: dtype?=
    | input: Tensor, dim: sizes?, keepdim: bool=, *, dtype: dtype?=, -out: Tensor?=) -> torch_reductions.torch_reduce sum
nansum(input: Tensor, dim: sizes?=, keepdim: bool=, *, dtype: dtype?=, -out: Tensor?=) -> torch_reductions.torch_reduce sum
nanmean(input: Tensor, dim: sizes?=, keepdim: bool=, *, dtype: dtype?=, -out: Tensor?=) -> torch_reductions.torch_reduce float
mean(input: Tensor, *, dtype: dtype?=, -out: Tensor?=
    | input: Tensor, dim: sizes?, keepdim: bool=, *, dtype: dtype?=, -out: Tensor?=) -> torch_reductions.torch_reduce float
prod(input: Tensor, *, dtype: dtype?=
    | input: Tensor, dim: int, keepdim: bool=, *, dtype: dtype?=, -out: Tensor?=) -> torch_reductions.torch_reduce sum
amax amin(input: Tensor, dim: sizes?=, keepdim: bool=, *, -out: Tensor?=) -> torch_reductions.torch_reduce same
logsumexp(input: Tensor, dim: sizes, keepdim: bool=, *, -out: Tensor?=) -> torch_reductions.torch_reduce float
all any(input: Tensor, *, -out: Tensor?=
    | input: Tensor, dim: ints?=, keepdim: bool=, *, -out: Tensor?=
    | input: Tensor, dim: int, keepdim: bool=, *, -out: Tensor?=) -> torch_reductions.torch_reduce bool
count_nonzero(input: Tensor, dim: int?= | input: Tensor, dim: ints) -> torch_reductions.torch_reduce index
std var(input: Tensor, dim: sizes?, unbiased: bool=, keepdim: bool=, *, -out: Tensor?=
    | input: Tensor, dim: sizes?=, *, correction: Number?=, keepdim: bool=, -out: Tensor?=
    | input: Tensor, unbiased: bool=) -> torch_reductions.torch_reduce float
argmax argmin(input: Tensor, dim: int?=, keepdim: bool=, *, -out: Tensor?=) -> torch_reductions.torch_reduce index
max min(input: Tensor, *, -out: Tensor?=
    | input: Tensor, other as axis: Tensor, *, -out: Tensor?=
    | input: Tensor, dim: int, keepdim: bool=, *, -out: Tensors?=) -> torch_reductions.torch_extreme
median(input: Tensor | input: Tensor, dim: int, keepdim: bool=, *, -out: Tensors?=) -> torch_reductions.torch_extreme
round(input: Tensor, *, -out: Tensor?= | input: Tensor, *, decimals: int, -out: Tensor?=) -> unary.elementwise same
softmax log_softmax(input: Tensor, dim: int, dtype: dtype?=, *, -out: Tensor?=) -> unary.along_axis
cumsum cumprod(input: Tensor, dim: int, *, dtype: dtype?=, -out: Tensor?=) -> unary.cumulative
clamp_min(input: Tensor, min as bound: Number, *, -out: Tensor?= | input: Tensor, -min: Tensor, *, -out: Tensor?=) ->
    unary.elementwise same
tril triu(input: Tensor, diagonal: int=, *, -out: Tensor?=) -> unary.triangle
flip(input: Tensor, dims: ints) -> unary.flip
roll(input: Tensor, shifts: sizes, dims: sizes?=) -> unary.roll
reshape(input: Tensor, shape: ints) -> views.reshape
flatten(input: Tensor, start_dim: int=, end_dim: int=) -> views.flatten
transpose(input: Tensor, dim0: int, dim1: int) -> views.swap
swapaxes(input: Tensor, axis0 as dim0: int, axis1 as dim1: int) -> views.swap
permute(input: Tensor, dims: ints) -> views.permute
movedim moveaxis(input: Tensor, source: int, destination: int
    | input: Tensor, source: ints, destination: ints) -> views.move_axes
unsqueeze(input: Tensor, dim: int) -> views.unsqueeze
squeeze(input: Tensor | input: Tensor, dim: int | input: Tensor, dim: ints) -> views.squeeze
broadcast_to(input: Tensor, size: ints) -> views.expand
diagonal(input: Tensor, offset: int=, dim1: int=, dim2: int=) -> views.diagonal
[tensor]
zero_(self, from as other=, to as std=, /) -> conversions.fill
item(self) -> sorting.item
tolist(self) -> sorting.to_list
dim(self) -> sorting.question
exp_ exp2_ expm1_ log_ log2_ log10_ log1p_ sqrt_ sin_ cos_ tan_ rsqrt_ sigmoid_ erf_ reciprocal_( self) -> unary.elementwise float
abs_ square_ neg_ negative_ sign_ floor_ ceil_ trunc_ relu_(self) -> unary.elementwise same
t_(self, /, *rest) -> views.lost
[tensor:python]
backward(self, gradient=, retain_graph: bool=, create_graph: bool=, -inputs=) -> gradients.backward
split(self: Tensor+, split_size as parts: parts, dim=) -> joins.split
unique(self, -sorted: bool=, return_inverse: bool=, return_counts: bool=, -dim=) -> scatter.unique
norm(self, p=, dim=, keepdim: bool=, -dtype=) -> torch_reductions.torch_norm
[F]
conv1d conv2d(input: Tensor, weight: Tensor, bias: Tensor?=, stride: sizes=, padding: sizes=, dilation: sizes=, groups: int=
    | input: Tensor, weight: Tensor, bias: Tensor?=, stride: sizes=, padding: str=, dilation: sizes=,
    groups: int=) -> layers.convolution
avg_pool1d(input: Tensor, kernel_size: sizes, stride: sizes?=, padding: sizes=, -ceil_mode: bool=,
    count_include_pad: bool=) -> layers.pool
avg_pool2d(input: Tensor, kernel_size: sizes, stride: sizes?=, padding: sizes=, -ceil_mode: bool=, count_include_pad: bool=,
    -divisor_override: int?=, *, -out: Tensor?=) -> layers.pool
one_hot(input: Tensor, num_classes as classes: int=) -> losses.one_hot
linear(input: Tensor, weight: Tensor, bias: Tensor?=, *, -out: Tensor?=) -> losses.linear
scaled_dot_product_attention(query: Tensor, key: Tensor, value: Tensor, attn_mask: Tensor?=, dropout_p: float=,
    is_causal: bool=, *, scale: float?=, -enable_gqa: bool=) -> losses.attention
gelu(input: Tensor, *, approximate: str=, -out: Tensor?=) -> unary.elementwise activation
softplus(input: Tensor, beta: Number=, threshold: Number=, *, -out: Tensor?=) -> unary.elementwise activation
[F]
conv3d(input, weight: Tensor?=, bias: Tensor?=, stride=, padding=, dilation=, groups=) -> layers.convolution
max_pool2d(input, kernel_size, stride=, padding=, dilation=, -ceil_mode=, -return_indices=) -> layers.pool
conv_transpose2d(input, weight: Tensor?=, bias: Tensor?=, stride=, padding=, output_padding=, groups=,
    dilation=) -> layers.transposed_convolution
hardswish(input, inplace=) -> unary.elementwise activation
hardtanh(input, -min_val: Number=, -max_val: Number=, inplace=) -> unary.elementwise activation
dropout2d(input, p: unit=, training: bool=, inplace=) -> unary.elementwise images
[F:python]
adaptive_avg_pool2d(input, output_size) -> layers.adaptive_pool
group_norm(input, num_groups: int, weight: Tensor?=, bias: Tensor?=, eps: notneg=) -> layers.group_norm
interpolate(input, size=, scale_factor=, mode=, align_corners=, -recompute_scale_factor=, -antialias=) -> layers.interpolate
pad(input, pad as widths: ints, mode=, value: float=) -> layers.pad
mse_loss l1_loss(input, target, -size_average=, -reduce=, reduction: reduction=, -weight=) -> losses.elementwise_loss
smooth_l1_loss(input, target, -size_average=, -reduce=, reduction: reduction=, beta: notneg=) -> losses.elementwise_loss
huber_loss(input, target, reduction: reduction=, delta: positive=, -weight=) -> losses.elementwise_loss
binary_cross_entropy(input, target, weight=, -size_average=, -reduce=, reduction: reduction=) -> losses.binary_loss
binary_cross_entropy_with_logits(input, target, weight=, -size_average=, -reduce=, reduction: reduction=,
    pos_weight=) -> losses.binary_loss
cross_entropy(input, target, -weight=, -size_average=, -ignore_index=, -reduce=, reduction: reduction=,
    label_smoothing: unit=) -> losses.class_loss
nll_loss(input, target, -weight=, -size_average=, -ignore_index=, -reduce=, reduction: reduction=) -> losses.class_loss
embedding(input, weight, -padding_idx=, -max_norm=, -norm_type=, -scale_grad_by_freq=, -sparse=) -> losses.embedding
layer_norm(input, normalized_shape, weight: Tensor?=, bias: Tensor?=, eps: notneg=) -> losses.layer_norm
tanh sigmoid(input) -> unary.elementwise float
relu relu6 selu silu mish(input, inplace=) -> unary.elementwise activation
leaky_relu(input, negative_slope: float=, inplace=) -> unary.elementwise activation
elu(input, alpha: float=, inplace=) -> unary.elementwise activation
dropout(input, p: unit=, training: bool=, inplace=) -> unary.elementwise activation
softmax log_softmax(input, dim=, _stacklevel=, dtype=) -> unary.along_axis
normalize(input, p: float=, dim=, eps: notneg=, -out=) -> unary.normalize
[torch F]
[torch F]
linalg.matmul(input as a, other as b=, -out=) -> products.matmul_call
[class:python]
nn.Linear(in_features, out_features, bias=, device=, -dtype=) -> modules.linear
nn.Embedding(num_embeddings, embedding_dim, padding_idx=, -max_norm=, -norm_type=, -scale_grad_by_freq=, -sparse=, -_weight=,
    -_freeze=, -device=, -dtype=) -> modules.embedding F
nn.LayerNorm(normalized_shape, eps=, elementwise_affine=, bias=, -device=, -dtype=) -> modules.layer_norm F
nn.Conv1d nn.Conv2d nn.Conv3d(in_channels, out_channels, kernel_size, stride=, padding=, dilation=, groups=, bias=,
    -padding_mode=, -device=, -dtype=) -> modules.convolution F
nn.ConvTranspose2d(in_channels, out_channels, kernel_size, stride=, padding=, output_padding=, groups=,
    bias=, dilation=, -padding_mode=, -device=, -dtype=) -> modules.convolution F
nn.BatchNorm1d:_BatchNorm
    nn.BatchNorm2d:_BatchNorm(num_features, eps=, momentum=, affine=, -track_running_stats=, -device=, -dtype=, *,
    -bias=) -> modules.batch_norm
nn.GroupNorm(num_groups, num_channels, eps=, affine=, -device=, -dtype=, *, -bias=) -> modules.batch_norm F
nn.MaxPool2d:_MaxPoolNd(kernel_size, stride=, padding=, dilation=,
    -return_indices=, -ceil_mode=) -> modules.layer F
nn.AvgPool1d(kernel_size, stride=, padding=, -ceil_mode=, -count_include_pad=) -> modules.layer F
nn.AvgPool2d(kernel_size, stride=, padding=, -ceil_mode=, -count_include_pad=,
    -divisor_override=) -> modules.layer F
nn.AdaptiveAvgPool2d:_AdaptiveAvgPoolNd(output_size) -> modules.layer F
nn.Hardtanh(min_val=, max_val=, inplace=, -min_value=, -max_value=) -> modules.layer F
nn.ReLU nn.ReLU6 nn.SELU nn.SiLU nn.Mish nn.Hardswish(inplace=) -> modules.layer F
nn.ELU(alpha=, inplace=) -> modules.layer F
nn.Dropout:_DropoutNd nn.Dropout2d:_DropoutNd(p=, inplace=) -> modules.layer F
nn.Upsample(size=, scale_factor=, mode=, align_corners=, -recompute_scale_factor=) -> modules.layer interpolate
nn.Flatten(start_dim=, end_dim=) -> modules.layer
nn.LeakyReLU(negative_slope=, inplace=) -> modules.layer F
nn.GELU(approximate=) -> modules.layer F
nn.Softplus(beta=, threshold=) -> modules.layer F
nn.Sigmoid nn.Tanh() -> modules.layer F
nn.Softmax nn.LogSoftmax(dim=) -> modules.layer F
nn.MSELoss:_Loss nn.L1Loss:_Loss(size_average=, reduce=, reduction=) -> modules.layer F
nn.SmoothL1Loss(size_average=, reduce=, reduction=, beta=) -> modules.layer F
nn.HuberLoss(reduction=, delta=) -> modules.layer F
nn.BCELoss:_WeightedLoss(weight=, size_average=, reduce=, reduction=) -> modules.layer binary_cross_entropy
nn.BCEWithLogitsLoss(weight=, size_average=, reduce=, reduction=, pos_weight=) -> modules.layer binary_cross_entropy_with_logits
nn.CrossEntropyLoss(weight=, size_average=, ignore_index=, reduce=, reduction=, label_smoothing=) -> modules.layer cross_entropy
nn.NLLLoss(weight=, size_average=, ignore_index=, reduce=, reduction=) -> modules.layer F
[class]
nn.Identity(*rest) -> modules.layer
nn.Sequential(*layers) -> modules.sequential
nn.Parameter nn.parameter.Parameter(data, requires_grad: bool=) -> modules.new_parameter
nn.RNN(input_size, hidden_size, num_layers=, *, -nonlinearity=, bias=, batch_first=, dropout: unit=, bidirectional=) -> recurrent.layer
nn.GRU nn.LSTM(input_size, hidden_size, num_layers=, bias=, batch_first=, dropout: unit=, bidirectional=) -> recurrent.layer
nn.ModuleList(modules=) -> training.module_list
optim.SGD(params, lr: notneg=, *, momentum: notneg=, weight_decay: notneg=) -> training.optimizer
optim.Adam optim.AdamW(params, lr: notneg=, *, weight_decay: notneg=) -> training.optimizer
utils.data.TensorDataset(*tensors) -> training.data_set
utils.data.DataLoader(dataset, batch_size=, shuffle=, *, drop_last=, num_workers=, pin_memory=) -> training.data_loader
Generator(device=) -> modules.plain torch.Generator
no_grad() -> modules.plain torch.no_grad
inference_mode() -> modules.plain torch.inference_mode
device(type, index=) -> modules.device
Size(sizes) -> modules.size
[torch tensor]
detach(input) -> conversions.detach
mul multiply:mul remainder:mod bitwise_and:and bitwise_or:or bitwise_xor:xor(input, other=) -> elementwise.function any
floor_divide:floordiv eq ne not_equal:ne lt less:lt le less_equal:le gt greater:gt ge greater_equal:ge fmod(input,
    other=) -> elementwise.function second
maximum minimum bitwise_left_shift:lshift bitwise_right_shift:rshift logical_and logical_or logical_xor atan2 arctan2 hypot
    logaddexp copysign fmax fmin gcd lcm(input, other=) -> elementwise.function
sub subtract:sub add(input, other=, *, alpha: Number=, -out=) -> elementwise.function any
div divide:div true_divide:div(input, other=, *, rounding_mode=, -out=) -> elementwise.function second
pow(input, exponent as other=, *, -out=) -> elementwise.function any
cov corrcoef(input) -> linalg.covariance
baddbmm(input, batch1 as a=, batch2 as b=, *, beta: Number=, alpha: Number=) -> products.added_product
addmm(input, mat1 as a=, mat2 as b=, *, beta: Number=, alpha: Number=) -> products.added_product
multinomial(input, num_samples: count, replacement: bool=, *, generator=) -> random.multinomial
argwhere(input) -> scatter.nonzero
addcmul addcdiv(input, tensor1 as end=, tensor2 as weight: Tensor?=, *, value=) -> ternary.torch_ternary
nanmedian mode(input, dim: int?=, keepdim: bool=) -> torch_reductions.torch_extreme
sinc arcsinh deg2rad rad2deg logit(input, *, -out=) -> unary.elementwise float
nan_to_num(input, *, -out=) -> unary.elementwise same
signbit(input, *, -out=) -> unary.elementwise bool
swapdims(input, dim0=, dim1=) -> views.swap
