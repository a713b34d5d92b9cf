//! The titles and notes of the examples in Simplified Chinese, and the headings of the example_list.
//!
//! Notes are plain text, code in them included: they are shown as they stand, never read as markup. Shapes are not
//! repeated in titles: the program shows them beside. Every variant has an arm of its own, so that a missing text does
//! not compile.

use crate::examples::{ExampleId, Group};

/// The heading of a row of the example_list.
pub(super) const fn group(group: Group) -> &'static str {
    match group {
        Group::FirstSteps => "入门",
        Group::ThreeRows => "一个结果，三种写法",
        Group::Values => "跟踪每个元素",
        Group::Images => "图像与特征图",
        Group::Scores => "班级、学生、成绩",
        Group::Clashes => "无法广播的形状",
        Group::Empty => "空张量",
        Group::InPlace => "就地运算",
        Group::Pitfalls => "常见误区",
    }
}

/// The title of an example.
pub(super) const fn title(id: ExampleId) -> &'static str {
    match id {
        ExampleId::TrailingAxes => "从末尾的轴开始对齐",
        ExampleId::SameShape => "形状完全相同",
        ExampleId::BothStretch => "两边都拉伸",
        ExampleId::VectorOfOne => "只有一个元素的向量",
        ExampleId::StretchTheShortOne => "全是 1 就不会冲突",
        ExampleId::ZeroDim => "没有轴的数",
        ExampleId::ThreeRowsSame => "两张表都完整写出",
        ExampleId::ThreeRowsVector => "一行供四行共用",
        ExampleId::ThreeRowsBoth => "一列遇上一行",
        ExampleId::ValuesRow => "所有行共用一行",
        ExampleId::ValuesColumn => "两块共用一列",
        ExampleId::ValuesFourAxes => "八个矩阵，同一列数",
        ExampleId::ValuesMiddleAxis => "中间的轴也能拉伸",
        ExampleId::ValuesFromTwo => "两个数用于每一对",
        ExampleId::ValuesEveryOther => "隔一个轴拉伸一次",
        ExampleId::ValuesBothStretch => "各自沿大小为 1 的轴拉伸",
        ExampleId::FeatureMapsBias => "每个通道一个偏置",
        ExampleId::FeatureMapsBiasWritten => "手动写出批次轴",
        ExampleId::ImageToAll => "一幅图加到所有特征图",
        ExampleId::ImagePlane => "一个平面用于各通道",
        ExampleId::ImageChannels => "每个通道一个值",
        ExampleId::ImageOneValue => "一个值用于全部元素",
        ExampleId::ScoresEveryone => "每个学生都加五分",
        ExampleId::ScoresEveryoneVector => "写成一个元素的向量",
        ExampleId::ScoresPerSubject => "每个科目一个加分",
        ExampleId::ScoresPerStudent => "每个学生一个加分",
        ExampleId::ClashInTheMiddle => "中间的轴冲突",
        ExampleId::ClashLikewise => "都有 3，位置不同",
        ExampleId::AnotherBatchSize => "批次大小不同",
        ExampleId::EmptyAgainstThree => "大小 0 遇到 3",
        ExampleId::EmptyAgainstTwo => "大小 0 遇到 2",
        ExampleId::EmptyWithOne => "1 变成 0",
        ExampleId::EmptyWithMatrix => "三个轴，没有元素",
        ExampleId::NotInPlaceGrows => "新结果可以更大",
        ExampleId::InPlaceCannotGrow => "就地运算不能变大",
        ExampleId::InPlaceChannel => "三个通道值，一个通道",
        ExampleId::PitfallWrongLoss => "损失值为什么不对？",
        ExampleId::PitfallWrongLossHuge => "算损失为何内存不足？",
        ExampleId::PitfallZeroDim => "张量至少要有一个轴？",
        ExampleId::PitfallLargerSize => "结果取较大的那个？",
        ExampleId::PitfallPerRow => "向量就是每行一个值？",
        ExampleId::PitfallPerRowFixed => "每行一个值的正确写法",
        ExampleId::PitfallNewAxisInFront => "新轴补在哪里？",
        ExampleId::PitfallNoOuterProduct => "两个向量相乘得外积？",
        ExampleId::PitfallOuterProduct => "外积的正确写法",
        ExampleId::PitfallInPlace => "a += b 能让 a 变大？",
        ExampleId::PitfallSharedMemory => "能写入扩展后的视图吗？",
        ExampleId::PitfallNeitherRowNorColumn => "向量是行还是列？",
        ExampleId::PitfallNonSingleton => "维度 2 属于哪个张量？",
        ExampleId::PitfallNotMatmul => "* 就是矩阵乘法？",
        ExampleId::PitfallNoCopy => "拉伸会复制内存？",
        ExampleId::PitfallFirstAxes => "从第一个轴开始对齐？",
        ExampleId::PitfallExistingAxis => "2 能拉伸成 4 吗？",
        ExampleId::PitfallRankPromotion => "没报错就是对的？",
    }
}

/// What to notice: one to three sentences.
pub(super) const fn note(id: ExampleId) -> &'static str {
    match id {
        ExampleId::TrailingAxes => {
            "从最后一个轴往前逐一比较：1 与 1 一致；b 的 1 遇到 4，拉伸为 4；3 与 3 一致。b 没有第四个轴，\
             于是在最前面补一个大小为 1 的轴，再拉伸为 5。"
        }
        ExampleId::SameShape => "两个操作数的每个轴大小都相等，既不需要补轴，也不需要拉伸：下标相同的元素一一对应。",
        ExampleId::BothStretch => {
            "两个操作数都可以沿各自大小为 1 的轴拉伸：a 从 1 到 3；b 从 1 到 4，补出的前导轴再从 1 到 5。\
             结果的元素比任何一个操作数都多。"
        }
        ExampleId::VectorOfOne => {
            "先在 a 前面补两个轴，这些大小为 1 的轴再按 b 拉伸为 3 和 7。中间的轴两边都是 1，结果也就是 1。"
        }
        ExampleId::StretchTheShortOne => {
            "各轴大小都是 1 的形状不会与任何形状冲突：遇到多大的轴，就拉伸到多大。\
             结果的 40 个元素共用 b 的这一个元素。"
        }
        ExampleId::ZeroDim => {
            "零维张量没有轴，只有一个元素。缺少的轴全部以大小 1 补上，再拉伸，因此它能与任何形状广播。"
        }
        ExampleId::ThreeRowsSame => {
            "两个操作数已经是结果的形状，不需要拉伸。存储的 24 个数大多是重复的：a 的每一行内部相同，\
             b 的各行彼此相同。"
        }
        ExampleId::ThreeRowsVector => {
            "这里 b 只写一次：前面补一个轴并拉伸为 4，a 的每一行都与同样的 0、1、2 相加。结果与完整写出两张表时相同。"
        }
        ExampleId::ThreeRowsBoth => "列向右拉伸，行向下拉伸，合起来铺成同一张表。只存 7 个数，就起到了 24 个数的作用。",
        ExampleId::ValuesRow => {
            "b 缺少前导轴，下一个轴的大小为 1，两者都会拉伸。于是八行中的每一行都加上同样的 0、1、2。"
        }
        ExampleId::ValuesColumn => {
            "b 是一列四个数。大小为 1 的轴沿行的方向拉伸，补出的轴跨两块拉伸：两块中都是第 0 行加 0，第 1 行加 1，\
             依此类推。"
        }
        ExampleId::ValuesFourAxes => {
            "最后两个轴构成八个三行两列的矩阵。每个矩阵都遇到同一列 0、1、2，这一列再拉伸为两列。"
        }
        ExampleId::ValuesMiddleAxis => {
            "大小为 1 的轴可以出现在形状的任何位置，不限于两端。b 沿第三个轴和补出的前导轴拉伸，\
             其余两个轴本来就一致。"
        }
        ExampleId::ValuesFromTwo => {
            "b 只有 2 和 3，排在最后一个轴上。a 共有 24 对元素，每一对的第一个加 2，第二个加 3。"
        }
        ExampleId::ValuesEveryOther => {
            "第一、第三个轴大小一致；第二、第四个轴上 b 的大小为 1，需要拉伸。b 的六个数（2 到 7）各供八个元素使用。"
        }
        ExampleId::ValuesBothStretch => {
            "两个操作数各有一个大小为 1 的轴，而对方在那里更大：a 沿最后一个轴拉伸，b 沿第二个轴拉伸。\
             24 个数与 12 个数得到 48 个元素。"
        }
        ExampleId::FeatureMapsBias => {
            "b 末尾的两个 1 让 32 对准通道轴；没有它们，32 就会遇到宽度 14 而冲突。图中显示 25,088 个元素，\
             实际只存 32 个数。"
        }
        ExampleId::FeatureMapsBiasWritten => {
            "这里把大小为 1 的前导轴直接写了出来。它正是广播会自动补上的那个轴，所以结果不变。"
        }
        ExampleId::ImageToAll => {
            "b 没有批次轴和通道轴；缺少某个轴，就是“对该轴上的每一项都相同”。\
             这 196 个数会加到 128 张特征图的每一张上。"
        }
        ExampleId::ImagePlane => {
            "前面补两个轴，分别拉伸为 4 和 3。四幅图像各三个通道，共 12 个平面，共用同样的 1,024 个值。"
        }
        ExampleId::ImageChannels => {
            "末尾的两个 1 让 3 对准通道轴；若只有 3，它遇到的会是宽度 32。在四幅图像中，\
             每个值都由该通道的全部 1,024 个像素共用。"
        }
        ExampleId::ImageOneValue => {
            "b 的四个轴大小都是 1，全部拉伸，一个数供 12,288 个元素使用。换成零维张量也一样：缺少的轴按 1 计算。"
        }
        ExampleId::ScoresEveryone => {
            "5.0 没有轴，因此对每个班级、每个学生、每项成绩都相同。只需存储 1 个数，而不是 1,024 个。"
        }
        ExampleId::ScoresEveryoneVector => {
            "b 唯一的轴与 score 对齐，从 1 拉伸为 8；student 和 class 两个轴由广播补上。与直接写一个数一样，\
             1 个元素供 1,024 个元素共用。"
        }
        ExampleId::ScoresPerSubject => {
            "b 只有 score 轴。它缺少 class 和 student，表示“对所有班级、所有学生都相同”：\
             每个班的每个学生得到同样的八个加分。"
        }
        ExampleId::ScoresPerStudent => {
            "末尾大小为 1 的轴占住 score 的位置，每个加分沿它共用。没有它，32 就会遇到 8 而冲突：轴按位置对齐，\
             名称只是给人看的。"
        }
        ExampleId::ClashInTheMiddle => {
            "在轴 1 上，大小是 2 和 3：既不相等，也没有一个是 1。只要有一个这样的轴，其余的轴再合适也无法广播。"
        }
        ExampleId::ClashLikewise => {
            "两个形状里都有 3，但不在同一位置。形状从末尾对齐，b 的 3 遇到的是 2；广播不会移动轴去寻找相等的大小。"
        }
        ExampleId::AnotherBatchSize => {
            "两个操作数都有批次轴，大小是 4 和 2：既不相等，也没有一个是 1。4 能被 2 整除也无济于事。"
        }
        ExampleId::EmptyAgainstThree => "大小为 0 的轴与其他轴一样遵守规则：只与 0 或 1 一致。这里它遇到 3，因此冲突。",
        ExampleId::EmptyAgainstTwo => {
            "a 是空的，但并非没有轴：它有一个大小为 0 的轴。0 与 2 既不相等，也没有一个是 1，所以没有结果，\
             连空的结果也没有。"
        }
        ExampleId::EmptyWithOne => "大小为 1 的轴取对方的大小，即使对方是 0。结果有一个轴、没有元素，这并不是错误。",
        ExampleId::EmptyWithMatrix => {
            "b 的最后一个轴从 1 变成 0，a 前面补上两个轴。b 存有 35 个元素，结果一个也没有，但三个轴俱全。"
        }
        ExampleId::NotInPlaceGrows => {
            "a + b 产生新的张量，所以两个操作数都可以拉伸：结果有 63 个元素，a 仍是 3 个。\
             下一个例子把同样的加法改成就地运算。"
        }
        ExampleId::InPlaceCannotGrow => {
            "和有 63 个元素，a 的内存只够存 3 个。就地运算只允许 b 拉伸，a 必须已经是结果的形状。需要新张量时，\
             写 a = a + b。"
        }
        ExampleId::InPlaceChannel => {
            "用三个值就地归一化单通道图像，就得把它变成三通道，而 a 不能变大。单通道图像应只用一个值；\
             或者先变成三通道，在 PyTorch 中写 a = a.repeat(3, 1, 1)。"
        }
        ExampleId::PitfallWrongLoss => {
            "一列预测值减去一个目标向量，是每个预测值与每个目标两两相减。这里两边都是 0 到 3，结果却只有对角线为 0。\
             应写 a - b[:, None] 或 a.squeeze(-1) - b。"
        }
        ExampleId::PitfallWrongLossHuge => {
            "本来只要 50,000 个差，实际却有 25 亿个：float32 占 10 GB，float64 占 20 GB。要改的是形状，而不是加内存：\
             a - b[:, None]。"
        }
        ExampleId::PitfallZeroDim => {
            "不必。零维张量的形状是 ()，没有轴，有一个元素。它能与任何形状广播；两个零维张量相加，结果仍是零维。"
        }
        ExampleId::PitfallLargerSize => {
            "不一定：1 遇到 0，结果是 0。大小为 1 的轴取对方的大小，不论对方是多少。所以这里的结果有三行，\
             每行没有元素。"
        }
        ExampleId::PitfallPerRow => {
            "形状从末尾对齐，b 的 3 遇到的是 4 列，而不是 3 行。要每行一个值，就在末尾加一个大小为 1 的轴：\
             b[:, None] 或 b.unsqueeze(-1)。"
        }
        ExampleId::PitfallPerRowFixed => {
            "b 写成一列，3 就对准了行，再沿每一行拉伸。对最后一个轴求均值时，\
             加上 keepdims=True（PyTorch 为 keepdim=True）就能保留这种形状。"
        }
        ExampleId::PitfallNewAxisInFront => {
            "总是补在最前面，不会挑合适的位置：b 成为一行，加到四行的每一行上。若 a 的两个轴互换，就会冲突：\
             除非写成 b[:, None]，b 不会被当作一列。"
        }
        ExampleId::PitfallNoOuterProduct => {
            "不会。3 和 4 在同一个轴上，没有一个是 1，无从拉伸。要让元素两两相乘，先把一个向量变成列：\
             a[:, None] * b 或 a.unsqueeze(-1) * b。"
        }
        ExampleId::PitfallOuterProduct => {
            "列拉伸为四列，行拉伸为三行，a 的每个元素与 b 的每个元素各相遇一次。这里第 i 行第 j 列的元素就是 i 乘 j。"
        }
        ExampleId::PitfallInPlace => {
            "不能。结果有两行，而 a 只有一行的空间；就地运算只允许 b 拉伸。应写 a = a + b；若 b 可以改动，\
             也可写 b += a。"
        }
        ExampleId::PitfallSharedMemory => {
            "把 a 扩展为四列后，一行的四个元素共用内存中的同一个位置。PyTorch 会拒绝 a.expand(3, 4).add_(1)，\
             NumPy 的 broadcast_to 返回只读视图。要写入，先用 clone() 或 copy() 复制。"
        }
        ExampleId::PitfallNeitherRowNorColumn => {
            "都不是：它只有一个轴。转置对它不起作用，所以 a + a.T 只有三个元素，而不是九个。行写作 a[None, :]，\
             列写作 a[:, None]。"
        }
        ExampleId::PitfallNonSingleton => {
            "都不属于：PyTorch 报错中的“at non-singleton dimension 2”，是在对齐后的结果上从 0 数起的轴。\
             那里的大小是 3 和 2；a 本身并没有轴 2。"
        }
        ExampleId::PitfallNotMatmul => {
            "不是。* 逐元素相乘，形状必须能够广播，而 3 与 2 冲突。矩阵乘法写作 a @ b，这里会得到两行两列。"
        }
        ExampleId::PitfallNoCopy => {
            "不会。被拉伸的轴步长为 0，沿它每走一步，读到的都是同一个位置：a 只存 3 个数，就代表 3,000,000 个元素。\
             只有结果需要新的内存。"
        }
        ExampleId::PitfallFirstAxes => {
            "Julia 和 MATLAB 是这样，这一对在那里可以运算。NumPy 和 PyTorch 从末尾对齐，4 遇到 2 而冲突。\
             请自己补上轴：a[:, :, None] 或 a.unsqueeze(-1)。"
        }
        ExampleId::PitfallExistingAxis => {
            "不能。只有大小为 1 的轴才能拉伸；其他大小的轴绝不会自动重复，即使能整除也不行。要重复就明确写出：\
             np.tile(a, (1, 2))，在 PyTorch 中是 a.repeat(1, 2)。"
        }
        ExampleId::PitfallRankPromotion => {
            "未必。a 被悄悄当作一行；若本意是每行一个值，方阵会掩盖这个错误，应写 a[:, None]。\
             JAX 可以拒绝这样的运算：jax_numpy_rank_promotion = \"raise\"。"
        }
    }
}
