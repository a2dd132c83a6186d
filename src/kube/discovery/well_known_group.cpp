#include "kube/discovery/well_known_group.hpp"

#include <algorithm>
#include <iterator>

namespace kube::discovery {

namespace {

constexpr std::string_view groups[] = {"acme.cert-manager.io",
                                       "argoproj.io",
                                       "autoscaling.k8s.io",
                                       "bitnami.com",
                                       "cdi.kubevirt.io",
                                       "ceph.rook.io",
                                       "cert-manager.io",
                                       "cilium.io",
                                       "cluster.x-k8s.io",
                                       "config.gatekeeper.sh",
                                       "config.openshift.io",
                                       "constraints.gatekeeper.sh",
                                       "crd.projectcalico.org",
                                       "crossplane.io",
                                       "custom.metrics.k8s.io",
                                       "deckhouse.io",
                                       "elasticsearch.k8s.elastic.co",
                                       "eventing.knative.dev",
                                       "external-secrets.io",
                                       "external.metrics.k8s.io",
                                       "externaldns.k8s.io",
                                       "flagger.app",
                                       "gateway.networking.k8s.io",
                                       "grafana.integreatly.org",
                                       "helm.toolkit.fluxcd.io",
                                       "image.toolkit.fluxcd.io",
                                       "infrastructure.cluster.x-k8s.io",
                                       "jaegertracing.io",
                                       "k8s.cni.cncf.io",
                                       "kafka.strimzi.io",
                                       "karpenter.sh",
                                       "keda.sh",
                                       "kibana.k8s.elastic.co",
                                       "kubevirt.io",
                                       "kueue.x-k8s.io",
                                       "kustomize.toolkit.fluxcd.io",
                                       "kyverno.io",
                                       "linkerd.io",
                                       "loki.grafana.com",
                                       "longhorn.io",
                                       "metallb.io",
                                       "metrics.k8s.io",
                                       "monitoring.coreos.com",
                                       "networking.istio.io",
                                       "nfd.k8s-sigs.io",
                                       "node.k8s.io",
                                       "notification.toolkit.fluxcd.io",
                                       "nvidia.com",
                                       "opentelemetry.io",
                                       "operator.victoriametrics.com",
                                       "operators.coreos.com",
                                       "pkg.crossplane.io",
                                       "policy.linkerd.io",
                                       "policy.networking.k8s.io",
                                       "postgresql.cnpg.io",
                                       "project.openshift.io",
                                       "projectcalico.org",
                                       "projectcontour.io",
                                       "route.openshift.io",
                                       "secrets-store.csi.x-k8s.io",
                                       "secrets.hashicorp.com",
                                       "security.istio.io",
                                       "security.openshift.io",
                                       "serving.knative.dev",
                                       "snapshot.storage.k8s.io",
                                       "source.toolkit.fluxcd.io",
                                       "sriovnetwork.openshift.io",
                                       "tekton.dev",
                                       "telemetry.istio.io",
                                       "templates.gatekeeper.sh",
                                       "traefik.containo.us",
                                       "traefik.io",
                                       "trust.cert-manager.io",
                                       "velero.io"};
static_assert(std::is_sorted(std::begin(groups), std::end(groups)));

} // namespace

bool is_well_known_group(std::string_view group) {
  return std::binary_search(std::begin(groups), std::end(groups), group);
}

} // namespace kube::discovery
