/** The settings: attributes, properties and links have the same names. Written by tests/native/schema.rs. */
export interface State {
  /** Operand `a`, as it was typed. It is a shape (`5,3,4,1`, `(3,)`, `()`), values (`[[0],[10]]`) or Python (`np.arange(3)[:, None]`). */
  a: string;
  /** Operand `b`, as it was typed. It is a shape (`5,3,4,1`, `(3,)`, `()`), values (`[[0],[10]]`) or Python (`np.arange(3)[:, None]`). */
  b: string;
  /** Operand `c`, as it was typed. With it, the operation is `where(a, b, c)`, and `a` is its condition. It is a shape, values, or Python. `null`: an operation of two operands. */
  c: string | null;
  /** The operator, by the name of its function in PyTorch; `@` means `matmul`. */
  op: "add" | "sub" | "mul" | "div" | "floor_divide" | "remainder" | "pow" | "maximum" | "minimum" | "eq" | "ne" | "lt" | "le" | "gt" | "ge" | "matmul" | (string & {});
  /** The library whose rules and messages are shown. */
  library: "pytorch" | "numpy" | (string & {});
  /** Whether the operation writes its result into `a`. */
  inplace: boolean;
  /** The operation of the program that is shown, counted from 1 in links, attributes and properties. `null`: the first that fails, else the first that is probably a mistake, else the last. */
  operation: number | null;
  /** The element type of operands that are written as shapes, in which memory is counted too. `null`: the type of the operands. */
  dtype: "bool" | "uint8" | "uint16" | "uint32" | "uint64" | "int8" | "int16" | "int32" | "int64" | "float16" | "bfloat16" | "float32" | "float64" | "complex64" | "complex128" | (string & {}) | null;
  /** The chapter that is shown, counted from 1 in links, attributes and properties. `null`: the first chapter, from which the page plays. */
  chapter: number | "last" | null;
  /** The pinned cell, by its index in the aligned shapes. It is an index of the result (`2,1`) or of an operand's panel (`a:2,1`). `null`: no cell. */
  cell: string | null;
  /** How blocks of more than two axes are drawn: side by side, or stacked in depth. */
  blocks: "beside" | "depth" | (string & {});
  /** Whether the story goes on, in PyTorch, with the gradient of each operand. */
  gradient: boolean;
  /** Whether the story starts again at its end. */
  loop: boolean;
  /** Whether the story plays when the diagram is first seen. */
  autoplay: boolean;
  /** What is shown around an embedded diagram. */
  controls: "all" | "play" | "none" | (string & {});
  /** What the user is asked about the operation before the answer is shown. `null`: nothing is asked. */
  predict: "shape" | "verdict" | "axes" | "value" | "source" | "memory" | "error" | "fix" | "gradient" | (string & {}) | null;
  /** A set of questions from a seed, as the page writes it into a link. It is a set as the page writes it, such as `3.5f3.shapes.2.5`. `null`: no set. */
  practice: string | null;
  /** A teacher's steps, as the page writes them into a link. It is steps as the page writes them, such as `1~.~.1~.~:a=4,1~.b=3~.text=Look`. `null`: no steps. */
  steps: string | null;
  /** A file with a teacher's steps, by its address. The value of `steps` comes before it. It is the address of a file, such as `week3.json`. `null`: no file. */
  "steps-src": string | null;
  /** The step that is shown, counted from 1 in links, attributes and properties. `null`: the first step. */
  step: number | null;
  /** The colours. */
  theme: "auto" | "light" | "dark" | (string & {});
  /** The language. `null`: the language of the browser. */
  locale: "en" | "zh-CN" | "es" | (string & {}) | null;
  /** A program in Python. It stands in place of the operands, the operator and the in-place switch. It is Python, several lines or one; empty without a program. */
  code: string;
}

/** The score of an answer or of a set, as xAPI names its parts. */
export interface Score {
  scaled: number;
  raw: number;
  min: number;
  max: number;
}

/** What a result has as xAPI 1.0.3 names it, without the actor. */
export interface Statement {
  verb: { id: string; display: Record<string, string> };
  object: { id: string; objectType: string; definition: Record<string, unknown> };
  result: { success: boolean; completion: boolean; score: Score; response?: string; extensions?: Record<string, unknown> };
}

/** An answer to a question. `response` is `null` where the reader only asked for the answer. */
export interface AnswerDetail extends Statement {
  question: {
    kind: string;
    text: string;
    a: string;
    b: string;
    op: string;
    library: string;
    inplace: boolean;
    element: number[] | null;
    number: number | null;
    count: number | null;
  };
  response: string | null;
  correct: boolean;
  rule: string | null;
  rules: string[];
  attempts: number;
  score: Score;
}

/** The step that is shown. */
export interface StepDetail {
  /** Its number, from 1. */
  step: number;
  /** The number of steps. */
  count: number;
  /** What the teacher says. */
  text: string;
  /** What is asked; `null` for a step without a question. */
  question: string | null;
  /** The operation in one line. */
  operation: string;
}

/** The end of a set of questions or of steps. */
export interface CompleteDetail extends Statement {
  set: string;
  title: string;
  questions: number;
  correct: number;
  understood: string[];
  notUnderstood: string[];
  score: Score;
}

/** The events of an element. All of them bubble, also out of a shadow root. */
export interface BroadcastVisualizerEventMap {
  ready: CustomEvent<{ state: State }>;
  statechange: CustomEvent<{ state: State; changed: (keyof State)[] }>;
  /** Another chapter is shown, or the story starts or stops playing. `chapter` and `last` count from 1. */
  chapterchange: CustomEvent<{ chapter: number; last: number; playing: boolean }>;
  broadcasterror: CustomEvent<{ message: string }>;
  resize: CustomEvent<{ width: number; height: number }>;
  error: CustomEvent<{ message: string }>;
  answer: CustomEvent<AnswerDetail>;
  step: CustomEvent<StepDetail>;
  complete: CustomEvent<CompleteDetail>;
}

/** A step of a file. What is left out has the default of the attribute of this name. `a` and `b`, or `code`, have to be there. */
export type Step = Partial<Omit<State, "op" | "controls" | "loop" | "autoplay" | "practice" | "steps" | "steps-src" | "step" | "theme" | "locale">> & {
  /** Names as the attribute has them, `"where"`, or signs such as `"*"`. */
  op?: string;
  /** What the teacher says, at most 600 characters. It is only ever text. */
  text?: string;
};

/** The file that `steps-src` names, as JSON. It has 1 to 50 steps and at most 300,000 characters. */
export interface StepsFile {
  $schema?: string;
  version: 1;
  /** At most 200 characters. */
  title?: string;
  /** What stands above the first step, at most 300 characters. */
  caption?: string;
  /** Whether readers can ask for the answers; they can if this is left out. */
  answers?: boolean;
  steps: Step[];
}

/** `<broadcast-visualizer>`. Import this package once; it defines the element. */
export interface BroadcastVisualizer extends HTMLElement, State {
  /** Fulfilled when the element is shown for the first time. */
  readonly ready: Promise<BroadcastVisualizer>;
  /** A recorded run, as JSON or as the object that python/record.schema.json describes. It stands in place of the operands. */
  record: string | object | undefined;
  play(): void;
  pause(): void;
  /** Shows the next step or, without steps, the next chapter. */
  next(): void;
  /** Shows the step before or, without steps, the chapter before. */
  previous(): void;
  /** Shows a time of the story at once. Times count chapters from 1: chapter `n` is complete at `t = n`. */
  seek(t: number): void;
  /** Restores the attributes that the element started with. */
  reset(): void;
  getState(): State;
  setState(state: Partial<State>): void;
  /** The shown chapter as an SVG document; `undefined` while nothing is shown. */
  toSVG(options?: { width?: number }): Promise<string | undefined>;
  /** The canvas as an image; `null` while nothing is shown. */
  toBlob(type?: string, quality?: number): Promise<Blob | null>;

  addEventListener<K extends keyof BroadcastVisualizerEventMap>(
    type: K,
    listener: (this: BroadcastVisualizer, event: BroadcastVisualizerEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: BroadcastVisualizer, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | AddEventListenerOptions,
  ): void;
  addEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | AddEventListenerOptions): void;
  removeEventListener<K extends keyof BroadcastVisualizerEventMap>(
    type: K,
    listener: (this: BroadcastVisualizer, event: BroadcastVisualizerEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener<K extends keyof HTMLElementEventMap>(
    type: K,
    listener: (this: BroadcastVisualizer, event: HTMLElementEventMap[K]) => unknown,
    options?: boolean | EventListenerOptions,
  ): void;
  removeEventListener(type: string, listener: EventListenerOrEventListenerObject, options?: boolean | EventListenerOptions): void;
}

declare global {
  interface HTMLElementTagNameMap {
    "broadcast-visualizer": BroadcastVisualizer;
  }

  /** A page collects the results of all its elements at its document. */
  interface DocumentEventMap {
    answer: CustomEvent<AnswerDetail>;
    step: CustomEvent<StepDetail>;
    complete: CustomEvent<CompleteDetail>;
  }
}
