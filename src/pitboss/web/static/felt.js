// A table from above: the felt, and its spots in an arc as the players sit.

const SVG = "http://www.w3.org/2000/svg";
const CLOTH = "M10 12 H190 A90 84 0 0 1 10 12 Z";

function shape(tag, attributes) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** A felt with so many spots at each seat; `classOf(seat, sensor)` says how each spot looks. */
export function feltOf(seats, sensors, classOf) {
  const felt = shape("svg", { viewBox: "0 0 200 104", class: "felt", "aria-hidden": "true" });
  felt.append(shape("path", { class: "cloth", d: CLOTH }), shape("path", { class: "rail", d: CLOTH }));
  for (let seat = 1; seat <= seats; seat += 1) {
    // Seats are numbered from the dealer's left, which is the viewer's right.
    const angle = (Math.PI * (seat - 0.5)) / seats;
    for (let sensor = 1; sensor <= sensors; sensor += 1) {
      const reach = sensor === 1 ? 0.8 : 0.6;
      felt.append(
        shape("circle", {
          class: `spot ${classOf(seat, sensor)}`,
          "data-spot": `${seat}.${sensor}`,
          cx: (100 - 90 * reach * Math.cos(angle)).toFixed(1),
          cy: (14 + 82 * reach * Math.sin(angle)).toFixed(1),
          r: 6.5,
        }),
      );
    }
  }
  return felt;
}
