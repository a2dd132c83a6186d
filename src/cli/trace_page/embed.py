"""Makes a C++ source of the page of `trace html` with its style and scripts: a text before the data of a run, and a text
after it.

usage: embed.py OUT PAGE STYLE SCRIPT...
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


def main():
    out, page, style, *scripts = map(pathlib.Path, sys.argv[1:])
    script = "\n".join(path.read_text(encoding="utf-8") for path in scripts)
    if "</script" in script or "</style" in style.read_text(encoding="utf-8"):
        raise SystemExit("a script or the style would end its element")
    text = put(page.read_text(encoding="utf-8"), "/*css*/", style.read_text(encoding="utf-8"))
    before, after = put(text, "/*script*/", script).split("/*data*/")
    out.write_text(
        '#include "cli/trace_page.hpp"\n\nnamespace cli {\n\n'
        f"const std::string_view trace_page_before_data =\n{literal(before)};\n\n"
        f"const std::string_view trace_page_behind_data =\n{literal(after)};\n\n"
        "} // namespace cli\n",
        encoding="utf-8",
    )


main()
