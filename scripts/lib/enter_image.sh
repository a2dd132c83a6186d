#!/usr/bin/env bash
# enter_image.sh ROOT COMMAND...: runs the command in the files below ROOT as a Pod of the chart would: read-only, with an
# empty /tmp and /var/run/addon-operator, as user 64535. Wants mount and process namespaces of its own, whose end unmounts
# everything. $KUBECONFIG_FOR_IMAGE, a file of this machine, is at /tmp/kubeconfig.
set -euo pipefail
root=$1
shift
mount --make-rprivate /
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount -t tmpfs -o mode=755 devices "$root/dev"
for device in null zero full random urandom; do
  : >"$root/dev/$device"
  mount --bind "/dev/$device" "$root/dev/$device"
done
ln -s /proc/self/fd "$root/dev/fd"
mount -t tmpfs -o mode=1777 tmp "$root/tmp"
mount -t tmpfs -o mode=700,uid=64535,gid=64535 run "$root/run/addon-operator"
if [[ -n ${KUBECONFIG_FOR_IMAGE:-} ]]; then
  install -m 600 -o 64535 -g 64535 "$KUBECONFIG_FOR_IMAGE" "$root/tmp/kubeconfig"
fi
mount -o remount,bind,ro "$root"
exec setpriv --no-new-privs chroot --userspec=64535:64535 --groups= "$root" "$@"
