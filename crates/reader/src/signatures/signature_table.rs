//! The signatures of functions of the libraries, of NumPy 2.4.6 and PyTorch 2.15.0.

/// A line for each signature. The first letter of a line is the rule that [`crate::signatures`] has for it, and says where the names
/// stand; the names follow, with spaces between them, and after `>` the name that messages have. After the colon are the parameters.
/// `=` stands after an optional one, `*` before those that only a keyword gives, `/` after those that no keyword gives. Those of native
/// functions of PyTorch start with a letter for their kind, see [`crate::signatures::native`], and there may be several signatures with `/`
/// between them, of which those with `!` are not shown. `#` stands for the last parameters of functions that make tensors.
pub(crate) const TABLE: &str = "\
Fbroadcast_tensors:*tensors\n\
Fcdist:x1 x2 p= compute_mode=\n\
Feinsum:*args\n\
Fmanual_seed random.manual_seed:seed\n\
Fnorm:input p= dim= keepdim= out= dtype=\n\
Fsplit:tensor split_size_or_sections dim=\n\
Ftensordot:a b dims= out=\n\
Mbackward:self gradient= retain_graph= create_graph= inputs=\n\
Mnorm:self p= dim= keepdim= dtype=\n\
Msplit:self split_size dim=\n\
Munique:self sorted= return_inverse= return_counts= dim=\n\
Nadaptive_avg_pool2d:input output_size\n\
Nadaptive_max_pool1d>_adaptive_max_pool1d adaptive_max_pool2d>_adaptive_max_pool2d:input output_size \
return_indices=\n\
Nbatch_norm:input running_mean running_var weight= bias= training= momentum= eps=\n\
Nbinary_cross_entropy:input target weight= size_average= reduce= reduction=\n\
Nbinary_cross_entropy_with_logits:input target weight= size_average= reduce= reduction= pos_weight=\n\
Ncross_entropy:input target weight= size_average= ignore_index= reduce= reduction= label_smoothing=\n\
Ndropout:input p= training= inplace=\n\
Nelu:input alpha= inplace=\n\
Nembedding:input weight padding_idx= max_norm= norm_type= scale_grad_by_freq= sparse=\n\
Ngroup_norm:input num_groups weight= bias= eps=\n\
Nhuber_loss:input target reduction= delta= weight=\n\
Nlayer_norm:input normalized_shape weight= bias= eps=\n\
Nleaky_relu:input negative_slope= inplace=\n\
Nmax_pool1d>_max_pool1d max_pool2d>_max_pool2d:input kernel_size stride= padding= dilation= ceil_mode= \
return_indices=\n\
Nmse_loss l1_loss:input target size_average= reduce= reduction= weight=\n\
Nnll_loss:input target weight= size_average= ignore_index= reduce= reduction=\n\
Nnormalize:input p= dim= eps= out=\n\
Npad:input pad mode= value=\n\
Nrelu relu6 selu silu mish:input inplace=\n\
Nsmooth_l1_loss:input target size_average= reduce= reduction= beta=\n\
Nsoftmax log_softmax:input dim= _stacklevel= dtype=\n\
Nsoftsign tanhshrink sigmoid tanh:input\n\
amax>_amax min>_amin:a axis= out= keepdims= initial= where=\n\
amean all any:a axis= dtype= out= keepdims= * where=\n\
astd var:a axis= dtype= out= ddof= keepdims= * where= mean=\n\
asum prod:a axis= dtype= out= keepdims= initial= where=\n\
ball any:* Tout=/Ndim= bkeepdim= * Tout=/idim bkeepdim= * Tout=\n\
bamax amin:Odim= bkeepdim= * Tout=\n\
bargmax argmin:Idim= bkeepdim= * Tout=\n\
bargsort:* bstable idim= bdescending= Tout=/idim= bdescending=\n\
bbincount:Tweights= iminlength=\n\
bbroadcast_to:nsize\n\
bchunk:ichunks idim=\n\
bclamp clip:Smin= Smax= * Tout=/Tmin= Tmax= * Tout=\n\
bclamp_max:smax * Tout=/tmax * Tout=\n\
bclamp_min:smin * Tout=/tmin * Tout=\n\
bclone:* Xmemory_format=\n\
bcount_nonzero:Idim=/ndim\n\
bcross:tother Idim= * Tout=\n\
bcumsum cumprod:idim * Ddtype= Tout=\n\
bdiag tril triu:idiagonal= * Tout=\n\
bdiagonal:ioffset= idim1= idim2=\n\
bdiff:in= idim= Tprepend= Tappend= * Tout=\n\
bdot:ttensor * Tout=\n\
bequal:tother\n\
bflatten:istart_dim= iend_dim=\n\
bgather:idim tindex * bsparse_grad= Tout=\n\
bindex_add:idim tindex tsource * salpha= Tout=\n\
bindex_select:idim tindex * Tout=\n\
bisclose allclose:tother frtol= fatol= bequal_nan=\n\
blerp:tend sweight * Tout=/tend tweight * Tout=\n\
blogsumexp:odim bkeepdim= * Tout=\n\
bmasked_fill:tmask svalue/tmask tvalue\n\
bmatmul inner vdot:tother * Tout=\n\
bmax min:* Tout=/tother * Tout=/idim bkeepdim= * Lout=\n\
bmean:* Ddtype= Tout=/Odim bkeepdim= * Ddtype= Tout=\n\
bmedian:/idim bkeepdim= * Lout=\n\
bmovedim moveaxis:isource idestination/nsource ndestination\n\
bmv:tvec * Tout=\n\
bnansum nanmean:Odim= bkeepdim= * Ddtype= Tout=\n\
bnarrow:idim istart ilength/idim tstart ilength\n\
bouter ger:tvec2 * Tout=\n\
bprod:* Ddtype=/idim bkeepdim= * Ddtype= Tout=\n\
breshape:nshape\n\
broll:oshifts Odims=\n\
bround:* Tout=/* idecimals Tout=\n\
bscatter:idim tindex tsrc * Tout=/idim tindex tsrc * qreduce Tout=/idim tindex svalue * Tout=/idim tindex \
svalue * qreduce Tout=\n\
bscatter_add:idim tindex tsrc * Tout=\n\
bsoftmax log_softmax:idim Ddtype= * Tout=\n\
bsort:* Bstable idim= bdescending= Lout=/idim= bdescending= * Lout=\n\
bsqueeze:/idim/ndim\n\
bstd var:Odim bunbiased= bkeepdim= * Tout=/Odim= * Scorrection= bkeepdim= Tout=/bunbiased=\n\
bsum:* Ddtype=/Odim bkeepdim= * Ddtype= Tout=\n\
bswapaxes:iaxis0 iaxis1\n\
btile permute flip:ndims\n\
btopk:ik idim= blargest= bsorted= * Lout=\n\
btranspose:idim0 idim1\n\
bunbind:idim=\n\
bunsqueeze:idim\n\
carray:object dtype= * copy= order= subok= ndmin= ndmax= like=\n\
casarray asanyarray:a dtype= order= * device= copy= like=\n\
cascontiguousarray:a dtype= * like=\n\
czeros empty:shape dtype= order= * device= like=\n\
fasarray:pobj * Ddtype= Xdevice= Bcopy= Brequires_grad=\n\
fcat concat concatenate stack:ltensors idim= * Tout=\n\
fcosine_similarity:tx1 tx2 idim= feps=\n\
fempty:nsize * Xmemory_format= Tout= #\n\
fexp expm1 log log2 log10 log1p sqrt sin cos tan sinh cosh tanh rsqrt sigmoid erf erfc asin acos atan asinh \
acosh atanh arcsin arccos arctan reciprocal abs absolute square neg negative sign floor ceil trunc fix \
logical_not exp2:tinput * Tout=\n\
feye:in * Tout= #/in im * Tout= #\n\
ffull:nsize sfill_value * Tout= #\n\
ffull_like:tinput sfill_value * Xmemory_format= #\n\
flinalg.cross:tinput tother * idim= Tout=\n\
flinalg.det linalg.inv:tA * Tout=\n\
flinalg.eigh:tinput qUPLO= * Lout=\n\
flinalg.norm:tinput Sord= Odim= bkeepdim= * Ddtype= Tout=/tinput qord Odim= bkeepdim= * Ddtype= Tout=\n\
flinalg.solve:tA tB * bleft= Tout=\n\
flinalg.svd:tA bfull_matrices= * Qdriver= Lout=\n\
flinspace:sstart send isteps * Tout= #/sstart tend isteps * Tout= #/tstart send isteps * Tout= #/tstart tend \
isteps * Tout= #\n\
fmm bmm:tinput tmat2 * Tout=/tinput tmat2 dout_dtype * Tout=\n\
fnonzero:tinput * bas_tuple= Tout=\n\
fnormal:fmean tstd * Xgenerator= Tout=/tmean tstd * Xgenerator= Tout=/tmean fstd= * Xgenerator= Tout=/fmean \
fstd nsize * Xgenerator= Tout= #\n\
fpairwise_distance:tx1 tx2 fp= feps= bkeepdim=\n\
frand randn:nsize * Xgenerator Tout= #/nsize * Tout= #\n\
frand_like randn_like:tinput * Xgenerator Xmemory_format= #/tinput * Xmemory_format= #\n\
frandperm:in * Xgenerator Tout= #/in * Tout= #\n\
frepeat_interleave:tinput irepeats Idim= * Ioutput_size=/tinput trepeats Idim= * Ioutput_size=/trepeats * \
Ioutput_size=\n\
fsearchsorted:tsorted_sequence tinput * bout_int32= bright= Qside= Tsorter= Tout=/tsorted_sequence sself * \
bout_int32= bright= Qside= Tsorter= Tout=\n\
ftensor:pdata * Ddtype= Xdevice= Bpin_memory= brequires_grad= Xnames=\n\
ftrace logdet ravel numel is_floating_point positive relu conj selu isnan isinf isfinite isreal fliplr flipud \
det t:tinput\n\
fvstack hstack column_stack:ltensors * Tout=\n\
fwhere:tcondition/tcondition tinput tother * Tout=/tcondition sself sother/tcondition sself tother/tcondition \
tinput sother\n\
fzeros ones:nsize * Tout= #\n\
fzeros_like ones_like empty_like:tinput * Xmemory_format= #\n\
gcumsum cumprod:axis= dtype= out=\n\
gdiagonal:offset= axis1= axis2=\n\
grepeat:repeats axis=\n\
ground:decimals= out=\n\
kfill nonzero swapaxes transpose item tolist conj conjugate:\n\
mclamp_ clip_:Smin= Smax=/Tmin= Tmax=\n\
mcontiguous is_contiguous:* xmemory_format=\n\
mcumsum_ cumprod_:idim * Ddtype=\n\
mexpand:nsize * bimplicit=\n\
mfill_:svalue/tvalue\n\
mfloat double half bfloat16 long int short char byte bool cpu:* Xmemory_format=\n\
mindex_add_:idim tindex tsource * salpha=\n\
mlerp_:tend sweight/tend tweight\n\
mmasked_fill_:tmask svalue/tmask tvalue\n\
mmm bmm:tmat2\n\
mnew_full:nsize sfill_value * #\n\
mnew_zeros new_ones new_empty:nsize * #\n\
mnonzero:/* bas_tuple\n\
mnormal_:fmean= fstd= * Xgenerator=\n\
mnumpy:* bforce=\n\
mrepeat:nrepeats\n\
mrepeat_interleave:irepeats Idim= * Ioutput_size=/trepeats Idim= * Ioutput_size=\n\
mrequires_grad_:brequires_grad=\n\
mreshape:nshape\n\
mround_:/* idecimals\n\
mscatter_:idim tindex tsrc/idim tindex tsrc * qreduce/idim tindex svalue/idim tindex svalue * qreduce\n\
mscatter_add_:idim tindex tsrc\n\
msize:Idim=\n\
msqueeze_:/idim/ndim\n\
mtile permute:ndims\n\
mto:Xdevice= Ddtype= bnon_blocking= bcopy= * Xmemory_format=/ddtype bnon_blocking= bcopy= * \
Xmemory_format=/ttensor bnon_blocking= bcopy= * Xmemory_format=\n\
mtranspose_:idim0 idim1\n\
muniform_:ffrom= fto= * Xgenerator=\n\
munsqueeze_:idim\n\
mview:ddtype/nsize\n\
mwhere:tcondition sother/tcondition tother\n\
nadaptive_avg_pool1d:tinput ooutput_size\n\
navg_pool1d:tinput okernel_size Ostride= opadding= bceil_mode= bcount_include_pad=\n\
navg_pool2d:tinput okernel_size Ostride= opadding= bceil_mode= bcount_include_pad= Idivisor_override= * Tout=\n\
nconv1d conv2d:tinput tweight Tbias= ostride= opadding= odilation= igroups=/tinput tweight Tbias= ostride= \
qpadding= odilation= igroups=\n\
ncosine_similarity:tx1 tx2 idim= feps=\n\
ngelu:tinput * qapproximate= Tout=\n\
nlinear:tinput tweight Tbias= * Tout=\n\
none_hot:tinput inum_classes=\n\
npairwise_distance:tx1 tx2 fp= feps= bkeepdim=\n\
nscaled_dot_product_attention:tquery tkey tvalue Tattn_mask= fdropout_p= bis_causal= * Fscale= benable_gqa=\n\
nsoftplus:tinput sbeta= sthreshold= * Tout=\n\
pall any:a axis= out= keepdims= * where=\n\
pappend:arr values axis=\n\
pargmax argmin:a axis= out= * keepdims=\n\
parray_equal:a1 a2 equal_nan=\n\
pastype:x dtype / * copy= device=\n\
patleast_1d atleast_2d atleast_3d:*arys\n\
paverage:a axis= weights= returned= * keepdims=\n\
pbincount:x / weights= minlength=\n\
pbroadcast_arrays:*args subok=\n\
pbroadcast_to:array shape subok=\n\
pclip:a a_min= a_max= out= * min= max= **kwargs\n\
pcolumn_stack:tup\n\
pconcatenate concat>concatenate:arrays / axis= out= * dtype= casting=\n\
pconvolve correlate:a v mode=\n\
pcopy:a order= subok=\n\
pcount_nonzero:a axis= * keepdims=\n\
pcross:a b axisa= axisb= axisc= axis=\n\
pcumsum cumprod:a axis= dtype= out=\n\
pdiag:v k=\n\
pdiagonal:a offset= axis1= axis2=\n\
pdiff:a n= axis= prepend= append=\n\
pdigitize:x bins right=\n\
peinsum:*operands out= optimize= **kwargs\n\
pempty_like:prototype / dtype= order= subok= shape= * device=\n\
pexpand_dims:a axis\n\
peye:N M= k= dtype= order= * device= like=\n\
pfix:x out=\n\
pflip:m axis=\n\
pfliplr flipud:m\n\
pfull:shape fill_value dtype= order= * device= like=\n\
pfull_like:a fill_value dtype= order= subok= shape= * device=\n\
phsplit vsplit:ary indices_or_sections\n\
pidentity:n dtype= * like=\n\
pinner vdot:a b /\n\
pisclose allclose:a b rtol= atol= equal_nan=\n\
pisreal iscomplex:x\n\
plinalg.cross:x1 x2 / * axis=\n\
plinalg.det linalg.inv nonzero ndim shape:a\n\
plinalg.eigh:a UPLO=\n\
plinalg.lstsq:a b rcond=\n\
plinalg.norm:x ord= axis= keepdims=\n\
plinalg.solve:a b\n\
plinalg.svd:a full_matrices= compute_uv= hermitian=\n\
plinspace:start stop num= endpoint= retstep= dtype= axis= * device=\n\
pmax min amax amin nanmax nanmin:a axis= out= keepdims= initial= where=\n\
pmean nanmean:a axis= dtype= out= keepdims= * where=\n\
pmedian:a axis= out= overwrite_input= keepdims=\n\
pmoveaxis:a source destination\n\
pones:shape dtype= order= * device= like=\n\
pouter dot:a b out=\n\
ppad:array pad_width mode= **kwargs\n\
pptp:a axis= out= keepdims=\n\
pravel:a order=\n\
preal:val\n\
prepeat:a repeats axis=\n\
preshape:a / shape order= * copy=\n\
proll:a shift axis=\n\
pround around:a decimals= out=\n\
psearchsorted:a v side= sorter=\n\
pseterr:all= divide= over= under= invalid=\n\
psort argsort:a axis= kind= order= * stable=\n\
psplit array_split:ary indices_or_sections axis=\n\
psqueeze size:a axis=\n\
pstack:arrays axis= out= * dtype= casting=\n\
pstd var:a axis= dtype= out= ddof= keepdims= * where= mean= correction=\n\
psum prod nansum:a axis= dtype= out= keepdims= initial= where=\n\
pswapaxes:a axis1 axis2\n\
ptake:a indices axis= out= mode=\n\
ptensordot:a b axes=\n\
ptile:A reps\n\
ptrace:a offset= axis1= axis2= dtype= out=\n\
ptranspose:a axes=\n\
ptril triu:m k=\n\
punique:ar return_index= return_inverse= return_counts= axis= * equal_nan= sorted=\n\
pvstack hstack:tup * dtype= casting=\n\
pwhere:condition x= y= /\n\
pzeros_like ones_like:a dtype= order= subok= shape= * device=\n\
rreshape:\n\
targmax argmin:axis= out= * keepdims=\n\
tastype:dtype order= casting= subok= copy=\n\
tcopy ravel flatten:order=\n\
tdot:b out=\n\
tsort argsort:axis= kind= order= * stable=\n\
tsqueeze:axis=\n\
ttake:indices axis= out= mode=\n\
ttrace:offset= axis1= axis2= dtype= out=\n\
uexp exp2 expm1 log log2 log10 log1p sqrt sin cos tan sinh cosh tanh arcsin arccos arctan cbrt degrees radians \
abs>absolute absolute fabs square negative positive sign floor ceil trunc rint conj>conjugate conjugate \
reciprocal isnan isinf isfinite logical_not invert:\n\
vadd subtract multiply divide true_divide>divide floor_divide remainder mod>remainder power pow>power maximum \
minimum equal not_equal less less_equal greater greater_equal left_shift right_shift logical_and logical_or \
logical_xor arctan2 atan2>arctan2 hypot:\n\
yrandom.binomial:n p size=\n\
yrandom.choice:a size= replace= p=\n\
yrandom.exponential:scale= size=\n\
yrandom.normal:loc= scale= size=\n\
yrandom.permutation:x\n\
yrandom.poisson:lam= size=\n\
yrandom.rand random.randn:*args\n\
yrandom.randint:low high= size= dtype=\n\
yrandom.standard_normal:size=\n\
yrandom.uniform:low= high= size=\n\
ztrace det logdet zero_ ravel t t_ item tolist dim numel is_floating_point exp exp2 expm1 log log2 log10 log1p \
sqrt sin cos tan sinh cosh tanh rsqrt sigmoid erf erfc asin acos atan asinh acosh atanh arcsin arccos arctan \
reciprocal exp_ exp2_ expm1_ log_ log2_ log10_ log1p_ sqrt_ sin_ cos_ tan_ rsqrt_ sigmoid_ erf_ reciprocal_ abs \
absolute square neg negative positive sign floor ceil trunc fix relu conj abs_ square_ neg_ negative_ sign_ \
floor_ ceil_ trunc_ relu_ isnan isinf isfinite isreal logical_not fliplr flipud:";

/// The parameters of the classes of `torch.nn`, in the same form.
pub(crate) const CLASSES: &str = "\
Linear:in_features out_features bias= device= dtype=\n\
Embedding:num_embeddings embedding_dim padding_idx= max_norm= norm_type= scale_grad_by_freq= sparse= _weight= \
_freeze= device= dtype=\n\
LayerNorm:normalized_shape eps= elementwise_affine= bias= device= dtype=\n\
Conv1d Conv2d Conv3d:in_channels out_channels kernel_size stride= padding= dilation= groups= bias= \
padding_mode= device= dtype=\n\
ConvTranspose1d ConvTranspose2d:in_channels out_channels kernel_size stride= padding= output_padding= groups= \
bias= dilation= padding_mode= device= dtype=\n\
BatchNorm1d>_BatchNorm BatchNorm2d>_BatchNorm BatchNorm3d>_BatchNorm InstanceNorm1d>_InstanceNorm \
InstanceNorm2d>_InstanceNorm:num_features eps= momentum= affine= track_running_stats= device= dtype= * bias=\n\
MaxPool3d>_MaxPoolNd MaxPool1d>_MaxPoolNd MaxPool2d>_MaxPoolNd:kernel_size stride= padding= dilation= \
return_indices= ceil_mode=\n\
AvgPool3d AvgPool2d:kernel_size stride= padding= ceil_mode= count_include_pad= divisor_override=\n\
AdaptiveMaxPool1d>_AdaptiveMaxPoolNd AdaptiveMaxPool2d>_AdaptiveMaxPoolNd:output_size return_indices=\n\
Unfold:kernel_size dilation= padding= stride=\n\
Fold:output_size kernel_size dilation= padding= stride=\n\
Hardtanh:min_val= max_val= inplace= min_value= max_value=\n\
Hardswish ReLU ReLU6 SELU SiLU Mish:inplace=\n\
CELU ELU:alpha= inplace=\n\
Dropout1d>_DropoutNd Dropout2d>_DropoutNd Dropout3d>_DropoutNd Dropout>_DropoutNd:p= inplace=\n\
AvgPool1d:kernel_size stride= padding= ceil_mode= count_include_pad=\n\
AdaptiveAvgPool1d>_AdaptiveAvgPoolNd AdaptiveAvgPool2d>_AdaptiveAvgPoolNd:output_size\n\
GroupNorm:num_groups num_channels eps= affine= device= dtype= * bias=\n\
Flatten:start_dim= end_dim=\n\
LeakyReLU:negative_slope= inplace=\n\
GELU:approximate=\n\
Softplus:beta= threshold=\n\
Softmax LogSoftmax:dim=\n\
MSELoss>_Loss L1Loss>_Loss:size_average= reduce= reduction=\n\
SmoothL1Loss:size_average= reduce= reduction= beta=\n\
HuberLoss:reduction= delta=\n\
BCELoss>_WeightedLoss:weight= size_average= reduce= reduction=\n\
BCEWithLogitsLoss:weight= size_average= reduce= reduction= pos_weight=\n\
CrossEntropyLoss:weight= size_average= ignore_index= reduce= reduction= label_smoothing=\n\
NLLLoss:weight= size_average= ignore_index= reduce= reduction=\n\
CosineSimilarity:dim= eps=\n\
PairwiseDistance:p= eps= keepdim=\n\
Sigmoid Tanh LogSigmoid:";
