// What keeps somebody from using the page who hears it, or goes by keys: nothing of each kind.
(() => {
  const all = selector => [...document.querySelectorAll(selector)].filter(each => each.checkVisibility());
  const ids = [...document.querySelectorAll("[id]")].map(each => each.id);
  const named = each => each.getAttribute("aria-label") || each.getAttribute("title") || each.innerText.trim() ||
    (each.getAttribute("aria-labelledby") ?? "").split(" ").map(id => document.getElementById(id)?.innerText).join("");
  const levels = all("h1, h2, h3, h4").map(each => Number(each.tagName[1]));
  return {
    landmarks: ["header", "main", "nav", "footer"].filter(name => document.querySelectorAll(name).length !== 1),
    twice: ids.filter((id, place) => ids.indexOf(id) !== place),
    unnamed: all("button, a, section:not([role]), nav, iframe, dialog").filter(each => !named(each)).map(each => each.outerHTML),
    nameless: all("form, table").filter(each => !["label", "labelledby"].some(name => each.getAttribute(`aria-${name}`))).length,
    pointing: ["aria-labelledby", "aria-describedby"].flatMap(name =>
      [...document.querySelectorAll(`[${name}]`)].map(each => each.getAttribute(name)).filter(id => !ids.includes(id))),
    skipped: levels.filter((level, place) => place && level > levels[place - 1] + 1),
    first: levels[0],
    headless: all("table").filter(each => !["col", "row"].every(name => each.querySelector(`th[scope=${name}]`))).length,
    small: all("button, .button").filter(each => each.getBoundingClientRect().height < 44).map(each => each.id),
    language: document.documentElement.lang,
    title: document.title !== "",
    still: all("[tabindex]").filter(each => each.tabIndex > 0).length,
  };
})()
