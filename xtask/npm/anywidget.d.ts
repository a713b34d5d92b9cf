/** The part of an anywidget model that is used. */
export interface Model {
  get(name: string): unknown;
  set(name: string, value: unknown): void;
  on(event: string, listener: () => void): void;
  off(event: string, listener: () => void): void;
  save_changes?(): void;
  send?(content: unknown): void;
}

declare const widget: { render(context: { model: Model; el: HTMLElement }): () => void };
export default widget;
