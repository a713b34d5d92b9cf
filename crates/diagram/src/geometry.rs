//! Points, sizes, rectangles and lines, in CSS pixels: x grows to the right, y grows downwards.

/// A point, or the distance from one point to another.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Point {
    /// The distance from the left edge.
    pub x: f64,
    /// The distance from the upper edge.
    pub y: f64,
}

impl Point {
    /// The point at `(x, y)`.
    #[must_use]
    pub const fn new(x: f64, y: f64) -> Self {
        Self { x, y }
    }

    /// This point moved by `dx` and `dy`.
    #[must_use]
    pub const fn moved(self, dx: f64, dy: f64) -> Self {
        Self { x: self.x + dx, y: self.y + dy }
    }
}

/// A width and a height.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Size {
    /// The width.
    pub w: f64,
    /// The height.
    pub h: f64,
}

impl Size {
    /// The size `w` by `h`.
    #[must_use]
    pub const fn new(w: f64, h: f64) -> Self {
        Self { w, h }
    }
}

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Rect {
    /// The left edge.
    pub x: f64,
    /// The upper edge.
    pub y: f64,
    /// The width.
    pub w: f64,
    /// The height.
    pub h: f64,
}

impl Rect {
    /// The rectangle of a size whose upper left corner is at a point.
    #[must_use]
    pub const fn at(corner: Point, size: Size) -> Self {
        Self { x: corner.x, y: corner.y, w: size.w, h: size.h }
    }

    /// The rectangle with each edge moved outwards by `by`.
    #[must_use]
    pub const fn grown(&self, by: f64) -> Self {
        Self { x: self.x - by, y: self.y - by, w: self.w + 2.0 * by, h: self.h + 2.0 * by }
    }

    /// The rectangle with each edge moved inwards: by nothing where `by` is 0, by half of its shorter side where it is 1.
    #[must_use]
    pub const fn shrunk(&self, by: f64) -> Self {
        self.grown(-by * self.w.min(self.h) / 2.0)
    }

    /// Whether a point is in it.
    #[must_use]
    pub const fn contains(&self, x: f64, y: f64) -> bool {
        x >= self.x && x < self.x + self.w && y >= self.y && y < self.y + self.h
    }

    /// Whether a part of it is in another rectangle.
    #[must_use]
    pub const fn overlaps(&self, other: &Self) -> bool {
        self.x < other.x + other.w
            && other.x < self.x + self.w
            && self.y < other.y + other.h
            && other.y < self.y + self.h
    }

    /// The point in its middle.
    #[must_use]
    pub const fn middle(&self) -> Point {
        Point { x: self.x + self.w / 2.0, y: self.y + self.h / 2.0 }
    }
}

/// A straight line.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Line {
    /// The first end.
    pub from: Point,
    /// The other end.
    pub to: Point,
}
