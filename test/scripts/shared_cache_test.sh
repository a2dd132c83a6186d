#!/usr/bin/env bash
# Tests that clones share ccache's folder (scripts/lib/setup.sh, src/pch/relocatable.cfg.in). Each clone here is a file and a
# header. Needs clang-16 and ccache. Reports in TAP.
. "$(dirname "${BASH_SOURCE[0]}")/claims.sh"
. "$repository/scripts/lib/common.sh"
. "$repository/scripts/lib/setup.sh"

export CCACHE_DIR=$scratch/ccache
unset CC CXX
choose_compilers

make_clone() {
  mkdir -p "$1/src" "$1/build"
  printf '#pragma once\ninline int one() { return 1; }\n' >"$1/src/one.hpp"
  printf '#include "one.hpp"\nint two() { return one() + 1; }\n' >"$1/src/two.cpp"
  sed "s|@source_root@|$scratch/$1|g" "$repository/src/pch/relocatable.cfg.in" >"$1/build/relocatable.cfg"
}

# compile_clone NAME: prints how many of the two files came from the cache, or `failed`.
compile_clone() {
  local repo_root=$scratch/$1
  set_ccache
  cd "$repo_root/build" || return 1
  ccache --zero-stats >/dev/null
  local options=(-I../src -g1 -Wall -Werror -fdebug-compilation-dir=. -Xclang -fno-pch-timestamp --config=./relocatable.cfg)
  # CXX is a program with its argument.
  # shellcheck disable=SC2086
  if $CXX "${options[@]}" -x c++-header ../src/one.hpp -o one.pch -MD -MQ one.pch -MF one.pch.d &&
    $CXX "${options[@]}" -include-pch one.pch -MD -MQ two.o -MF two.d -c ../src/two.cpp -o two.o; then
    ccache --print-stats | awk '$1 == "direct_cache_hit" { print $2 }'
  else
    echo failed
  fi
  cd "$scratch" || return 1
}

is_served_by_another() {
  make_clone first
  same 0 "$(compile_clone first)"
  rm -r first
  make_clone second
  same 2 "$(compile_clone second)"
}

names_no_clone() { ! grep -rl "$scratch" second/build --include='*.d' --include='*.o' --include='*.pch'; }

compiles_an_edit() {
  echo '// an edit' >>second/src/two.cpp
  same 1 "$(compile_clone second)"
}

notices_an_edited_header() {
  echo '// an edit' >>second/src/one.hpp
  same 0 "$(compile_clone second)"
}

claim 'a clone is compiled from the cache of another clone that is gone' is_served_by_another
claim 'what the cache has names no folder of a clone' names_no_clone
claim 'an edited file is compiled with a header of another clone' compiles_an_edit
claim 'an edited header is compiled anew, with all that includes it' notices_an_edited_header
