"""The round on a screen: what stands on it, and what it does in a browser: the turn, the clock, the search."""

from __future__ import annotations

import functools
import os
import threading
import time
from base64 import b64encode
from collections.abc import Callable, Iterator
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from lxml import html

from tests.axe import find_violations
from tests.dose import by_day, combinations, dose
from tests.prints.browser import PATIENCE, chromium
from tests.prints.events import LONG, ONE_WORD, TRICKY, plain_names
from tests.prints.making import words_of
from tests.prints.played import played
from turnabout_sheets.event.results import Results
from turnabout_sheets.formats.netrunner.sheets import DECK_TYPE
from turnabout_sheets.prints.format_pages import format_pages
from turnabout_sheets.prints.making import print_page
from turnabout_sheets.prints.page import Job
from turnabout_sheets.prints.pages.screen import PAGE, ScreenPage, make_view
from turnabout_sheets.prints.publish import publish
from turnabout_sheets.prints.selection import ALL
from turnabout_sheets.prints.site import make_site
from turnabout_sheets.sheets.settings import LANGUAGES, make_settings


def job(found: Results) -> Job:
    sheets = {each.sheet.name: each for each in found.format.make_output(found)}
    return Job(found, sheets, 0, words_of(found.event, None), ALL)


def view(found: Results) -> ScreenPage:
    return make_view(job(found))


def page(found: Results) -> str:
    return print_page(PAGE, job(found))["screen.html"].decode()


# --- what stands on it ---


@pytest.mark.parametrize(
    ("settings", "minutes"), [({}, 0), ({"timing": "split"}, 50), ({"timing": "split", "match_minutes": 75}, 75)]
)
def test_the_minutes_are_those_of_a_split_match(settings: dict[str, Any], minutes: int) -> None:
    """Publishing 1.3."""
    assert view(played(plain_names(4), 1, {(1, 1)}, **settings)).minutes == minutes


@pytest.mark.parametrize(("deck_type", "minutes"), [("constructed", 60), ("sealed", 90)])
def test_the_minutes_of_netrunner_are_those_of_the_protocol(deck_type: str, minutes: int) -> None:
    """Netrunner 2.6; publishing 1.3."""
    assert format_pages("Netrunner").find_minutes(make_settings({DECK_TYPE.field: deck_type})) == minutes


def test_the_site_is_the_same_where_templates_of_strangers_could_be(tmp_path: Path) -> None:
    found = played([*TRICKY, *plain_names(5)], 2, {(2, 1)})
    assert make_site(found, tmp_path) == make_site(found)


def test_it_may_run_its_own_script_and_load_nothing_but_itself() -> None:
    tree = html.document_fromstring(page(played(plain_names(8), 2, {(2, 1)})))
    (script,) = tree.xpath("//script/text()")
    (policy,) = tree.xpath("//meta[@http-equiv='Content-Security-Policy']/@content")
    assert f"script-src 'sha256-{b64encode(sha256(script.encode()).digest()).decode()}'" in policy
    assert policy.startswith("default-src 'none'")
    assert "connect-src 'self'" in policy
    assert tree.xpath("//@src | //link | //@href") == []


# --- what it does ---


def set_screen(width: int, height: int) -> None:
    """Show pages on a screen of a size in pixels; a narrow one is that of a phone."""
    metrics = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
    chromium().call("Emulation.setDeviceMetricsOverride", **metrics)


Show = Callable[..., Any]


@pytest.fixture
def show(tmp_path: Path) -> Iterator[Show]:
    """What opens the page of an event, or an address, in Chromium, and says what a script comes to there."""
    browser, clocks = chromium(), []

    def show(
        found: Results | str,
        script: str,
        *,
        size: tuple[int, int] = (960, 540),
        at: int | None = None,
        fragment: str = "",
        still: bool = False,
    ) -> Any:
        """Show it at a size in pixels, the fewer the sooner it is drawn.

        ``at`` is the computer's time in seconds, ``still``: nothing shall move.
        """
        file = tmp_path / "screen.html"
        if not isinstance(found, str):
            file.write_text(page(found), "utf-8")
        set_screen(*size)
        motion = {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}
        browser.call("Emulation.setEmulatedMedia", features=[motion])
        while clocks:
            browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=clocks.pop())
        if at is not None:
            source = f"window.wall ??= {at} * 1000; Date.now = () => window.wall;"
            clocks.append(browser.call("Page.addScriptToEvaluateOnNewDocument", source=source)["identifier"])
        address = file.as_uri() if not isinstance(found, str) else found
        if browser.ask("location.href").split("#")[0] == address:
            browser.open("about:blank")  # where only what stands after # is another, nothing would be loaded
        browser.open(f"{address}{fragment}")
        return browser.ask(script)

    yield show
    while clocks:
        browser.call("Page.removeScriptToEvaluateOnNewDocument", identifier=clocks.pop())
    browser.call("Emulation.setEmulatedMedia", features=[])
    browser.call("Emulation.clearDeviceMetricsOverride")


Web = tuple[Path, str, list[str]]


@pytest.fixture
def web(tmp_path: Path) -> Iterator[Web]:
    """A web space: its folder, its address, and what was asked of it."""
    asked: list[str] = []

    class Handler(SimpleHTTPRequestHandler):
        def log_message(self, format: str, *arguments: Any) -> None:
            asked.append(self.path)

    server = ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Handler, directory=str(tmp_path)))
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield tmp_path, f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


def wait_for_request(asked: list[str], count: int) -> None:
    """Wait until a web space was asked so often."""
    end = time.monotonic() + PATIENCE
    while len(asked) < count:
        assert time.monotonic() < end, f"asked for no more than {asked}"
        time.sleep(0.02)


def make_newer(file: Path) -> None:
    """Let a file be some seconds younger: of two versions of one second a web space says that they are the same."""
    os.utime(file, (time.time() + 5,) * 2)


CLOCK = "document.querySelector('.clock .left').textContent"
BIG = played(plain_names(64), 2, {(2, table) for table in range(5, 33)}, timing="split")


SCREENS = ((1920, 1080), (1280, 720), (1024, 768), (800, 600), (853, 480))
"""Pixels of screens and projectors; the last is 1280 × 720 where all is shown half as large again."""


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize("n", dose([3, 200], [3, 8, 24, 64, 200]))
def test_one_slide_at_a_time_fills_the_screen_and_nothing_stands_outside(show: Show, n: int) -> None:
    names = [LONG, ONE_WORD, *TRICKY, *plain_names(n)][: max(3, n)] if n < 24 else [*TRICKY, *plain_names(n)][:n]
    found = played(names, 2, {(2, 1), (2, 2)}, timing="split")
    outside = """(() => {
            const all = [...document.querySelectorAll(".slide")], bad = [];
            all.forEach((_, place) => {
                const seen = all.filter(slide => slide.getClientRects().length);
                if (seen.length !== 1 || seen[0] !== all[place]) bad.push(`slide ${place}: ${seen.length} are seen`);
                const bottom = document.querySelector(".controls").getBoundingClientRect().top;
                for (const cell of seen[0].querySelectorAll("td, .fit, h2")) {
                    const box = cell.getBoundingClientRect();
                    if (box.left < 0 || box.right > innerWidth + 1 || box.bottom > bottom + 1)
                        bad.push(`${place}: ${cell.textContent} ${[box.left, box.right, box.bottom]}`);
                    if (cell.scrollWidth > cell.clientWidth + 1 && cell.matches(".fit"))
                        bad.push(`${place}: ${cell.textContent} is too wide`);
                }
                document.getElementById("forward").click();
            });
            return bad;
        })()"""
    assert show(found, outside, size=(1920, 1080), still=True) == []
    for width, height in SCREENS[1:]:
        set_screen(width, height)
        assert chromium().ask(outside) == [], (width, height)


@pytest.mark.browser
@pytest.mark.parametrize("heading", ["Pairings by player", "Standings"])
def test_twenty_four_players_are_seen_at_once(show: Show, heading: str) -> None:
    found = played(plain_names(24), 2, {(2, 1)}, timing="split")
    seen = f"""(() => {{
        const slide = [...document.querySelectorAll(".slide")].find(each => each.textContent.includes("{heading}"));
        document.querySelectorAll(".slide").forEach(each => each.classList.toggle("now", each === slide));
        const inside = row => row.getBoundingClientRect().top > 0 && row.getBoundingClientRect().bottom < innerHeight;
        return [...slide.querySelectorAll("tbody tr")].filter(inside).length;
    }})()"""
    assert show(found, seen, size=SCREENS[0]) == 24
    for size in SCREENS[1:]:
        set_screen(*size)
        assert chromium().ask(seen) == 24, size


@pytest.mark.browser
@pytest.mark.parametrize("language", by_day("Deutsch", "Français", of=LANGUAGES))
def test_what_is_missing_is_counted_inside_the_screen_beside_the_clock(show: Show, language: str) -> None:
    found = played(plain_names(64), 2, {(2, table) for table in range(1, 33)}, timing="split", language=language)
    edges = """[...document.querySelectorAll(".hall-head h1, .hall-head .note, .hall-head .clock")].map(each => {
        const range = document.createRange();
        range.selectNodeContents(each);
        const box = range.getBoundingClientRect();
        return [box.left, box.right];
    })"""
    for hash in ("", "#round=2&start=5000&minutes=50"):
        show(found, "1", at=15000, fragment=hash)
        for size in SCREENS:
            set_screen(*size)
            heading, note, clock = chromium().ask(edges)
            assert 0 < note[0] < note[1] < clock[0] < clock[1] <= size[0], (size, hash)
            assert heading[1] < clock[0], (size, hash)


@pytest.mark.browser
def test_names_can_be_read_from_far(show: Show) -> None:
    sizes = """[...document.querySelectorAll(".slide.now th .fit:first-child")]
        .map(name => parseFloat(getComputedStyle(name).fontSize))"""
    assert min(show(BIG, sizes, size=(1920, 1080))) > 27, "pixels of 1080"


@pytest.mark.browser
def test_on_a_phone_it_is_a_plain_page_with_each_list_once(show: Show) -> None:
    """Publishing 1.5."""
    told = show(
        BIG,
        """(() => {
            const all = wanted => [...document.querySelectorAll(wanted)];
            const seen = wanted => all(wanted).filter(each => each.getClientRects().length);
            return {
                wide: document.documentElement.scrollWidth,
                slides: all(".slide").length - seen(".slide").length,
                heads: seen("h2").map(head => head.firstChild.data.trim()),
                controls: seen(".controls").length,
                search: seen("#search").length,
                small: Math.min(...all("tbody th, tbody td").map(c => parseFloat(getComputedStyle(c).fontSize))),
            };
        })()""",
        size=(390, 844),
    )
    assert told == {
        "wide": 390, "slides": 0, "heads": ["Pairings by player", "Standings", "Still playing"], "controls": 0,
        "search": 1, "small": 17,
    }  # fmt: skip


@pytest.mark.browser
@pytest.mark.soak
@pytest.mark.parametrize(
    ("shown", "state"),
    combinations(product(["screen.html", "index.html"], [(1280, 720), (390, 844)]), [(2, {(2, 1)}), (1, ()), (0, ())]),
)
def test_axe_finds_nothing_on_a_screen_or_a_phone(show: Show, web: Web, shown: Any, state: Any) -> None:
    folder, address, _ = web
    file, size = shown
    publish(folder, make_site(played(plain_names(24), *state)))
    show(f"{address}/{file}", "1", size=size, still=True)
    assert find_violations(chromium(), size) == []


@pytest.mark.browser
def test_the_search_leaves_whom_it_finds(show: Show) -> None:
    """Publishing 1.5."""
    found = played(["Zoë Ångström", "Bob", "Cem", "Dan"], 1, {(1, 1), (1, 2)})
    told = show(
        found,
        """(() => {
            const box = document.getElementById("search");
            box.value = "angstrom";
            box.dispatchEvent(new Event("input"));
            const left = [...document.querySelectorAll("tbody tr")].filter(row => row.getClientRects().length);
            return left.map(row => row.querySelector("bdi").textContent);
        })()""",
        size=(390, 844),
    )
    assert told == ["Bob", "Zoë Ångström"], "the one, and whose opponent it is"


@pytest.mark.browser
def test_the_clock_counts_down_and_is_right_after_the_computer_slept(show: Show) -> None:
    """Publishing 1.3."""
    at = 1_795_000_000
    told = show(
        BIG,
        f"""(async () => {{
            const told = [{CLOCK}];
            document.getElementById("start").click();
            told.push({CLOCK});
            window.wall += 95_000;
            await new Promise(done => setTimeout(done, 300));
            told.push({CLOCK});
            window.wall += 7_200_000;
            document.dispatchEvent(new Event("visibilitychange"));
            told.push({CLOCK}, document.querySelector(".clock").classList.contains("over"), location.hash);
            return told;
        }})()""",
        at=at,
        fragment="#paused=yes",  # else the page is loaded anew by then
    )
    assert told[:5] == ["50:00", "50:00", "48:25", "+1:11:35", True]
    assert set(told[5][1:].split("&")) == {"round=2", f"start={at}", "minutes=50", "of=50", "paused=yes"}


def press_start(*, stop: bool = False) -> str:
    """Return what starts the clock if it stands, or stops it if it runs, and comes to what the browser then keeps."""
    runs = "document.documentElement.classList.contains('started')"
    return f"""(
        {"" if stop else "!"}{runs} && document.getElementById('start').click(),
        localStorage.getItem(`turnabout clock ${{location.pathname}}`)
    )"""


def in_time(show: Callable[[], Any]) -> Any:
    """Return what is shown within twenty tries.

    A browser that has much to do takes its time to tell other pages what one keeps, and may lose it when one is left.
    """
    return next((shown for _ in range(20) if (shown := show() or time.sleep(0.5))), None)


@pytest.mark.browser
def test_the_clock_comes_back_from_the_address_or_from_what_the_browser_keeps(show: Show, tmp_path: Path) -> None:
    """Publishing 1.3."""
    at, found = 1_795_000_000, played(plain_names(4), 2, {(2, 1)}, timing="split")
    assert show(found, CLOCK, at=at + 600, fragment=f"#round=2&start={at}&minutes=45") == "35:00"
    later, other = at + 60, "#round=1&start=5&minutes=50"

    def is_kept() -> bool:
        """Start it, look at it in the same round and from another one, and stop it: all as it should be."""
        return (
            f"start={at}" in (show(found, press_start(), at=at) or "")
            and show(found, CLOCK, at=later) == show(found, CLOCK, at=later, fragment=other) == "49:00"
            and "start" not in (show(found, press_start(stop=True), at=at) or "start")
            and show(found, CLOCK, at=later) == "50:00"
        )

    assert in_time(is_kept)


@pytest.mark.browser
def test_without_a_limit_the_clock_counts_up_and_minutes_can_be_typed(show: Show) -> None:
    """Publishing 1.3."""
    at = 1_795_000_000
    found = played(plain_names(4), 1, {(1, 1)})
    fragment = f"#round=1&start={at}"
    assert show(found, CLOCK, at=at + 75, fragment=fragment) == "1:15"
    typed = """(() => {
        const minutes = document.getElementById("minutes");
        minutes.value = "30";
        minutes.dispatchEvent(new Event("input"));
        return document.querySelector(".clock .left").textContent;
    })()"""
    assert show(found, typed, at=at + 75, fragment=fragment) == "28:45"


@pytest.mark.browser
def test_minutes_that_were_typed_hold_for_the_next_round_while_the_workbook_says_the_same(show: Show) -> None:
    """Publishing 1.3."""
    type_minutes = """(() => {
        const minutes = document.getElementById("minutes");
        minutes.value = "45";
        minutes.dispatchEvent(new Event("input"));
    })()"""
    for settings, changed in (
        ({}, {"timing": "split"}),
        ({"timing": "split"}, {"timing": "split", "match_minutes": 70}),
    ):
        after = "[document.getElementById('minutes').value, document.documentElement.classList.contains('started')]"

        def type_and_look() -> bool:  # again and again, as what is typed before the page listens is not heard
            show(played(plain_names(4), 1, {(1, 1)}, **settings), type_minutes)  # noqa: B023 - it is asked here
            show(played(plain_names(4), 1, rounds=3, **settings), "document.getElementById('minutes')")  # noqa: B023
            return bool(show(played(plain_names(4), 2, {(2, 1)}, **settings), after) == ["45", False])  # noqa: B023

        assert in_time(type_and_look)
        assert show(played(plain_names(4), 2, {(2, 1)}, **changed), after)[0] in ("50", "70"), (
            "what the workbook says now"
        )


@pytest.mark.browser
def test_keys_pause_and_turn_but_not_while_somebody_types(show: Show) -> None:
    """Publishing 1.4."""
    told = show(
        BIG,
        """(() => {
            const press = (key, where = document.body) =>
                where.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true, cancelable: true }));
            const now = () => [...document.querySelectorAll(".slide")].findIndex(s => s.classList.contains("now"));
            const told = [now()];
            press("ArrowRight"); told.push(now());
            press("ArrowLeft"); press("ArrowLeft"); told.push(now());
            press(" "); told.push(document.documentElement.classList.contains("paused"));
            press("ArrowRight", document.getElementById("minutes")); told.push(now());
            press("S"); told.push(document.documentElement.classList.contains("started"));
            press("s"); told.push(document.documentElement.classList.contains("started"));
            return [...told, document.querySelectorAll(".slide").length];
        })()""",
        at=1_795_000_000,
    )
    last = told[-1] - 1
    assert told[:-1] == [0, 1, last, True, last, True, True]
    show(BIG, "document.getElementById('start').click()", at=1_795_000_000)


TURN = """(async () => {
    const now = () => [...document.querySelectorAll(".slide")].findIndex(s => s.classList.contains("now"));
    const told = [now()];
    for (let n = 0; n < 2; n++) {
        window.wall += 11_000;
        await new Promise(done => setTimeout(done, 300));
        told.push(now());
        if (n === 0 && location.hash.includes("paused")) break;
    }
    return told;
})()"""


@pytest.mark.browser
def test_slides_take_turns_but_not_while_they_are_paused(show: Show, tmp_path: Path) -> None:
    """Publishing 1.1 and 1.4."""
    assert show(BIG, TURN.replace("n < 2", "n < 1"), at=1_795_000_000) == [0, 1]
    assert show(BIG, TURN, at=1_795_000_000, fragment="#paused=yes") == [0, 0]


@pytest.mark.browser
@pytest.mark.parametrize(("still", "animation"), [(True, "none"), (False, "appear")])
def test_nothing_moves_for_who_asks_for_that(show: Show, still: bool, animation: str) -> None:
    """Publishing 1.4."""
    script = "getComputedStyle(document.querySelector('.slide.now')).animationName"
    assert show(BIG, script, still=still) == animation


@pytest.mark.browser
@pytest.mark.parametrize("leak", ["fetch(there)", "new Image().src = there", "document.body.append(elsewhere)"])
def test_no_request_leaves_the_page(show: Show, leak: str) -> None:
    """Publishing 2.2."""
    script = f"""(async () => {{
        const there = "http://127.0.0.1:9/", elsewhere = document.createElement("script");
        elsewhere.src = there;
        const refused = new Promise(done => addEventListener("securitypolicyviolation", done));
        try {{ await ({leak}); }} catch {{ }}
        return (await refused).blockedURI;
    }})()"""
    assert show(BIG, script).startswith("http://127.0.0.1:9")


# --- the site, as a phone shows it ---

PHONE = (390, 844)


@pytest.mark.browser
def test_the_site_fits_a_phone_and_finds_a_name(show: Show, web: Web) -> None:
    """Publishing 2.1."""
    folder, address, _ = web
    names = [LONG, ONE_WORD, *TRICKY, *plain_names(30)]
    for file, data in make_site(played(names, 2, {(2, 1), (2, 2)})).items():
        (folder / file).write_bytes(data)
    told = show(
        f"{address}/index.html",
        """(() => {
            const box = document.getElementById("search");
            box.value = "player007";
            box.dispatchEvent(new Event("input"));
            const left = [...document.querySelectorAll("tbody tr")].filter(row => row.getClientRects().length);
            const wide = document.documentElement.scrollWidth;
            return [wide, left.length, left.every(row => row.textContent.includes("Player007"))];
        })()""",
        size=PHONE,
    )
    assert told == [390, 3, True], "as oneself, as an opponent, and in the standings"
    assert show(f"{address}/index.html", "document.querySelector('a').href", size=PHONE) == f"{address}/screen.html"


@pytest.mark.browser
def test_the_site_looks_for_a_newer_page_when_somebody_comes_back_to_it(show: Show, web: Web) -> None:
    """Publishing 2.2."""
    folder, address, asked = web

    def publish_with(name: str) -> None:
        publish(folder, make_site(played([name, *plain_names(3)], 1, {(1, 1)})))

    publish_with("Ada")
    show(f"{address}/index.html", "void (window.isOld = true)", size=PHONE)
    browser, come_back = chromium(), "void document.dispatchEvent(new Event('visibilitychange'))"
    browser.ask(come_back)
    wait_for_request(asked, 2)
    time.sleep(0.5)
    assert browser.ask("window.isOld") is True, "as it is"
    publish_with("Zoe")
    make_newer(folder / "index.html")
    browser.ask(come_back)
    browser.wait_for("document.body.textContent.includes('Zoe')")


# --- a newer page ---


SEEN = """[document.querySelector("h1").textContent, document.querySelectorAll(".slide").length > 1,
           [...document.querySelectorAll(".slide")].findIndex(s => s.classList.contains("now"))]"""


@pytest.mark.browser
def test_a_newer_page_takes_its_place_and_the_clock_and_the_turn_go_on(web: Web, show: Show) -> None:
    """Publishing 1.2."""
    folder, address, asked = web
    file = folder / "screen.html"
    file.write_text(page(BIG), "utf-8")
    at = 1_795_000_000
    address += "/screen.html"
    show(address, "void (window.wall += 31_000)", at=at, fragment=f"#round=2&start={at}&minutes=50")
    browser = chromium()
    browser.wait_for(f"{CLOCK} === '49:29'")
    wait_for_request(asked, 2)
    time.sleep(0.5)
    assert asked == ["/screen.html"] * 2, "looked once, and let it be"
    corrected = played(["Adele", *plain_names(63)], 2, {(2, table) for table in range(9, 33)}, timing="split")
    file.write_text(page(corrected), "utf-8")
    make_newer(file)
    browser.ask("void (window.wall += 31_000)")
    browser.wait_for("document.body.textContent.includes('Adele')")
    assert browser.ask(SEEN) == ["Round 2", True, 2]
    assert browser.ask("location.hash") == f"#round=2&start={at}&minutes=50"


@pytest.mark.browser
def test_a_file_which_no_script_can_read_is_loaded_anew_at_a_turn(show: Show) -> None:
    """Publishing 1.2."""
    show(BIG, "void (window.isOld = true, window.wall += 31_000)", at=1_795_000_000)
    browser = chromium()
    browser.wait_for("window.isOld === undefined")
    assert browser.ask(SEEN) == ["Round 2", True, 1]


@pytest.mark.browser
@pytest.mark.parametrize(
    ("size", "fragment", "script"),
    [((960, 540), "#paused=yes", ""), ((390, 844), "", "document.getElementById('search').focus()")],
)
def test_a_paused_page_and_one_in_which_somebody_looks_for_a_name_stay(
    show: Show, size: tuple[int, int], fragment: str, script: str
) -> None:
    leaves = f"""new Promise(done => {{
        {script};
        navigation.addEventListener("navigate", going => going.navigationType === "reload" && done(true));
        window.wall += 31_000;
        setTimeout(() => done(false), 300);  // after its next turn
    }})"""
    assert show(BIG, leaves, at=1_795_000_000, fragment=fragment, size=size) is False
