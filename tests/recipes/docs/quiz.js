// Writes the answers to the questions of a page into its list: those of elements are events, those of iframes are messages.
const collect = (event, detail) => {
  const line = document.createElement("li");
  line.textContent =
    event === "answer"
      ? `${detail.question.text} ${detail.response ?? "-"}: ${detail.correct ? "right" : `wrong (${detail.rules.join(" or ") || "no known rule"})`}`
      : `${detail.correct} of ${detail.questions} right`;
  document.querySelector("#answers")?.append(line);
};
for (const event of ["answer", "complete"]) {
  document.addEventListener(event, ({ detail }) => collect(event, detail));
}
addEventListener("message", ({ data }) => {
  if (data.type === "broadcast-visualizer" && ["answer", "complete"].includes(data.event)) {
    collect(data.event, data);
  }
});
