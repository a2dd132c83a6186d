#pragma once

#include "base/error.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "core/webhooks/review_client.hpp"
#include "core/webhooks/review_snapshots.hpp"
#include "text/plain/text_pieces.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace core::webhooks {

/// A review of the API server (admission.k8s.io/v1 and v1beta1, AdmissionReview). The request stays as it
/// came, because its objects may be long. All other texts are short.
struct admission_review {
  std::string api_version; ///< the answer needs the same
  std::string uid;
  std::string operation; ///< CREATE, UPDATE, DELETE or CONNECT
  std::string subject;   ///< for people: `CREATE ConfigMap default/web`
  std::string user{};    ///< the client of the API server whose request it is; empty: not given, or above 253 bytes
  bool is_dry_run = false;
  review_client client{};    ///< `read_review` fills in its user only
  text::shared_text request; ///< the member `request`
};

/// Reads the body of a review, with memory for no more than its request. Errors (`invalid_input`) name the
/// missing or wrong member. The function reads the short members of the request, and skips its objects: so
/// the caller checks that the body is valid JSON.
[[nodiscard]] base::result<admission_review> read_review(std::string_view body);

/// The text of the file at BINDING_CONTEXT_PATH for a review: a list with a single context. The member
/// `review` has the request as it came. Errors: `unavailable` if the objects of a needed binding are not
/// known; `invalid_input` if the text would be longer than `bytes_max`.
/// @param snapshots of all bindings in `snapshots_from` of the webhook, by binding name
[[nodiscard]] base::result<text::text_pieces> review_context_text(const bindings::webhook_binding& webhook,
                                                                  const admission_review& review,
                                                                  const review_snapshots& snapshots,
                                                                  std::size_t bytes_max);

} // namespace core::webhooks
