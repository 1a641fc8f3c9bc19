// Measures how a page looks: wider than its window, text that is hard to read, cells one letter wide, pictures that are stretched.
(() => {
  const seen = element => {
    const box = element.getBoundingClientRect();
    return box.width > 0 && box.height > 0 && getComputedStyle(element).visibility === "visible" && element.checkVisibility();
  };
  const channels = colour => {
    const [r, g, b, a = 1] = colour.match(/[\d.]+/g)?.map(Number) ?? [0, 0, 0, 0];
    return colour === "transparent" ? [0, 0, 0, 0] : [r, g, b, a];
  };
  const over = ([r, g, b, a], [r0, g0, b0]) => [r * a + r0 * (1 - a), g * a + g0 * (1 - a), b * a + b0 * (1 - a), 1];
  const luminance = ([r, g, b]) => {
    const linear = [r, g, b].map(v => v / 255).map(v => v <= 0.04045 ? v / 12.92 : ((v + 0.055) / 1.055) ** 2.4);
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2];
  };
  const contrast = (a, b) => {
    const [low, high] = [luminance(a), luminance(b)].sort((x, y) => x - y);
    return (high + 0.05) / (low + 0.05);
  };
  const dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const ground = element => {
    const layers = [];
    for (let up = element; up; up = up.parentElement) layers.push(channels(getComputedStyle(up).backgroundColor));
    return layers.reverse().reduce((below, layer) => over(layer, below), dark ? [18, 18, 18, 1] : [255, 255, 255, 1]);
  };
  // The colour below text of a drawing: that which it names, else that of the last box before it that holds its middle, else the page's.
  const drawnGround = element => {
    if (element.dataset.ground) return channels(getComputedStyle(document.getElementById(element.dataset.ground)).fill);
    const text = element.getBoundingClientRect(), x = text.left + text.width / 2, y = text.top + text.height / 2;
    for (let before = element.previousElementSibling; before; before = before.previousElementSibling) {
      if (before.tagName !== "rect") continue;
      const box = before.getBoundingClientRect(), style = getComputedStyle(before), colour = channels(style.fill);
      if (style.fill === "none" || box.left > x || box.right < x || box.top > y || box.bottom < y) continue;
      return over([...colour.slice(0, 3), colour[3] * style.fillOpacity], ground(element));
    }
    return ground(element);
  };
  // Text that its drawing cuts off.
  const cutOff = element => {
    const drawing = element.ownerSVGElement?.getBoundingClientRect(), text = element.getBoundingClientRect();
    return drawing && (text.left < drawing.left - 2 || text.right > drawing.right + 2 || text.top < drawing.top - 2 || text.bottom > drawing.bottom + 2);
  };
  const place = element => {
    const section = element.closest("section[id]")?.id ?? "";
    return `${section} <${element.tagName.toLowerCase()}> "${element.textContent.trim().slice(0, 30)}"`;
  };

  const faint = [], narrow = [], stretched = [], unnamed = [], cut = [];
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const element = walk.currentNode.parentElement;
    if (!walk.currentNode.textContent.trim() || ["SCRIPT", "STYLE", "TITLE", "OPTION"].includes(element.tagName) || !seen(element)) continue;
    const style = getComputedStyle(element), drawn = element instanceof SVGElement;
    const below = drawn ? drawnGround(element) : ground(element);
    const colour = over(channels(drawn ? style.fill : style.color), below);
    const size = parseFloat(style.fontSize), large = size >= 24 || (size >= 18.66 && style.fontWeight >= 700);
    const ratio = contrast(colour, below);
    if (ratio < (large ? 3 : 4.5)) faint.push(`${ratio.toFixed(2)}: ${place(element)}`);
    if (drawn && cutOff(element)) cut.push(place(element));
    const shown = drawn ? size * Math.hypot(element.getScreenCTM().a, element.getScreenCTM().b) : size;
    if (shown < 8) faint.push(`${shown.toFixed(1)} px high: ${place(element)}`);
  }
  for (const cell of document.querySelectorAll("td, th")) {
    const text = cell.textContent.trim();
    if (text.length < 6 || !seen(cell)) continue;
    const range = document.createRange();
    range.selectNodeContents(cell);
    const lines = new Set([...range.getClientRects()].filter(box => box.width > 0).map(box => Math.round(box.top))).size;
    if (lines > 2 && text.length / lines < 6) narrow.push(`${lines} lines: ${place(cell)}`);
  }
  for (const picture of document.images) {
    if (!seen(picture)) continue;
    const box = picture.getBoundingClientRect(), wide = box.width / picture.naturalWidth, high = box.height / picture.naturalHeight;
    if (Math.abs(wide / high - 1) > 0.02) stretched.push(`${wide.toFixed(2)} x ${high.toFixed(2)}: ${place(picture)}`);
  }
  for (const named of document.querySelectorAll("figure, .chart, img, svg[role], input, meter, progress, select, button"))
    if (!named.ariaLabel && !named.alt && !named.labels?.length && !named.textContent.trim()) unnamed.push(place(named));
  const wide = [...document.querySelectorAll("body *")].filter(element => seen(element) && element.getBoundingClientRect().right > document.documentElement.clientWidth + 1 &&
    !element.closest(".scroll, pre, svg") && getComputedStyle(element).position !== "absolute");
  return {
    width: document.documentElement.scrollWidth, window: document.documentElement.clientWidth, height: document.documentElement.scrollHeight,
    over: document.documentElement.scrollWidth > document.documentElement.clientWidth ? wide.slice(0, 3).map(place) : [],
    ground: getComputedStyle(document.body).backgroundColor, headings: document.querySelectorAll("h1").length, faint, narrow, stretched, unnamed, cut,
  };
})()
