// The steps that replace a shuffler, as a list to tick from the top, for console and pit.

import { element, stepWords } from "./live.js";

/** A list with a box for each step; `through()` is the last step of those ticked without a gap. */
export function stepList(steps, done) {
  const boxes = steps.map((_, index) =>
    element("input", { type: "checkbox", checked: index < done, disabled: index < done }),
  );
  const through = () => {
    const open = boxes.findIndex((box) => !box.checked);
    return open < 0 ? steps.length : open;
  };
  const rows = steps.map((step, index) =>
    element("li", {}, element("label", {}, boxes[index], element("span", {}, stepWords(step)))),
  );
  return { list: element("ol", { class: "steps" }, ...rows), through };
}
