# Packages to install, and the configuration of the build folders. Sourced after common.sh.

cluster_packages=(ca-certificates curl openssl python3 util-linux)
build_packages=(
  clang-16 ccache meson ninja-build pkg-config mold
  doctest-dev libcaf-dev libcctz-dev libcli11-dev libcurl4-openssl-dev libexpected-dev libfmt-dev libgnutls28-dev
  libmicrohttpd-dev libonig-dev libre2-dev libssl-dev libyaml-cpp-dev libzstd-dev rapidjson-dev tzdata zlib1g-dev
)
hook_packages=(bash jq python3)
sanitizer_packages=(libclang-rt-16-dev)
format_packages=(clang-format-14)

# ensure_packages NAME...: installs the Debian packages that are missing, as root or through sudo.
ensure_packages() {
  local missing=() name
  for name in $(printf '%s\n' "$@" | sort -u); do
    dpkg-query -W -f '${db:Status-Status}\n' "$name" 2>/dev/null | grep -qx installed || missing+=("$name")
  done
  ((${#missing[@]})) || return 0
  have apt-get || die "these Debian packages are missing and there is no apt-get here: ${missing[*]}"
  local as_root=()
  if ((EUID != 0)); then
    have sudo || die "run this as root, or install sudo, or install by hand: apt-get install ${missing[*]}"
    sudo -v || die "sudo does not let you install packages; ask for: apt-get install ${missing[*]}"
    as_root=(sudo)
  fi
  say "missing Debian packages: ${missing[*]}"
  with_lock "$cache_root/lock/apt" install_packages "${as_root[@]}" -- "${missing[@]}" ||
    die "apt-get could not install: ${missing[*]}"
}

# install_packages [SUDO] -- NAME...
install_packages() {
  local as_root=()
  while [[ $1 != -- ]]; do as_root+=("$1"); shift; done
  shift
  local apt=("${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q -o DPkg::Lock::Timeout=300)
  with_progress 'updating the package lists' "$cache_root/log/apt-update.log" "${apt[@]}" update &&
    with_progress "installing ${#} packages" "$cache_root/log/apt-install.log" \
      "${apt[@]}" install -y --no-install-recommends "$@"
}

# clang takes a fifth of the time of g++ for a file with actors. CC and CXX of the caller are kept.
choose_compilers() {
  local cache=''
  ! have ccache || cache='ccache '
  export CC=${CC:-${cache}clang-16} CXX=${CXX:-${cache}clang++-16}
}

# All clones share the cache, wherever they are: paths below the clone count from its folder, also in precompiled
# headers (see meson.build) and in debug information. clang cannot preprocess with such a header. Therefore ccache takes
# the names of included files from the list that clang writes for ninja, which is faster, too.
set_ccache() {
  export CCACHE_SLOPPINESS=pch_defines,time_macros
  unset CCACHE_BASEDIR CCACHE_NOHASHDIR CCACHE_DEPEND
  # Precompiled headers of another compiler may have absolute paths, so each clone has its own part of the cache.
  [[ ${CXX:-clang++-16} == *clang++-16 ]] || return 0
  export CCACHE_BASEDIR=$repo_root CCACHE_NOHASHDIR=1 CCACHE_DEPEND=1
}

# build_folder FOLDER OPTION...: configures the meson build folder, once; the same options again cost nothing.
build_folder() {
  local folder=$1 wanted
  shift
  wanted=$*
  if [[ -f $folder/build.ninja && $(cat "$folder/.options" 2>/dev/null) == "$wanted" ]]; then return; fi
  set_ccache
  local again=()
  [[ ! -f $folder/meson-private/coredata.dat ]] || again=(--reconfigure)
  choose_compilers
  with_progress "configuring $(basename "$folder")" "$cache_root/log/$(basename "$folder")-setup.log" \
    meson setup "${again[@]}" "$folder" "$repo_root" "$@" || die "meson could not configure $folder"
  printf '%s' "$wanted" >"$folder/.options"
}

# compile FOLDER TARGET...: shows ninja's own progress, one line that moves on a terminal, a line now and then elsewhere.
compile() {
  local folder=$1
  shift
  set_ccache
  if [[ -t 2 ]]; then
    say "  compiling $(basename "$folder")"
    NINJA_STATUS='  [%f/%t %es] ' ninja -C "$folder" "$@" >&2
  else
    with_progress "compiling $(basename "$folder")" "$cache_root/log/$(basename "$folder")-compile.log" \
      ninja -C "$folder" "$@"
  fi
}
