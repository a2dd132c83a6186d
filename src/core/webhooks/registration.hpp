#pragma once

#include <string>

namespace core::webhooks {

/// The origin of the authority that the API server trusts for a listener of webhooks.
enum class authority_source {
  own,      ///< the operator makes the authority, and keeps it in a Secret
  file,     ///< a user has mounted the certificate and its authority
  injected, ///< cert-manager writes the authority into the configurations; the operator leaves it alone
};

/// The objects that let the API server ask the webhooks of an operator, by their names.
struct registration {
  std::string configuration = "shell-operator-hooks"; ///< the configurations are named NAME-hooks
  std::string url{};            ///< of the listener, without a slash at the end; empty: by the Service
  std::string namespace_name{}; ///< of the Service, the Secret, the ConfigMap and the records of releases
  std::string service{};
  std::string secret{};
  std::string config_map{};
  std::string owner{};          ///< of the configurations: the platform of the operator
  std::string inject_ca_from{}; ///< NAMESPACE/CERTIFICATE, with `authority_source::injected`
  authority_source authority = authority_source::own;

  /// The reason why webhooks cannot be registered, with the next step; empty: they can.
  [[nodiscard]] std::string problem() const {
    if (!namespace_name.empty()) return {};
    if (url.empty()) return "the Service has no namespace: name it by --namespace, or give --webhook-url";
    if (authority == authority_source::own)
      return "the Secret of the certificate has no namespace: name it by --namespace, or give the files of a "
             "certificate (--validating-webhook-server-cert, --validating-webhook-server-key, --validating-webhook-ca)";
    return {};
  }
};

} // namespace core::webhooks
