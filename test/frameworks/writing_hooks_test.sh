#!/usr/bin/env bash
# The examples of docs/writing-hooks.md. Blocks with `file=NAME` are files; `sh` blocks are run in the order of the
# page, in one shell; a `text` block is what the commands before it have printed.
# shellcheck source-path=SCRIPTDIR source=claims.sh disable=SC2016
source "$(dirname "${BASH_SOURCE[0]}")/claims.sh"
page=$repository/docs/writing-hooks.md

# Puts block N into block-N, with its first line (```LANGUAGE …) as block-N.head.
split_page() {
  awk '
    /^```./ { file = "block-" ++n; print > (file ".head"); next }
    /^```$/ { close(file); file = ""; next }
    file { print > file }' "$page"
}

# The page names places in the image.
write_file() {
  sed "s|source /shell_lib.sh|source $repository/frameworks/shell_lib.sh|" "$1" >"$2"
  chmod +x "$2"
}

prints() {
  local found
  found=$(env -i PATH="$PATH" PYTHONDONTWRITEBYTECODE=1 PYTHONPATH="$repository/frameworks/python" \
    bash -euo pipefail -c "$(cat "$1")" 2>&1)
  same "$(<"$2")" "$found"
}

has_config() { "$1" --config | grep configVersion | grep v1; }

# is_used HEAD: is a block with this first line one of those that are run or compared here?
is_used() {
  case $1 in
    '```bash file='* | '```python file='* | '```sh' | '```text') ;;
    *) return 1 ;;
  esac
}

export PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$repository/frameworks/python
split_page
: >commands
: >expected
for ((n = 1; n <= $(find . -name 'block-*.head' | wc -l); n++)); do
  head=$(<"block-$n.head")
  claim "block $n of the page is part of this test: ${head#\`\`\`}" is_used "$head"
  case $head in
    *file=*)
      name=${head##*file=}
      write_file "block-$n" "$name"
      [[ $name == enabled* ]] || claim "$name of the page prints its configuration" has_config "./$name"
      ;;
    *sh) cat "block-$n" >>commands ;;
    *text) cat "block-$n" >>expected ;;
  esac
done
claim 'what the page says that its commands print is what they print' prints commands expected

no_block_left() { (($(grep -c '^```' "$page") == 2 * $(find . -name 'block-*.head' | wc -l))); }
claim 'every block of the page has a language' no_block_left

variables() { grep -o '`[A-Z_]*_\(PATH\|DIR\|RESULT\|REASON\)`' "$page" | sort -u; }
in_code() { grep -oh '"[A-Z_]*_\(PATH\|DIR\|RESULT\|REASON\)"' "$repository/src/core/hooks/script_command.cpp" | sort -u; }
claim 'the page lists the variables of a run, all and no others' \
  same "$(in_code | tr -d '"')" "$(variables | tr -d '`')"
