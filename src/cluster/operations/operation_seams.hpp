#pragma once

#include "base/error.hpp"
#include "base/evaluation_limit.hpp"
#include "cluster/operations/lost_creations.hpp"
#include "core/hooks/object_patch.hpp"
#include "kube/api/api_path.hpp"
#include "kube/api/resource.hpp"
#include "kube/api/resource_table.hpp"
#include "kube/api/sender.hpp"
#include "kube/api/transport.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace cluster::operations {

/// The result of an operation that succeeded, for its object.
enum class operation_outcome {
  created,
  updated,
  unchanged, ///< the object was as wanted, or it was to be kept
  patched,
  deleted,
  absent, ///< there was no object, which is no failure
};

/// `created`, `updated`, …
[[nodiscard]] const char* name(operation_outcome x) noexcept;

/// An operation that succeeded.
struct operation_success {
  // Implicit: most outcomes have no version.
  operation_success(operation_outcome x, std::string written = {}) : outcome(x), version(std::move(written)) {}

  operation_outcome outcome;
  std::string version; ///< `resourceVersion` of the object as it was written; empty: no write
};

/// Called exactly once, perhaps before the function that has received it returns.
using on_outcome = std::function<void(base::result<operation_success>)>;

/// An operation and its result.
struct operation_report {
  const core::hooks::object_operation& operation;
  const base::result<operation_success>& result;
  std::chrono::microseconds duration;
  const kube::api::resource* resource = nullptr; ///< the kind that was found; null: it was not found
};

/// A watch whose lines come to the object operation that opened it.
struct followed_watch {
  std::function<void(std::string_view line)> on_line;
  std::function<void(const base::result<kube::api::http_response>&)> on_end;
};

/// The functions that object operations need from their actor. All callbacks run as handlers of the actor.
struct operation_seams {
  kube::api::send_request send;
  std::function<void(const std::string& api_version, const std::string& kind,
                     std::function<void(const kube::api::lookup_result&)>)>
    resolve;
  /// Called after an operation that may bring a new kind.
  std::function<void()> kinds_changed;
  std::function<void(std::chrono::milliseconds, std::function<void()>)> wait;
  /// Opens a watch.
  /// @returns a function that ends the watch; no callback comes after its call
  std::function<std::function<void()>(kube::api::http_request, followed_watch)> follow;
  std::function<std::int64_t()> now_us;
  std::function<void(const operation_report&)> report;
  base::evaluation_limit_ptr filter_limit; ///< of a jq program
  std::shared_ptr<lost_creations> lost;    ///< of all operations
};
using operation_seams_ptr = std::shared_ptr<const operation_seams>;

/// The kind and the name of an operation's object.
struct operation_target {
  kube::api::resource resource;
  kube::api::object_location where;
};

/// Limit of tries of an operation when another client writes in between.
inline constexpr int operation_tries_max = 5;

/// True if errors about the object must not repeat its content.
[[nodiscard]] bool holds_secrets(const operation_target& at);

/// Whether a request has no answer, so that the API server may have carried the request out, or may still
/// carry it out.
[[nodiscard]] bool is_answer_lost(const base::error& reason);

/// `object.metadata.FIELD` as text; empty if the field is absent.
[[nodiscard]] std::string metadata_text(const text::json& object, std::string_view field);

// Readers of answers about an object. Errors about a Secret repeat no text of the answer, because messages of
// the API server and of webhooks may contain parts of the request.

/// Success, or the error of the answer.
[[nodiscard]] base::result<void> success_of(const operation_target& at,
                                            const base::result<kube::api::http_response>& answer);
/// The object in the answer, or its error.
[[nodiscard]] base::result<text::json> json_of(const operation_target& at,
                                               const base::result<kube::api::http_response>& answer);

} // namespace cluster::operations
