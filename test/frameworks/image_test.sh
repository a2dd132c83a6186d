#!/usr/bin/env bash
# Where the image has the framework. Lays it out below a directory with the very lines of the Containerfile.
# shellcheck source-path=SCRIPTDIR source=claims.sh disable=SC2016,SC2119
source "$(dirname "${BASH_SOURCE[0]}")/claims.sh"

lay_out() {
  local image=$repository/container/Containerfile source target
  sed -n 's/^COPY \(frameworks\) /\1 /p' "$image" | while read -r source target; do
    cp -R "$repository/$source" "$scratch/root$target"
  done
  sed -n 's/.*ln -s \([^ ]*\) \([^ ]*\).*/\1 \2/p' "$image" | while read -r source target; do
    mkdir -p "$(dirname "$scratch/root$target")"
    ln -s "$scratch/root$source" "$scratch/root$target"
  done
}

# works FILE...: a hook that sources just these files finds its context.
works() {
  hook strict <<<'__main__() { context::get binding; }'
  sed -i "2d; 1a $(printf 'source %s; ' "${@/#/$scratch/root}")" hook
  run_hook
  cat err
  same onStartup "$(<out)"
}

added_file() {
  mkdir "$scratch/root/frameworks/shell/platform"
  echo 'platform::name() { echo ours; }' >"$scratch/root/frameworks/shell/platform/name.sh"
  hook strict <<<'__main__() { platform::name; }'
  sed -i "2s|.*|source $scratch/root/shell_lib.sh|" hook
  run_hook
  same ours "$(<out)"
}

python_finds_it() {
  local path
  path=$(sed -n 's/.*PYTHONPATH=\([^ ]*\).*/\1/p' "$repository/container/Containerfile")
  PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=$scratch/root$path python3 -c 'from addon_operator import run'
}

mkdir root
lay_out
claim 'a hook sources /shell_lib.sh' works /shell_lib.sh
claim 'a hook sources files of /frameworks/shell' \
  works /frameworks/shell/hook.sh /frameworks/shell/context.sh /frameworks/shell/document.sh
claim 'a hook sources files of /framework/shell, the other spelling' \
  works /framework/shell/hook.sh /framework/shell/context.sh /framework/shell/document.sh
claim 'a file that a platform adds below /frameworks/shell is sourced too' added_file
claim 'a hook in Python imports addon_operator' python_finds_it
