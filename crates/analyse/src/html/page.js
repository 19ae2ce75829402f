"use strict";
// Lets each board follow the moves of its game: by buttons, keys, and the charts.
const SVG = "http://www.w3.org/2000/svg", SIDE = 45;
for (const game of document.querySelectorAll(".game")) {
  const list = game.querySelector(".moves"), viewer = game.querySelector(".viewer");
  const board = viewer.querySelector(".board");
  if (!board) continue;
  const moves = [...list.querySelectorAll(".move")], now = viewer.querySelector(".now");
  const pieces = board.querySelector(".pieces");
  let at = moves.length, flipped = false;

  const put = (name, file, rank, attributes) => {
    const element = document.createElementNS(SVG, name);
    element.setAttribute("x", SIDE * (flipped ? 7 - file : file));
    element.setAttribute("y", SIDE * (flipped ? rank : 7 - rank));
    for (const key in attributes) element.setAttribute(key, attributes[key]);
    pieces.append(element);
  };

  const draw = () => {
    const move = moves[at - 1];
    const fen = move ? move.dataset.fen : list.dataset.start;
    pieces.replaceChildren();
    if (move) {
      for (const [file, rank] of [move.dataset.uci.slice(0, 2), move.dataset.uci.slice(2, 4)]) {
        put("rect", file.charCodeAt(0) - 97, rank - 1, { width: SIDE, height: SIDE, class: "mark" });
      }
    }
    fen.split(" ")[0].split("/").forEach((row, index) => {
      let file = 0;
      for (const letter of row) {
        if (letter >= "1" && letter <= "8") file += Number(letter);
        else put("use", file++, 7 - index, { href: "#piece-" + letter });
      }
    });
    board.setAttribute("aria-label", "Board: " + fen);
  };

  const go = (to) => {
    at = Math.max(0, Math.min(moves.length, to));
    for (const move of moves) move.removeAttribute("aria-current");
    const move = moves[at - 1];
    if (move) move.setAttribute("aria-current", "true");
    now.textContent = move ? move.textContent + "  " + move.title : "Start";
    draw();
  };

  const act = {
    first: () => go(0), back: () => go(at - 1), next: () => go(at + 1),
    last: () => go(moves.length), flip: () => { flipped = !flipped; draw(); },
  };
  const keys = { ArrowLeft: "back", ArrowRight: "next", Home: "first", End: "last", f: "flip", F: "flip" };
  for (const area of [viewer, list]) {
    area.addEventListener("keydown", (event) => {
      const order = keys[event.key];
      if (!order || event.ctrlKey || event.metaKey || event.altKey) return;
      event.preventDefault();
      act[order]();
      if (area === list && moves[at - 1]) moves[at - 1].focus();
    });
  }
  game.addEventListener("click", (event) => {
    const order = event.target.closest("[data-go]"), place = event.target.closest("[data-ply]");
    if (order) act[order.dataset.go]();
    else if (place) go(Number(place.dataset.ply));
  });
}
// On paper every game is open.
addEventListener("beforeprint", () => {
  for (const game of document.querySelectorAll("details")) game.open = true;
});
