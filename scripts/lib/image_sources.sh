# The sources that meson would download in the image's build. Sourced after tools.sh.

wrapped_cache=$repo_root/subprojects/packagecache

# wrapped_sources: downloads the sources to $wrapped_cache, where meson looks first. The build does not
# download them, because Debian's base does not trust certificate authorities of this machine.
wrapped_sources() {
  local wrap url file
  mkdir -p "$wrapped_cache"
  for wrap in "$repo_root"/subprojects/*.wrap; do
    url=$(wrapped "$wrap" source_url) file=$wrapped_cache/$(wrapped "$wrap" source_filename)
    [[ -f $file ]] || { fetch "$url" >"$file.part" && mv "$file.part" "$file"; } || { say "$url: no download"; return 1; }
    sha256sum --check --quiet - <<<"$(wrapped "$wrap" source_hash)  $file" >&2 ||
      { say "$file is not what ${wrap##*/} expects: remove it"; return 1; }
  done
}

# wrapped FILE KEY: the value in a wrap file.
wrapped() { sed -n "s/^$2 = //p" "$1"; }
