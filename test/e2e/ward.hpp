#pragma once

#include "given.hpp"
#include "run.hpp"

#include "kube/api/request.hpp"

#include <chrono>
#include <functional>
#include <string>

namespace e2e {

/// A namespace with ConfigMaps that hooks of an operator decide about.
struct ward {
  std::string space;
  platform files;
  run_options options{};

  explicit ward(const std::string& name) : space(cluster().new_namespace("wh-" + name)) {
    const auto port = std::to_string(free_port());
    options.space = space;
    options.arguments = {"--validating-webhook-listen-address",
                         "127.0.0.1",
                         "--validating-webhook-listen-port",
                         port,
                         "--webhook-url",
                         "https://127.0.0.1:" + port,
                         "--validating-webhook-configuration-name",
                         space};
  }

  [[nodiscard]] std::string configuration() const { return space + "-hooks"; }

  /// A binding for new ConfigMaps of the namespace.
  [[nodiscard]] std::string binding(const std::string& kind, const std::string& name,
                                    const std::string& more = {}) const {
    return "kubernetes" + kind + ":\n- name: " + name + "." + space
           + ".example.com\n  namespace: {labelSelector: {matchLabels: {kubernetes.io/metadata.name: " + space
           + "}}}\n  rules: [{apiGroups: [\"\"], apiVersions: [v1], resources: [configmaps], operations: [CREATE], "
             "scope: Namespaced}]\n"
           + more;
  }
  static std::string bash(const std::string& config, const std::string& body) {
    return "#!/usr/bin/env bash\nif [[ ${1:-} == --config ]]; then cat <<'Y'\nconfigVersion: v1\n" + config
           + "Y\nexit; fi\nname=$(grep -o '\"name\":\"[^\"]*\"' $BINDING_CONTEXT_PATH | head -1)\n" + body + "\n";
  }

  [[nodiscard]] std::string config_map(const std::string& name) const {
    return text::json::object({{"apiVersion", "v1"},
                               {"kind", "ConfigMap"},
                               {"metadata", text::json::object({{"name", name}, {"namespace", space}})}})
      .dump();
  }
  /// Creates a ConfigMap. @returns the refusal; empty: it is there.
  [[nodiscard]] std::string create(const std::string& name) const {
    const auto made =
      cluster().try_call(kube::api::create_request(test::config_maps(), {.namespace_ = space}, config_map(name)));
    return made ? std::string() : made.error().message;
  }
  [[nodiscard]] text::json find(const std::string& name) const {
    return cluster().call(kube::api::get_request(test::config_maps(), {.namespace_ = space, .name = name}));
  }
  /// The API server asks new webhooks, and waits for no other webhooks, a moment after a configuration was
  /// written. So ConfigMaps are created until one of them is refused, or not refused.
  [[nodiscard]] std::string create_until(const std::string& name, bool is_refused) const {
    return create_until_said(name, [=](const std::string& answer) { return answer.empty() != is_refused; });
  }

  /// A webhook that listens knows its hooks a moment later, so ConfigMaps are created until an answer fits.
  [[nodiscard]] std::string create_until_said(const std::string& name,
                                              const std::function<bool(const std::string& answer)>& fits) const {
    const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
    std::string answer;
    for (int i = 0; std::chrono::steady_clock::now() < end; ++i) {
      answer = create(name + "-" + std::to_string(i));
      if (fits(answer)) return answer;
    }
    return answer;
  }
};

} // namespace e2e
