#!/usr/bin/env bash
# node_inside.sh FOLDER/node NAME: a node, as the first process of namespaces of its own for mounts, processes and network. When it
# ends, by any signal, the kernel ends containerd, kubelet and all Pods with it, and all mounts and interfaces
# are gone. Files are in FOLDER/node, images in memory. Needs PROGRAMS (folder of containerd and the like),
# KUBELET and SNAPSHOTTER.
set -euo pipefail
folder=${1%/node} name=$2
node=/run/node

main() {
  borrow_places
  give_network
  write_configurations
  PATH=$PROGRAMS/bin:$PATH "$PROGRAMS/bin/containerd" --config "$node/containerd.toml" >"$folder/containerd.log" 2>&1 </dev/null &
  # The control plane comes up meanwhile.
  until [[ -f $folder/kubelet.kubeconfig && -S /run/containerd/containerd.sock ]]; do pause 0.05; done
  keep_kubelet &
  wait -n || true
}

# Starts kubelet again when it ends, as other nodes do: kubelet finds out its state anew.
keep_kubelet() {
  while true; do
    PATH=$PROGRAMS/bin:$PATH "$KUBELET" --config "$node/kubelet.yaml" --kubeconfig "$folder/kubelet.kubeconfig" \
      --hostname-override node1 --node-ip 10.88.0.1 >>"$folder/kubelet.log" 2>&1 </dev/null || true
    pause 0.5
  done
}

pause() { read -rt "$1" <> <(:) || true; }

# Some paths of kubelet and containerd are fixed. In the namespaces of the node these paths lead to folders of
# the cluster.
borrow_places() {
  mount --make-rprivate /
  mkdir -p "$folder/node"/{kubelet,cni,log}
  mount --bind "$folder/node" /mnt
  mount -t tmpfs -o mode=755 run /run
  mkdir -p "$node"
  mount --move /mnt "$node"
  mount --bind "$node/kubelet" /var/lib/kubelet
  mount --bind "$node/cni" /var/lib/cni
  mount --bind "$node/log" /var/log
  keep_kernel_settings
  # Volumes that kubelet mounts are to be seen in Pods.
  mount --make-rshared /
}

# kubelet sets these kernel settings for the whole machine, unless they have the wanted values. So the node
# sees files with the wanted values in their place.
keep_kernel_settings() {
  local setting
  for setting in vm/overcommit_memory=1 vm/panic_on_oom=0 kernel/panic=10 kernel/panic_on_oops=1 kernel/keys/root_maxkeys=1000000 \
    kernel/keys/root_maxbytes=25000000; do
    [[ -f /proc/sys/${setting%=*} ]] || continue
    mkdir -p "/run/settings/${setting%/*}"
    echo "${setting#*=}" >"/run/settings/${setting%=*}"
    mount --bind "/run/settings/${setting%=*}" "/proc/sys/${setting%=*}"
  done
}

# The API server listens at 10.0.0.1, the address of its Service, so that nothing has to lead Pods to it. There is no way out
# of here: no image can be pulled.
give_network() {
  ip link set lo up
  ip address add 10.0.0.1/32 dev lo
  # Without a fixed hardware address a bridge takes the lowest address of its Pods. A Pod that comes or goes
  # could change it, and all other Pods would send to the old address for half a minute.
  ip link add cni0 address 02:00:0a:58:00:01 type bridge
  ip address add 10.88.0.1/16 dev cni0
  ip link set cni0 up
}

write_configurations() {
  mkdir -p "$node/cni.d"
  cat >"$node/cni.d/pods.conflist" <<'JSON'
{"cniVersion": "1.0.0", "name": "pods", "plugins": [
  {"type": "bridge", "bridge": "cni0", "isGateway": true, "isDefaultGateway": true,
   "ipam": {"type": "host-local", "ranges": [[{"subnet": "10.88.0.0/16"}]]}}]}
JSON
  # Images are in memory: thousands of files would have to be written, and removed again, for every cluster.
  # Lowering oom_score_adj needs a capability that machines often lack.
  cat >"$node/containerd.toml" <<TOML
version = 2
root = "/run/images"
state = "/run/containerd"
[grpc]
address = "/run/containerd/containerd.sock"
[plugins."io.containerd.internal.v1.opt"]
path = "$node/opt"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "localhost/pause:1"
disable_apparmor = true
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".containerd]
snapshotter = "$SNAPSHOTTER"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc.options]
BinaryName = "$PROGRAMS/bin/runc"
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "$PROGRAMS/cni"
conf_dir = "$node/cni.d"
TOML
  cat >"$node/kubelet.yaml" <<YAML
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
address: 10.88.0.1
authentication: {anonymous: {enabled: false}, webhook: {enabled: false}, x509: {clientCAFile: $folder/pki/ca.crt}}
authorization: {mode: AlwaysAllow}
cgroupDriver: cgroupfs
cgroupRoot: /addon-operator-$name
containerRuntimeEndpoint: unix:///run/containerd/containerd.sock
enforceNodeAllocatable: []
evictionHard: {memory.available: 50Mi, nodefs.available: 1%, nodefs.inodesFree: 1%, imagefs.available: 1%}
failCgroupV1: false
failSwapOn: false
imageGCHighThresholdPercent: 100
resolvConf: ''
syncFrequency: 10s
volumePluginDir: $node/volume-plugins
YAML
}

main
