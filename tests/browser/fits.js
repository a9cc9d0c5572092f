// What does not fit on a table's page: two things that lie over each other, something to press that is cut or covered,
// a word that is cut, and sideways scrolling. `tests/browser/sizes.py` evaluates it with the pairs that may overlap.
(allowed) => {
  /** In pixels: things may touch, and shadows and borders are not measured. */
  const SLACK = 1.5;
  const KINDS = [
    ["stamp", ".stamp, .verdict"],
    ["badge", ".dseat, .badge, .isrobot, .presence, .ishost, .ismissed, .player .hand, .delta, .there, .strokes"],
    ["suitcase", ".suit"],
    ["slip", ".slip, .flat, .banner, .bub, .minimap"],
    ["card", ".thing, .empty"],
    ["button", "button, a[href], summary, select, textarea, input:not([type=hidden]), [role=tab]"],
    ["square", "svg.board .cell"],
  ];
  /** Boxes that are meant to scroll sideways, with the last thing cut in half. */
  const TRAYS = ".row.dense, .tray, .eyes, .inwords, .rulebook .wide";
  const faults = [];
  const styles = new Map();
  const styleOf = (element) => {
    let found = styles.get(element);
    if (!found) styles.set(element, (found = getComputedStyle(element)));
    return found;
  };

  // ---- where things lie, after every turn and stretch

  const linears = new Map();
  /** The linear part of all transforms from the page down to an element, as [a, b, c, d]. */
  const linearOf = (element) => {
    if (!element) return [1, 0, 0, 1];
    let found = linears.get(element);
    if (found) return found;
    found = linearOf(element.parentElement);
    const { transform, rotate, scale } = styleOf(element);
    const own = new DOMMatrix();
    if (rotate !== "none") own.rotateSelf(parseFloat(rotate));
    if (scale !== "none") own.scaleSelf(...scale.split(" ").map(Number));
    if (transform !== "none") own.multiplySelf(new DOMMatrix(transform));
    if (!own.isIdentity) {
      const [a, b, c, d] = found;
      found = [
        a * own.a + c * own.b,
        b * own.a + d * own.b,
        a * own.c + c * own.d,
        b * own.c + d * own.d,
      ];
    }
    linears.set(element, found);
    return found;
  };
  const isUpright = ([a, b, c, d]) => b === 0 && c === 0 && a > 0 && d > 0;
  const corners = ({ left, top, right, bottom }) => [
    [left, top],
    [right, top],
    [right, bottom],
    [left, bottom],
  ];
  /** An element's own box after its transforms: they leave the middle of the box where the middle of its bounds is. */
  const quadOf = (element) => {
    const bounds = element.getBoundingClientRect();
    const linear = linearOf(element);
    if (isUpright(linear) || !(element instanceof HTMLElement)) return corners(bounds);
    const [a, b, c, d] = linear;
    const x = (bounds.left + bounds.right) / 2;
    const y = (bounds.top + bounds.bottom) / 2;
    const wide = element.offsetWidth / 2;
    const high = element.offsetHeight / 2;
    return [
      [-wide, -high],
      [wide, -high],
      [wide, high],
      [-wide, high],
    ].map(([left, top]) => [x + a * left + c * top, y + b * left + d * top]);
  };

  const clips = new Map();
  /** What of the window is left to what lies in an element: its own box and those around it, where they clip. */
  const clipOf = (element) => {
    if (!element || element === document.body || element === document.documentElement)
      return { left: 0, top: 0, right: document.documentElement.clientWidth, bottom: innerHeight };
    let found = clips.get(element);
    if (found) return found;
    const { overflowX, overflowY, position } = styleOf(element);
    found = position === "fixed" ? clipOf(null) : clipOf(element.parentElement);
    if (overflowX !== "visible" || overflowY !== "visible") {
      const box = element.getBoundingClientRect();
      found = { ...found };
      if (overflowX !== "visible") {
        found.left = Math.max(found.left, box.left);
        found.right = Math.min(found.right, box.right);
      }
      if (overflowY !== "visible") {
        found.top = Math.max(found.top, box.top);
        found.bottom = Math.min(found.bottom, box.bottom);
      }
    }
    clips.set(element, found);
    return found;
  };
  const outerClip = (element) => (styleOf(element).position === "fixed" ? clipOf(null) : clipOf(element.parentElement));
  /** What of a convex shape is inside a clip. */
  const clipped = (shape, clip) => {
    const sides = [
      [1, 0, clip.left],
      [-1, 0, -clip.right],
      [0, 1, clip.top],
      [0, -1, -clip.bottom],
    ];
    let left = shape;
    for (const [x, y, least] of sides) {
      const inside = ([px, py]) => px * x + py * y - least;
      left = left.flatMap((point, index) => {
        const next = left[(index + 1) % left.length];
        const here = inside(point);
        const there = inside(next);
        const cut =
          here < 0 !== there < 0
            ? [[0, 1].map((axis) => point[axis] + ((next[axis] - point[axis]) * here) / (here - there))]
            : [];
        return here < 0 ? cut : [point, ...cut];
      });
    }
    return left;
  };
  const boundsOf = (shape) => ({
    left: Math.min(...shape.map(([x]) => x)),
    right: Math.max(...shape.map(([x]) => x)),
    top: Math.min(...shape.map(([, y]) => y)),
    bottom: Math.max(...shape.map(([, y]) => y)),
  });
  /** How deep two convex shapes lie in each other: on the axis on which they are nearest to being apart. */
  const depth = (one, two) => {
    let least = Infinity;
    for (const shape of [one, two])
      for (let index = 0; index < shape.length; index++) {
        const [x, y] = shape[index];
        const [nextX, nextY] = shape[(index + 1) % shape.length];
        const length = Math.hypot(nextX - x, nextY - y);
        if (length < 0.01) continue;
        const normal = [(nextY - y) / length, (x - nextX) / length];
        const [first, second] = [one, two].map((each) => {
          const along = each.map(([px, py]) => px * normal[0] + py * normal[1]);
          return [Math.min(...along), Math.max(...along)];
        });
        least = Math.min(least, first[1] - second[0], second[1] - first[0]);
        if (least <= 0) return 0;
      }
    return least;
  };

  // ---- what is there

  const nameOf = (element) => {
    const classes = (element.getAttribute("class") ?? "").trim().split(/\s+/).filter(Boolean).slice(0, 3).join(".");
    const said = (element.getAttribute("aria-label") ?? element.textContent ?? "").trim().replace(/\s+/g, " ");
    return `${element.localName}${classes && `.${classes}`}${said && ` "${said.slice(0, 30)}"`}`;
  };
  /** Words for readers alone are one pixel wide. */
  const isUnseen = (element) => styleOf(element).clipPath === "inset(50%)";
  const seen = (element) =>
    element.checkVisibility({ visibilityProperty: true, opacityProperty: true, contentVisibilityAuto: true }) &&
    !element.closest(".sprite, .aloud, .flyer, .lifted, .skip") &&
    !isUnseen(element);
  const boxes = [];
  const add = (kind, element, quad, clip, text = "") => {
    const shape = clipped(quad, clip);
    if (shape.length < 3) return;
    const bounds = boundsOf(shape);
    if (bounds.right - bounds.left <= SLACK || bounds.bottom - bounds.top <= SLACK) return;
    boxes.push({ kind, element, quad, shape, bounds, text });
  };
  const modal = document.querySelector("dialog[open]");
  const root = modal ?? document.body;
  const taken = new Set();
  for (const [kind, selector] of KINDS)
    for (const element of root.querySelectorAll(selector)) {
      if (taken.has(element) || !seen(element)) continue;
      taken.add(element);
      // A switch lies unseen over what is drawn for it: the whole line is pressed.
      if (element.matches("input[type=checkbox], input[type=radio]") && element.closest("label")) continue;
      const measured = kind === "square" ? element.querySelector(":scope > rect") : element;
      add(kind, element, quadOf(measured), outerClip(element));
    }
  /** Words are as large as they are drawn, line by line. */
  const walker = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  const range = document.createRange();
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    const element = node.parentElement;
    if (!node.data.trim() || element.closest("svg, script, style, option") || !seen(element)) continue;
    const clip = clipOf(element);
    if (!isUpright(linearOf(element))) {
      add("label", element, quadOf(element), clip, node.data);
      continue;
    }
    range.selectNodeContents(node);
    for (const line of range.getClientRects()) {
      if (!line.width || !line.height) continue;
      // The line box is higher than its letters.
      const trim = Math.max(0, (line.height - parseFloat(styleOf(element).fontSize)) / 2);
      const letters = { left: line.left, right: line.right, top: line.top + trim, bottom: line.bottom - trim };
      add("label", element, corners(letters), clip, node.data);
      for (let up = element; up && up !== document.body; up = up.parentElement) {
        const { display, overflowX, overflowY, textOverflow, position, webkitLineClamp } = styleOf(up);
        if (webkitLineClamp !== "none") break;
        const box = up.getBoundingClientRect();
        const sideways = overflowX !== "visible" && (letters.right > box.right + SLACK || letters.left < box.left - SLACK);
        const upright = overflowY === "hidden" && (letters.bottom > box.bottom + SLACK || letters.top < box.top - SLACK);
        // Only blocks of text end in points.
        const pointed = textOverflow === "ellipsis" && /block/.test(display);
        if ((sideways && !pointed && !up.closest(TRAYS)) || upright)
          faults.push({ fault: "cut word", one: nameOf(element), two: nameOf(up), by: 0 });
        if (sideways || upright || overflowX !== "visible" || position === "fixed") break;
      }
    }
  }

  // ---- what lies over what

  const may = (one, two) =>
    allowed.some(
      ([first, second]) =>
        (one.element.matches(first) && two.element.matches(second)) ||
        (one.element.matches(second) && two.element.matches(first)),
    );
  const board = (box) => box.element.closest("svg.board");
  boxes.sort((one, two) => one.bounds.left - two.bounds.left);
  for (let first = 0; first < boxes.length; first++)
    for (let second = first + 1; second < boxes.length; second++) {
      const [one, two] = [boxes[first], boxes[second]];
      if (two.bounds.left >= one.bounds.right - SLACK) break;
      if (one.bounds.top >= two.bounds.bottom - SLACK || two.bounds.top >= one.bounds.bottom - SLACK) continue;
      if (one.element.contains(two.element) || two.element.contains(one.element)) continue;
      if (one.kind === "square" && two.kind === "square") continue;
      if (board(one) && board(one) === board(two)) continue;
      const by = depth(one.shape, two.shape);
      if (by > SLACK && !may(one, two))
        faults.push({
          fault: `${[one.kind, two.kind].sort().join(" over ")}`,
          one: nameOf(one.element),
          two: nameOf(two.element),
          by: Math.round(by),
        });
    }

  // ---- what can be pressed is whole

  const scrollsTo = (element, box) => {
    for (let up = element.parentElement; up; up = up.parentElement) {
      const style = up === document.body || up === document.documentElement ? styleOf(document.documentElement) : styleOf(up);
      const rolls = (overflow) => overflow === "auto" || overflow === "scroll";
      const page = up === document.documentElement;
      const down = rolls(style.overflowY) || (page && styleOf(document.body).overflowY !== "hidden");
      const across = rolls(style.overflowX) && up.matches(TRAYS);
      const place = page ? clipOf(null) : up.getBoundingClientRect();
      const outDown = box.top < place.top - SLACK || box.bottom > place.bottom + SLACK;
      const outAcross = box.left < place.left - SLACK || box.right > place.right + SLACK;
      const clipsDown = page || style.overflowY !== "visible";
      const clipsAcross = page || style.overflowX !== "visible";
      if (clipsDown && outDown && !(down && box.bottom - box.top <= place.bottom - place.top + SLACK)) return false;
      if (clipsAcross && outAcross && !(across && box.right - box.left <= place.right - place.left + SLACK)) return false;
      // What scrolls brings it inside; what lies around must hold the place, not the thing.
      if ((down && outDown) || (across && outAcross)) box = { ...box, ...boundsOf(clipped(corners(box), place)) };
      if (!Number.isFinite(box.left)) return true;
      if (style.position === "fixed") return true;
    }
    return true;
  };
  for (const element of taken) {
    if (!element.matches("button, a[href], summary, select, textarea, input, .thing")) continue;
    if (element.matches("input[type=checkbox], input[type=radio]")) continue;
    const box = boundsOf(quadOf(element));
    if (box.right - box.left < 1 || box.bottom - box.top < 1) {
      faults.push({ fault: "cut", one: nameOf(element), two: "nothing is left of it", by: 0 });
      continue;
    }
    if (!scrollsTo(element, box)) faults.push({ fault: "cut", one: nameOf(element), two: "by a box around it", by: 0 });
    const x = (box.left + box.right) / 2;
    const y = (box.top + box.bottom) / 2;
    const clip = outerClip(element);
    if (x < clip.left || x > clip.right || y < clip.top || y > clip.bottom) continue;
    const top = document.elementFromPoint(x, y);
    if (top && !element.contains(top) && !top.contains(element) && !may({ element }, { element: top }))
      faults.push({ fault: "covered", one: nameOf(element), two: nameOf(top), by: 0 });
  }

  // ---- nothing scrolls sideways

  const page = document.documentElement;
  const held = [page, document.body].some((each) => styleOf(each).overflowX === "hidden");
  if (!held && page.scrollWidth > page.clientWidth + 1)
    faults.push({ fault: "sideways", one: "the page", two: "", by: page.scrollWidth - page.clientWidth });
  for (const element of root.querySelectorAll("*")) {
    if (element.scrollWidth <= element.clientWidth + 1 || element.closest(TRAYS) || !seen(element)) continue;
    const { overflowX, textOverflow } = styleOf(element);
    if ((overflowX === "auto" || overflowX === "scroll") && textOverflow !== "ellipsis")
      faults.push({
        fault: "sideways",
        one: nameOf(element),
        two: "",
        by: element.scrollWidth - element.clientWidth,
      });
  }
  return { faults, count: boxes.length };
};
