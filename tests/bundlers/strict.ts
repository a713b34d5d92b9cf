// What an author writes in a strict TypeScript project. It is only checked, never run.
import "broadcast-visualizer";
import type { AnswerDetail, BroadcastVisualizer, CompleteDetail, State, StepsFile } from "broadcast-visualizer";
import widget from "broadcast-visualizer/anywidget";

const element = document.createElement("broadcast-visualizer");
const queried: BroadcastVisualizer | null = document.querySelector("broadcast-visualizer");

// What an event has, without a cast.
element.addEventListener("answer", ({ detail }) => {
    const answer: AnswerDetail = detail;
    const text: string = answer.question.text;
    const scaled: number = detail.score.scaled;
    console.log(text, scaled);
});
element.addEventListener("complete", (event) => console.log(event.detail satisfies CompleteDetail, event.detail.notUnderstood.length));
element.addEventListener("statechange", ({ detail: { state, changed } }) => console.log(changed.map((name) => state[name])), { once: true });
element.addEventListener("chapterchange", function ({ detail }) {
    this.seek(Math.min(detail.chapter + 1, detail.last));
});
element.addEventListener("resize", ({ detail }) => console.log(detail.width * detail.height));
element.addEventListener("error", ({ detail }) => console.log(detail.message.length));
element.addEventListener("broadcasterror", ({ detail }) => console.log(detail.message.length));
element.addEventListener("ready", ({ detail }) => console.log(detail.state.a.length));
queried?.addEventListener("ready", ({ detail }) => console.log(detail.state.b.length));

// Other events are what they were.
element.addEventListener("click", (event) => console.log(event.clientX));
element.addEventListener("keydown", (event) => console.log(event.key));
element.addEventListener("of-my-own", { handleEvent: (event: Event) => console.log(event.type) });
const listener = ({ detail }: CustomEvent<{ message: string }>) => console.log(detail.message);
element.addEventListener("error", listener);
element.removeEventListener("error", listener);

// A page collects the results of all its elements.
document.addEventListener("answer", ({ detail }) => console.log(detail.response?.length ?? 0));
document.addEventListener("complete", ({ detail }) => console.log(detail.understood.length));

// @ts-expect-error An answer has no message.
element.addEventListener("answer", ({ detail }) => console.log(detail.message));
// @ts-expect-error The time is a number.
element.seek("2");

const state: State = element.getState();
element.setState({ a: state.b, chapter: "last", practice: null });
element.operation = 2;
element["steps-src"] = "week3.json";
const file: StepsFile = { version: 1, steps: [{ a: "4,1", b: "3", predict: "shape", text: "Draw it." }, { code: "x = 1", chapter: "last" }] };
// @ts-expect-error The colours belong to the page, not to a step.
file.steps.push({ a: "4,1", b: "3", theme: "dark" });
void element.ready.then((ready) => ready.play());
void element.toSVG({ width: 300 }).then((svg) => svg?.length);
console.log(typeof widget.render);
