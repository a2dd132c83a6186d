"""Makes a C++ source of a page with its styles and scripts. `trace` makes the page of `trace html`, a single text with all in
it: a text before the data of a run, and a text after it. `live` makes the parts of the live page, a text each.

usage: embed.py trace|live OUT PAGE PART...
"""

import pathlib
import sys

# Some compilers limit each piece of a literal to 64 KiB, but not the whole literal.
PIECE = 8000


def literal(text):
    pieces = [text[i : i + PIECE] for i in range(0, len(text), PIECE)]
    for piece in pieces:
        if ')page"' in piece:
            raise SystemExit("the page has the end of a C++ literal in it")
    return "\n".join(f'R"page({piece})page"' for piece in pieces)


def put(page, mark, text):
    if page.count(mark) != 1:
        raise SystemExit(f"the page must have {mark} once")
    return page.replace(mark, text)


def joined(parts, kind):
    return "\n".join(path.read_text(encoding="utf-8") for path in parts if path.suffix == kind)


def trace_page(page, style, script):
    if "</script" in script or "</style" in style:
        raise SystemExit("a script or the style would end its element")
    before, after = put(put(page, "/*css*/", style), "/*script*/", script).split("/*data*/")
    return "cli/trace_page.hpp", {"trace_page_before_data": before, "trace_page_behind_data": after}


def live_page(page, style, script):
    return "cli/live_page.hpp", {"live_page_html": page, "live_page_style": style, "live_page_script": script}


def main():
    out, page, *parts = map(pathlib.Path, sys.argv[2:])
    make = {"trace": trace_page, "live": live_page}[sys.argv[1]]
    header, texts = make(page.read_text(encoding="utf-8"), joined(parts, ".css"), joined(parts, ".js"))
    named = "".join(f"const std::string_view {name} =\n{literal(text)};\n\n" for name, text in texts.items())
    # The standard wants 64 KiB of a compiler; all supported compilers take more.
    allowed = '#pragma GCC diagnostic ignored "-Woverlength-strings"'
    out.write_text(
        f'#include "{header}"\n\n{allowed}\n\nnamespace cli {{\n\n{named}}} // namespace cli\n', encoding="utf-8"
    )


main()
