# Images without a container engine: buildah in chroot isolation, with a storage of its own. Sourced after setup.sh.

container_packages=(buildah mmdebstrap)
container_root=$cache_root/image
debian_image=docker.io/library/debian:bookworm-slim

# no_containers_because: says why no image can be built here; fails if one can.
no_containers_because() {
  if ((EUID != 0)); then
    echo 'images are built as root only'
  elif ! have apt-get; then
    echo 'images are built on Debian only'
  elif ! unshare --mount true 2>/dev/null; then
    echo 'this machine does not let root make mount namespaces'
  else
    return 1
  fi
}

# Runs buildah with a storage of its own, because the storage of the machine belongs to the user.
buildah_here() {
  BUILDAH_ISOLATION=chroot buildah --root "$container_root/storage" --runroot "$container_root/run" \
    --storage-driver "$(storage_driver)" "$@"
}

# Prints overlay, or vfs if the file system does not support overlay. vfs copies all files for each layer.
storage_driver() {
  if [[ ! -f $container_root/driver ]]; then
    mkdir -p "$container_root/try"/{lower,upper,work,merged}
    unshare --mount mount -t overlay overlay "$container_root/try/merged" \
      -o "lowerdir=$container_root/try/lower,upperdir=$container_root/try/upper,workdir=$container_root/try/work" 2>/dev/null &&
      echo overlay >"$container_root/driver" || echo vfs >"$container_root/driver"
    rm -rf "$container_root/try"
  fi
  cat "$container_root/driver"
}

# mounted IMAGE: mounts the image and prints the folder with its files; `unmounted IMAGE` ends the mount. A
# container is kept for each image, and the storage counts its mounts.
mounted() {
  local name id
  name=$(looked_at "$1")
  id=$(buildah_here inspect --type image --format '{{.FromImageID}}' "$1")
  if [[ $(buildah_here inspect --format '{{.FromImageID}}' "$name" 2>/dev/null) != "$id" ]]; then
    buildah_here rm "$name" >/dev/null 2>&1 || true
    buildah_here from --pull=never --name "$name" "$1" >/dev/null
  fi
  buildah_here mount "$name"
}

unmounted() { buildah_here umount "$(looked_at "$1")" >/dev/null; }

looked_at() { echo "look-$(tr '/:' '--' <<<"$1")"; }

# image_config IMAGE: prints how it is run (user, environment, entry point, labels …) in JSON.
image_config() {
  buildah_here inspect --type image "$1" | python3 -c 'import json, sys; print(json.dumps(json.load(sys.stdin)["Docker"]["config"]))'
}

# image_packages: makes the layer with Debian's packages, which a later build of the image uses again. It
# mostly waits for downloads, so it can run in parallel with compilations.
image_packages() {
  debian_base
  buildah_here build --layers --force-rm --pull=never --format docker --identity-label=false --target packages \
    --file "$repo_root/container/Containerfile" "$repo_root" >/dev/null 2>&1
}

# debian_base: makes the image that FROM names, of Debian's packages, in the form of Debian's own slim image.
debian_base() {
  ! buildah_here inspect --type image "$debian_image" >/dev/null 2>&1 || return 0
  local tar=$container_root/debian-bookworm-slim.tar container
  mkdir -p "$container_root"
  [[ -f $tar ]] || with_progress "making Debian's base" "$cache_root/log/image-base.log" bootstrap_debian "$tar" ||
    die "mmdebstrap could not make Debian's base"
  container=$(buildah_here from scratch)
  buildah_here add --quiet "$container" "$tar" / >/dev/null
  # The archive has no /dev and no devices.
  mkdir -p "$(buildah_here mount "$container")/dev"
  buildah_here config --cmd bash --env PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin "$container"
  buildah_here commit --quiet --format docker --identity-label=false "$container" "$debian_image" >/dev/null
  buildah_here rm "$container" >/dev/null
}

# Uses the mirrors in the apt configuration of this machine, such as a local mirror or proxy.
bootstrap_debian() {
  local sources=()
  grep -rlsE 'bookworm' /etc/apt/sources.list /etc/apt/sources.list.d/debian.* >/dev/null &&
    sources=($(grep -rlsE 'bookworm' /etc/apt/sources.list /etc/apt/sources.list.d/debian.*))
  # The format is named, because mmdebstrap cannot see it in a name that ends with .part. A folder would lose
  # owners of files.
  mmdebstrap --format=tar --variant=minbase --skip=output/dev --dpkgopt=force-unsafe-io --hook-dir=/usr/share/mmdebstrap/hooks/merged-usr --include=usr-is-merged \
    --aptopt='APT::Install-Recommends "false"' \
    --dpkgopt='path-exclude=/usr/share/man/*' --dpkgopt='path-exclude=/usr/share/info/*' \
    --dpkgopt='path-exclude=/usr/share/locale/*' --dpkgopt='path-exclude=/usr/share/doc/*' \
    --dpkgopt='path-include=/usr/share/doc/*/copyright' \
    bookworm "$1.part" "${sources[@]}" && mv "$1.part" "$1"
}

# Layers of earlier builds are kept, to be used again, up to 8 GiB.
bound_storage() {
  [[ -d $container_root/storage ]] || return 0
  local size
  size=$(du -smx "$container_root/storage" | cut -f1)
  ((size < 8192)) || { say "  $size MiB of layers: beginning anew"; forget_layers; }
}

forget_layers() {
  buildah_here rm --all >/dev/null 2>&1 || true
  unmount_below "$container_root"
  rm -rf "$container_root/storage" "$container_root/run"
}

forget_containers() {
  forget_layers
  rm -rf "$container_root"
}

# unmount_below FOLDER: the deepest first.
unmount_below() {
  local point
  while read -r point; do umount -l "$point"; done < <(awk -v folder="$1/" 'index($5, folder) == 1 { print $5 }' \
    /proc/self/mountinfo | sort -r)
}
