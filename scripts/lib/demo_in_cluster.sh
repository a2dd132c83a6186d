# The quickstart in a Pod: its image, the chart, and a node. Sourced by scripts/demo.

platform_image=registry.example.com/quickstart:1

run_in_cluster() {
  local archive up=()
  [[ -n $context ]] || choose_node
  archive=$("$here/image" --platform "$quickstart" "$platform_image" 8>&-) || exit
  trap tidy_up EXIT
  trap 'exit 130' INT
  trap 'exit 143' TERM
  bring_to_node "$archive"
  kubectl_here apply -f "$quickstart/cluster.yaml" >&2 || die "cannot write to the cluster${context:+ of context '$context'}"
  say "installing the chart with image $platform_image"
  "$helm" ${context:+--kube-context "$context"} upgrade --install addon-operator "$repo_root/charts/addon-operator" --namespace "$namespace" \
    --set "image.repository=${platform_image%:*}" --set-string "image.tag=${platform_image#*:}" \
    -f "$quickstart/rights.yaml" >&2
  follow_pod
}

# choose_node: chooses a node of scripts/dev-cluster, or a node of kind where that is not possible.
choose_node() {
  local hindrance engine
  cluster_script=$here/dev-cluster up=(up --node)
  hindrance=$(no_node_because) || return 0
  engine=$(container_engine) || cannot "no node here: $hindrance; and none of kind: $engine"
  cluster_script=$here/kind up=(up)
}

# bring_to_node ARCHIVE: brings an image to the chosen node, or to the nodes of a cluster of kind.
bring_to_node() {
  case $context in
    '')
      "$cluster_script" down --name demo 2>/dev/null 8>&-
      own_cluster=1
      KUBECONFIG=$("$cluster_script" "${up[@]}" --name demo 8>&-) || exit
      export KUBECONFIG
      "$cluster_script" import "$1" --name demo
      ;;
    kind-*) "$here/kind" import "$1" --name "${context#kind-}" ;;
    *) die "no image gets to the nodes of context '$context' from here: push it to a registry and install the chart, as README.md has it" ;;
  esac
}

# Shows the log of the Pod as the demo without a Pod shows the output of the operator. Here $operator is the
# `kubectl logs` that follows the log: Ctrl-C ends this program, and not the operator in the Pod.
follow_pod() {
  local label=app.kubernetes.io/name=addon-operator view
  kubectl_here -n "$namespace" wait pod -l "$label" --for=jsonpath='{.status.containerStatuses[0].started}'=true --timeout=120s >/dev/null ||
    die "the Pod has not started: kubectl -n $namespace describe pod -l $label"
  rm -f "$work/operator.pipe"
  mkfifo -m 600 "$work/operator.pipe"
  setsid "$kubectl" ${context:+--context "$context"} -n "$namespace" logs -f deployment/addon-operator >"$work/operator.pipe" 2>&1 </dev/null 8>&- &
  operator=$!
  trap on_converged USR1
  trap stop_operator INT TERM
  python3 "$here/lib/live_view.py" --notify $$ --modules-dir "$quickstart/modules" --copy "$work/operator.log" <"$work/operator.pipe" 8>&- &
  view=$!
  while kill -0 "$operator" 2>/dev/null; do wait "$operator" || true; done
  wait "$view" || true
  [[ -n $converged ]] || die "the Pod has ended before its first converge; its log is $work/operator.log"
}

summary_in_cluster() {
  local command="kubectl${context:+ --context $context} -n $namespace"
  kubectl_here -n "$namespace" rollout status deployment/addon-operator --timeout 60s >&2
  printf '\nThe Pod, and releases as helm in it lists them\n'
  kubectl_here -n "$namespace" get pods -l app.kubernetes.io/name=addon-operator | sed 's/^/  /'
  kubectl_here -n "$namespace" exec deployment/addon-operator -- helm list | sed 's/^/  /'
  cat <<TEXT

Try, in another terminal, after
  export PATH=$(dirname "$kubectl"):$(dirname "$helm"):\$PATH${own_cluster:+ KUBECONFIG=${KUBECONFIG:-}}

  1. edit the ConfigMap: only module web-app runs, the page has a new title
     $command patch configmap addon-operator --type merge -p '{"data":{"webApp":"title: Edited by hand\n"}}'
     $command get configmap web-app -o jsonpath='{.data.index\.html}'

  2. look inside: what the hooks see, what each queue does
     $command exec deployment/addon-operator -- addon-operator global snapshots
     $command exec deployment/addon-operator -- addon-operator queue list

  3. delete the Pod: the next one takes over what is there
     $command delete pod -l app.kubernetes.io/name=addon-operator
     $command logs deployment/addon-operator
TEXT
  [[ -z $own_cluster || $cluster_script == */kind ]] || printf "\nThe node has no way out, so the image of web-app's own Pods cannot be pulled: they wait.\n"
}
