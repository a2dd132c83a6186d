#pragma once

#include "actors/webhooks/registrar_options.hpp"
#include "actors/webhooks/registrar_self.hpp"

#include <cstddef>
#include <functional>
#include <string>

namespace actors::webhooks {

/// Finds the name by which the API server knows the operator: by a SelfSubjectReview (authentication.k8s.io;
/// Kubernetes 1.28, as an alpha since 1.26), else by the token of the operator's service account. A part of
/// the WEBHOOK REGISTRAR.
class own_user {
public:
  /// The name; empty: it cannot be known. A failure: the API server has not answered, or with 401 or 429, so
  /// a later try may know.
  using on_done = std::function<void(const base::result<std::string>&)>;

  own_user(registrar_self self, messages::kube_client_actor kube, const registrar_options& options);

  /// A single call at a time.
  void find(on_done done);

private:
  void ask(std::size_t version);
  void on_answer(std::size_t version, const base::result<kube::api::http_response>& answer);
  void end_without(const std::string& why);

  registrar_self self_;
  messages::kube_client_actor kube_;
  const registrar_options& options_;
  on_done done_;
};

} // namespace actors::webhooks
