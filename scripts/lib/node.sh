# A node for a cluster of scripts/dev-cluster: containerd and kubelet in namespaces of their own, scheduler and controller
# manager. Sourced after tools.sh, by dev-cluster with the folder of the cluster in $folder.

node_packages=(iproute2 libseccomp2)

# no_node_because: says why there can be no node here; fails if there can be one.
no_node_because() {
  if ((EUID != 0)); then
    echo 'a node needs root'
  elif ! have apt-get; then
    echo 'a node is made of packages of Debian'
  elif ! unshare --mount --pid --net --fork --mount-proc true 2>/dev/null; then
    echo 'this machine does not let root make namespaces for mounts, processes and network'
  elif have ip && ! unshare --net sh -c 'ip link add cni0 type bridge && ip link add veth0 type veth peer name veth1' 2>/dev/null; then
    echo 'the kernel of this machine has no bridges or no pairs of interfaces (veth)'
  elif [[ ! -r /dev/kmsg ]]; then
    echo 'kubelet wants to read /dev/kmsg, which is not there'
  else
    no_control_groups_because
  fi
}

# kubelet limits Pods by groups below the root of each hierarchy.
no_control_groups_because() {
  local probe=addon-operator-probe-$$ hierarchy status=1
  if [[ $(stat -fc %T /sys/fs/cgroup) == cgroup2fs ]]; then
    # The kernel refuses it in a group with processes, such as the root group of a container.
    { echo '+cpu +cpuset +memory +pids' >/sys/fs/cgroup/cgroup.subtree_control; } 2>/dev/null ||
      { echo 'this machine does not delegate the controllers of its cgroups'; return; }
  elif [[ ! -d /sys/fs/cgroup/memory || ! -d /sys/fs/cgroup/cpu ]]; then
    echo 'this machine has no cgroups with memory and cpu'
    return
  fi
  while read -r hierarchy; do
    mkdir "$hierarchy/$probe" 2>/dev/null && rmdir "$hierarchy/$probe" || { echo "this machine does not let root make groups in $hierarchy"; status=0; }
  done < <(cgroup_hierarchies)
  return "$status"
}

cgroup_hierarchies() { awk '/ - cgroup2? / { print $5 }' /proc/self/mountinfo; }

# require_node: ends the script where there can be no node.
require_node() {
  local hindrance
  ! hindrance=$(no_node_because) || cannot "no node here: $hindrance"
}

# require_node_parts: makes all programs of a node, before any of them is started.
require_node_parts() {
  (node_parts) || {
    cannot_if_unreachable 'no node here'
    die 'the programs of a node could not be made'
  }
}

node_parts() {
  local name
  ensure_packages "${node_packages[@]}" || return 1
  tools_at_once kubelet kube-scheduler kube-controller-manager || true
  for name in kubelet kube-scheduler kube-controller-manager; do tool "$name" >/dev/null || return 1; done
  node_programs >/dev/null && pause_archive >/dev/null
}

# node_parts_are_here: true if no program of a node has to be compiled first, which takes minutes on a new
# machine.
node_parts_are_here() {
  local name
  for name in kubelet kube-scheduler kube-controller-manager clients; do [[ -x $(cached_tool "$name") ]] || return 1; done
}

# node_programs: prints the folder with containerd, runc and the plugins for networks, unpacked from Debian's packages. They
# are not installed, because that would start services.
node_programs() {
  local target=$cache_root/tools/node-debian
  [[ -x $target/bin/containerd ]] || with_lock "$cache_root/lock/node" unpack_node_programs "$target" ||
    die 'containerd and runc could not be had from Debian'
  printf '%s\n' "$target"
}

unpack_node_programs() {
  local target=$1 work
  [[ ! -x $target/bin/containerd ]] || return 0
  work=$(mktemp -d "$cache_root/node.XXXXXX")
  with_progress 'downloading containerd and runc' "$cache_root/log/node.log" download_packages "$work" || { rm -rf "$work"; return 1; }
  local package
  for package in "$work"/*.deb; do dpkg-deb --extract "$package" "$work/all" || return 1; done
  mkdir -p "$work/made/bin"
  mv "$work/all/usr/bin"/{containerd,containerd-shim-runc-v2,ctr} "$work/all/usr/sbin/runc" "$work/made/bin"
  mv "$work/all/usr/lib/cni" "$work/made/cni"
  rm -rf "$target"
  mkdir -p "$(dirname "$target")"
  mv "$work/made" "$target" && rm -rf "$work"
}

# apt checks what it downloads. Without lists of packages it needs them first.
download_packages() {
  cd "$1" || return 1
  local packages=(containerd runc containernetworking-plugins) apt=(apt-get -q -o APT::Sandbox::User=root)
  "${apt[@]}" download "${packages[@]}" || { "${apt[@]}" update && "${apt[@]}" download "${packages[@]}"; }
}

# pause_archive: prints the image of the process that holds a Pod's namespaces.
pause_archive() {
  local target=$cache_root/tools/pause-1/pause.tar
  [[ -f $target ]] || with_lock "$cache_root/lock/pause" make_pause "$target" || die 'the image of pause could not be made'
  printf '%s\n' "$target"
}

make_pause() {
  ensure_packages "${build_packages[@]}"
  mkdir -p "$(dirname "$1")"
  with_progress 'making the image of pause' "$cache_root/log/pause.log" python3 "$repo_root/scripts/lib/pause_image.py" "$1"
}

# start_node NAME: starts the namespaces of the node, in which the control plane listens, too.
start_node() {
  local place driver
  mkdir -p "$folder/node"
  for place in /var/lib/kubelet /var/lib/cni; do
    [[ -d $place ]] || { mkdir -p "$place" && echo "$place" >>"$folder/node/made"; }
  done
  make_control_groups "$1"
  driver=$(overlay_works && echo overlayfs || echo native)
  PROGRAMS=$(node_programs) KUBELET=$(tool kubelet) SNAPSHOTTER=$driver start_daemon node \
    unshare --mount --pid --net --fork --kill-child --mount-proc "$here/lib/node_inside.sh" "$folder/node" "$1"
  ln -s "/proc/$(<"$folder/node.pid")/ns/net" "$folder/node/network"
  enter_node
  until "${entering[@]}" ip -o link show cni0 up 2>/dev/null | grep -q cni0; do
    is_alive node || give_up 'the namespaces of the node have ended'
    read -rt 0.02 <> <(:) || true
  done
}

# enter_node: sets `entering`, the prefix of a command that runs in the network of the node; empty without a
# node.
enter_node() {
  entering=()
  [[ ! -d $folder/node ]] || entering=(nsenter --net="$folder/node/network")
}

overlay_works() {
  local try=$folder/node/try works=1
  mkdir -p "$try"/{lower,upper,work,merged}
  unshare --mount mount -t overlay overlay "$try/merged" -o "lowerdir=$try/lower,upperdir=$try/upper,workdir=$try/work" 2>/dev/null && works=0
  rm -rf "$try"
  return "$works"
}

# A new group of version 1 has no processors and no memory nodes, so it gets the values of the root group.
make_control_groups() {
  local hierarchy file
  while read -r hierarchy; do
    mkdir -p "$hierarchy/addon-operator-$1"
    for file in cpuset.cpus cpuset.mems; do
      [[ ! -f $hierarchy/$file || ! -s $hierarchy/$file ]] || cat "$hierarchy/$file" >"$hierarchy/addon-operator-$1/$file"
    done
  done < <(cgroup_hierarchies)
}

# start_controllers: starts the scheduler and the controller manager, when the API server is ready.
start_controllers() {
  local name options
  for name in kube-scheduler kube-controller-manager; do
    component_kubeconfig "$name"
    options=(--kubeconfig "$folder/$name.kubeconfig" --authentication-kubeconfig "$folder/$name.kubeconfig"
      --authorization-kubeconfig "$folder/$name.kubeconfig" --bind-address 127.0.0.1 --leader-elect=false)
    [[ $name != kube-controller-manager ]] || options+=(--service-account-private-key-file "$folder/pki/service-accounts.key"
      --root-ca-file "$folder/pki/ca.crt" --use-service-account-credentials)
    start_daemon "$name" "${entering[@]}" "$(tool "$name")" "${options[@]}"
  done
  component_kubeconfig kubelet
}

# component_kubeconfig NAME: writes the kubeconfig of a component. The node waits for the file, so it appears
# when complete.
component_kubeconfig() {
  local pki=$folder/pki
  cat >"$folder/$1.kubeconfig.part" <<YAML
apiVersion: v1
kind: Config
clusters:
- {name: here, cluster: {server: 'https://10.0.0.1', certificate-authority: $pki/ca.crt}}
contexts:
- {name: here, context: {cluster: here, user: $1}}
current-context: here
users:
- {name: $1, user: {client-certificate: $pki/$1.crt, client-key: $pki/$1.key}}
YAML
  mv "$folder/$1.kubeconfig.part" "$folder/$1.kubeconfig"
}

wait_for_node() {
  import_image "$(pause_archive)"
  local deadline=$((SECONDS + 90)) kubectl
  kubectl=$(tool kubectl)
  until "$kubectl" --kubeconfig "$kubeconfig" get nodes 2>/dev/null | grep -q ' Ready ' &&
    "$kubectl" --kubeconfig "$kubeconfig" get serviceaccount default >/dev/null 2>&1; do
    is_alive node || give_up 'the node has ended' containerd kubelet
    ((SECONDS < deadline)) || give_up 'the node was not ready within 90 s' containerd kubelet
    read -rt 0.2 <> <(:) || true
  done
}

# on_node COMMAND...: runs the command in the namespaces of the node.
on_node() { nsenter --target "$(node_process)" --mount --pid --net -- "$@"; }

# Prints the process id, on this machine, of the first process in the namespaces.
node_process() {
  local parent
  parent=$(<"$folder/node.pid")
  cat "/proc/$parent/task/$parent/children" 2>/dev/null | tr -d ' '
}

import_image() {
  local programs deadline=$((SECONDS + 30))
  programs=$(node_programs)
  until on_node test -S /run/containerd/containerd.sock 2>/dev/null; do
    is_alive node && ((SECONDS < deadline)) || give_up 'containerd did not start' containerd
    read -rt 0.05 <> <(:) || true
  done
  on_node "$programs/bin/ctr" --namespace k8s.io images import - <"$1" >&2
}

# stop_node NAME: kills the node. The kernel then ends all processes in its namespaces.
stop_node() {
  [[ -d $folder/node ]] || return 0
  local first=''
  ! is_alive node || first=$(node_process)
  ! is_alive node || kill -KILL "$(<"$folder/node.pid")"
  # The first process becomes a zombie when all other processes have ended. Its parent may collect it later,
  # so a zombie counts as ended.
  while is_alive node || { [[ -n $first ]] && grep -qs '^State:[[:space:]]*[^Z]' "/proc/$first/status"; }; do read -rt 0.02 <> <(:) || true; done
  local hierarchy place
  while read -r hierarchy; do
    [[ ! -d $hierarchy/addon-operator-$1 ]] || find "$hierarchy/addon-operator-$1" -depth -type d -exec rmdir {} +
  done < <(cgroup_hierarchies)
  [[ ! -f $folder/node/made ]] || while read -r place; do rmdir --ignore-fail-on-non-empty "$place"; done <"$folder/node/made"
}
