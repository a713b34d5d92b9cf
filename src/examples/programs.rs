//! The programs that an empty editor offers.

/// A loss of shapes (N, 1) and (N,); rows without their mean, of which the axis is lost; attention with a mask of one key for each row.
pub const PROGRAMS: [&str; 3] = [
    "\
import torch

pred = torch.randn(32, 1)
target = torch.randn(32)
loss = ((pred - target) ** 2).mean()
",
    "\
import numpy as np

data = np.random.rand(4, 3)
mu = data.mean(axis=1)
sigma = data.std(axis=1)
z = (data - mu) / sigma
",
    "\
import torch

q = torch.randn(2, 8, 10, 64)
k = torch.randn(2, 8, 10, 64)
mask = torch.ones(2, 10, dtype=torch.bool)

scores = q @ k.transpose(-2, -1) / 64 ** 0.5
scores = scores.masked_fill(~mask, float(\"-inf\"))
weights = torch.softmax(scores, dim=-1)
",
];
