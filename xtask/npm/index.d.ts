/** The settings: the same names as the attributes, the properties and a link's query. */
export interface State {
  /** Operand a as it was typed: `"5,3,4,1"`, `"(3,)"`, `"[[0],[10]]"`. */
  a: string;
  /** Operand b. */
  b: string;
  /** What is done to each pair of elements, by its name in PyTorch. */
  op:
    | "add" | "sub" | "mul" | "div" | "floor_divide" | "remainder" | "pow" | "maximum" | "minimum"
    | "eq" | "ne" | "lt" | "le" | "gt" | "ge"
    | (string & {});
  /** Whose words and limits are shown. */
  library: "pytorch" | "numpy" | (string & {});
  /** Whether `a` itself is changed. */
  inplace: boolean;
  /** The element type that memory is counted in; `null` for what the operands say. */
  dtype: string | null;
  /** The chapter that is told; `null` for the last one. */
  chapter: number | null;
  /** The cell that is lit: its index in the result (`"2,1"`), or in a panel (`"a:2,1"`). */
  cell: string | null;
  /** What blocks of more than two axes look like: side by side, or stacked in depth. */
  blocks: "beside" | "depth" | (string & {});
  /** Whether the story begins again when it is over. */
  loop: boolean;
  /** Whether the story plays as soon as it is seen. */
  autoplay: boolean;
  /** How much stands around the diagram. */
  controls: "all" | "play" | "none" | (string & {});
  /** Which colours are used. */
  theme: "auto" | "light" | "dark" | (string & {});
  /** The language; `null` for the reader's. */
  locale: "en" | "zh-CN" | (string & {}) | null;
}

export interface BroadcastVisualizerEventMap {
  ready: CustomEvent<{ state: State }>;
  statechange: CustomEvent<{ state: State; changed: (keyof State)[] }>;
  chapterchange: CustomEvent<{ chapter: number; last: number; playing: boolean }>;
  broadcasterror: CustomEvent<{ message: string }>;
  resize: CustomEvent<{ width: number; height: number }>;
  error: CustomEvent<{ message: string }>;
}

/** `<broadcast-visualizer>`. Import this package once; it defines the element. */
export interface BroadcastVisualizer extends HTMLElement, State {
  /** Fulfilled once the element shows something for the first time. */
  readonly ready: Promise<BroadcastVisualizer>;
  play(): void;
  pause(): void;
  next(): void;
  previous(): void;
  /** Goes to a time of the story at once: 0 is its beginning, and chapter `n` is over at `n`. */
  seek(t: number): void;
  /** Back to the attributes that it started with. */
  reset(): void;
  getState(): State;
  setState(state: Partial<State>): void;
  /** The chapter that is told as an SVG document; `undefined` while nothing can be shown. */
  toSVG(options?: { width?: number }): Promise<string | undefined>;
  /** What the canvas shows as an image. */
  toBlob(type?: string, quality?: number): Promise<Blob | null>;
}

declare global {
  interface HTMLElementTagNameMap {
    "broadcast-visualizer": BroadcastVisualizer;
  }
}
