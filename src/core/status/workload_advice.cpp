#include "core/status/advice_rule.hpp"

#include <fmt/format.h>

#include <array>

namespace core::status {

namespace {

/// `secret "db" not found`, `references non-existent secret key: password`
std::string step_for_mount(const known_failure& x) {
  struct mounted_kind {
    const char* kind;
    std::string_view word;
    std::string_view key_words;
  };
  for (const auto& [kind, word, key_words] :
       {mounted_kind{"Secret", "secret ", "references non-existent secret key: "},
        mounted_kind{"ConfigMap", "configmap ", "references non-existent config key: "}}) {
    if (const auto key = x.name_after(key_words); !key.empty())
      return fmt::format("the {} of the volume has no key {}: add the key there, or repair its name in the chart; the "
                         "kubelet tries again by itself",
                         kind, key);
    const auto name = x.name_after(word);
    if (name.empty() || !x.has("not found")) continue;
    return fmt::format("the {0} {1} is missing: `kubectl -n {2} get {3}s` shows those there are; have it made, or "
                       "repair its name in the chart; the kubelet tries again by itself",
                       kind, name, x.namespace_name(), word.substr(0, word.size() - 1));
  }
  return {};
}

/// `Multi-Attach error for volume "pvc-1" Volume is already used by pod(s) web-0`
std::string step_for_attached_volume(const known_failure& x) {
  return fmt::format("another node has the volume still{}: `kubectl get volumeattachments | grep {}` names the node; "
                     "the volume comes when the former Pod has ended there, and stays if that node is silent; a "
                     "Deployment whose volume fits one node only needs the strategy Recreate",
                     x.name_after("used by pod(s) ").empty()
                       ? std::string()
                       : fmt::format(" for Pod {}", x.name_after("used by pod(s) ")),
                     name_or(x.name(), "VOLUME"));
}

std::string step_for_provisioning(const known_failure& x) {
  return fmt::format("the driver of the StorageClass{} does not make the volume, and the words are its own: `kubectl "
                     "get storageclasses` shows the classes; delete no claim: its data go with it",
                     x.name().empty() ? std::string() : fmt::format(" {}", x.name()));
}

std::string step_for_network(const known_failure&) {
  return "the network plugin of the node fails, neither the chart nor the values are at fault: `kubectl -n kube-system "
         "get pods -o wide` shows whether its Pod runs on that node";
}

/// The messages of Kubernetes 1.37 (kubelet, attach/detach controller) and of external-provisioner.
constexpr std::array<advice_rule, 4> rules{{
  {"MountVolume.SetUp failed for volume ", step_for_mount},
  {"Multi-Attach error for volume ", step_for_attached_volume},
  {"failed to provision volume with StorageClass ", step_for_provisioning},
  {"failed to setup network for sandbox ", step_for_network},
}};

} // namespace

advice_rules workload_rules() {
  return rules;
}

} // namespace core::status
