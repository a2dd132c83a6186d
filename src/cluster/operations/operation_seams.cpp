#include "cluster/operations/operation_seams.hpp"

#include "base/missing_right.hpp"
#include "base/secret_kind.hpp"
#include "kube/api/response.hpp"
#include "text/json/quoted_values.hpp"

#include <string>
#include <utility>

namespace cluster::operations {

namespace {

/// The kind of a failure as text, without content of the answer.
const char* failure_text(base::error_code code) {
  using base::error_code;
  switch (code) {
    case error_code::not_found: return "it does not exist";
    case error_code::already_exists: return "it exists already";
    case error_code::conflict: return "another client has changed it in between";
    case error_code::forbidden:
      return "the API server forbids it: look at the operator's rights for secrets, quotas and admission webhooks";
    case error_code::unauthorized: return "the API server does not know the operator: look at its credentials";
    case error_code::throttled: return "the API server is overloaded";
    case error_code::timeout: return "the API server has not answered in time";
    case error_code::unavailable: return "the API server cannot be reached, or has failed";
    case error_code::invalid_input: return "the API server refuses it as invalid";
    case error_code::expired: return "the API server no longer knows the version that it names";
    case error_code::process_failed:
    case error_code::cancelled:
    case error_code::io: return "the operator cannot send it";
  }
  return "";
}

/// Whether the failure is an answer of the API server, which may repeat content. Others are the operator's
/// own.
bool has_answer(base::error_code code) {
  using base::error_code;
  return code != error_code::process_failed && code != error_code::cancelled && code != error_code::io;
}

/// Makes an error without content: of the answer it repeats only the missing rights and a missing namespace,
/// which are names.
base::error without_content(const operation_target& at, const base::error& reason) {
  const auto& space = at.where.namespace_;
  if (reason.message == "namespaces \"" + space + "\" not found")
    return {reason.code, "namespace '" + space + "' does not exist: create it before the object"};
  auto text = std::string(failure_text(reason.code));
  if (!has_answer(reason.code)) return {reason.code, text + ": " + text::without_repeated_values(reason.message)};
  for (const auto& right : base::missing_rights(reason.message)) text += "; " + base::sentence(right);
  if (const auto advice = base::advice_on_rights(reason.message); !advice.empty()) text += " (" + advice + ")";
  return {reason.code,
          text + "; the answer is not shown, because it may repeat content of the Secret (see the audit log)"};
}

tl::unexpected<base::error> failure_of(const operation_target& at, const base::error& reason) {
  if (holds_secrets(at)) return tl::unexpected(without_content(at, reason));
  return base::fail(reason.code, text::without_repeated_values(reason.message));
}

} // namespace

const char* name(operation_outcome x) noexcept {
  switch (x) {
    case operation_outcome::created: return "created";
    case operation_outcome::updated: return "updated";
    case operation_outcome::unchanged: return "unchanged";
    case operation_outcome::patched: return "patched";
    case operation_outcome::deleted: return "deleted";
    case operation_outcome::absent: return "absent";
  }
  return "unknown";
}

bool is_answer_lost(const base::error& reason) {
  return reason.code == base::error_code::timeout || reason.code == base::error_code::unavailable;
}

std::string metadata_text(const text::json& object, std::string_view field) {
  const auto* metadata = object.find("metadata");
  return metadata == nullptr ? std::string{} : metadata->string_at(field).value_or("");
}

bool holds_secrets(const operation_target& at) {
  return base::holds_secrets(at.resource.kind);
}

base::result<void> success_of(const operation_target& at, const base::result<kube::api::http_response>& answer) {
  const auto shown = kube::api::object_of(answer);
  if (!shown) return failure_of(at, shown.error());
  return {};
}

base::result<text::json> json_of(const operation_target& at, const base::result<kube::api::http_response>& answer) {
  auto document = kube::api::object_of(answer);
  if (!document) return failure_of(at, document.error());
  return document;
}

} // namespace cluster::operations
