"use strict";
(() => {
  const table = document.getElementById("findings");
  if (!table) return;
  const body = table.tBodies[0];
  const form = document.getElementById("filters");
  const shown = document.getElementById("shown");
  const rows = Array.from(body.rows);
  const texts = rows.map((row) => row.textContent.toLowerCase());
  const severities = ["error", "warning", "info"];

  const filter = () => {
    const wanted = Object.fromEntries(new FormData(form));
    const words = wanted.text.toLowerCase().split(/\s+/).filter(Boolean);
    delete wanted.text;
    let count = 0;
    rows.forEach((row, index) => {
      const fits = Object.entries(wanted).every(([name, value]) => !value || row.dataset[name] === value);
      row.hidden = !(fits && words.every((word) => texts[index].includes(word)));
      count += row.hidden ? 0 : 1;
    });
    const all = rows.length.toLocaleString("en");
    shown.value = count === rows.length ? `${all} findings` : `${count.toLocaleString("en")} of ${all} findings`;
  };

  const key = (row, column) => {
    const text = row.cells[column].textContent.trim();
    return column === 0 ? String(severities.indexOf(text)) : text;
  };

  const sort = (heading) => {
    const headings = Array.from(table.tHead.rows[0].cells);
    const column = headings.indexOf(heading);
    const down = heading.getAttribute("aria-sort") === "ascending";
    headings.forEach((each) => each.setAttribute("aria-sort", "none"));
    heading.setAttribute("aria-sort", down ? "descending" : "ascending");
    const compare = new Intl.Collator("en", { numeric: true }).compare;
    const keys = new Map(rows.map((row) => [row, key(row, column)]));
    const order = rows.slice().sort((a, b) => compare(keys.get(a), keys.get(b)));
    body.append(...(down ? order.reverse() : order));
  };

  form.addEventListener("input", filter);
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("reset", () => setTimeout(filter));
  for (const heading of table.tHead.rows[0].cells) {
    heading.firstElementChild.addEventListener("click", () => sort(heading));
  }
})();
