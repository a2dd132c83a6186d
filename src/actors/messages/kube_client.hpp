#pragma once

#include "actors/messages/interfaces.hpp"
#include "base/error.hpp"
#include "core/crds/crd.hpp"
#include "core/hooks/object_patch.hpp"
#include "kube/api/resource_table.hpp"
#include "kube/api/transport.hpp"
#include "kube/watch/reachability.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::messages {

/// The part of the operator that makes a request, named as in the predecessor's metrics.
namespace api_component {
inline constexpr const char* main = "main";
inline constexpr const char* object_patcher = "object_patcher";
inline constexpr const char* helm_monitor = "helm_monitor";
} // namespace api_component

struct call_api {
  base::origin origin;
  kube::api::http_request request;
  const char* component = api_component::main; ///< a name from the list above
};
struct api_answered {
  base::origin origin;
  base::result<kube::api::http_response> response; ///< any status; a failure means that there was no response
};

/// The required freshness of a lookup of a kind.
enum class kind_knowledge {
  any,   ///< a kind that was found before counts as served
  fresh, ///< the kind may no longer be served, so a new discovery decides
};

struct resolve_kind {
  base::origin origin;
  std::string api_version; ///< empty: the preferred version
  std::string kind;        ///< kind, plural or short name, in any case
  kind_knowledge wants = kind_knowledge::any;
  /// A kind that was found before and may have been removed. The answer is its current state
  /// (`kube::api::resource_table::find_again`), always fresh. Empty: the kind is looked up by name.
  std::optional<kube::api::resource> before{};
  /// True: the kind must exist, because the record of a release names objects of it. If discovery does not
  /// show the kind, the answer is `kube::api::kind_undecided` until its absence is confirmed. Cannot be
  /// combined with `wants` and `before`.
  bool is_expected = false;
};
struct kind_resolved {
  base::origin origin;
  kube::api::lookup_result result;
};

/// Asks for the `.Capabilities` that a Helm chart sees.
struct describe_cluster {
  base::origin origin;
  /// `any`: the current answer of the API server; if it does not answer, its last answer. `fresh`: the
  /// current answer, or a failure.
  kind_knowledge wants = kind_knowledge::any;
  /// Kinds in the record of a release. They count as served until their absence is confirmed.
  std::vector<kube::api::object_type> expected{};
};
struct cluster_described {
  base::origin origin;
  base::result<std::string> version;     ///< the version that charts see: `v1.36.3`
  std::vector<std::string> api_versions; ///< `apps/v1`, `apps/v1/Deployment`, sorted
  /// Set if `api_versions` has kinds that discovery does not show, or if the API server has named an older
  /// version. The same question may get a different answer after this time.
  std::optional<std::chrono::milliseconds> settles_in{};
  std::vector<std::string> unknown{}; ///< versions with unknown kinds: `apps/v1`
  /// Set while the kinds of the first discovery are not confirmed. A discovery after this time (at least
  /// `kube::discovery::confirmation_time` after the first) can confirm them.
  std::optional<std::chrono::milliseconds> matures_in{};
};

/// Executes the operations in order. After a failed operation the later operations are still tried. No
/// operation begins if none has succeeded for `idle_max`: the operations that are left fail together.
struct execute_object_operations {
  base::origin origin;
  std::shared_ptr<const std::vector<core::hooks::object_operation>> operations;
  std::string by;                ///< the hook, for logs
  std::string default_namespace; ///< for objects of namespaced kinds without a namespace
  std::chrono::milliseconds idle_max = std::chrono::minutes(5);
  hook_runner_actor observer{}; ///< gets `operations_advanced` while they run; null: no actor gets it
  std::uint64_t work = 0;       ///< for `operations_advanced`
};
/// An operation that failed.
struct object_failure {
  base::error_code code = base::error_code::invalid_input;
  std::string operation; ///< `MergePatch Secret default/db`, or how far the operations came
  std::string reason;    ///< for the log; may quote the object, unless it is a Secret
};
struct object_operations_done {
  base::origin origin;
  std::vector<object_failure> failures; ///< an entry for each failed operation; empty: all have succeeded
};

/// Installs CustomResourceDefinitions, and waits until the API server serves their kinds.
struct install_definitions {
  base::origin origin;
  std::shared_ptr<const std::vector<core::crds::definition>> definitions;
};
/// The result of installing a definition.
struct definition_outcome {
  enum class change { created, updated, unchanged };
  base::result<change> result;
  std::vector<std::string> kept_versions; ///< versions that the module no longer has
  /// Parts that the module lacks, so that the definition of another client was left as it is.
  std::vector<std::string> lost_parts{};
  std::vector<std::string> kept_parts{};   ///< of other clients, see `core::crds::considerate_update`
  std::vector<std::string> taken_fields{}; ///< of other clients
};
struct definitions_installed {
  base::origin origin;
  std::vector<definition_outcome> outcomes; ///< an outcome for each definition, in the same order
};

/// Asks for the definitions in `crds/` of modules that this process has installed or left as they were.
struct list_definitions {
  base::origin origin;
};
struct definitions_listed {
  base::origin origin;
  std::vector<std::string> names; ///< `widgets.example.com`, in byte order
};

struct open_stream {
  base::origin origin;
  kube::api::http_request request; ///< streaming
  informer_actor receiver;         ///< gets `stream_lines`, and `stream_ended` as the last message
};
/// Lines of the stream may arrive before this answer.
struct stream_opened {
  base::origin origin;
  std::uint64_t stream = 0; ///< number of the stream; grows with each stream
};
struct close_stream {
  base::origin origin;
  std::uint64_t stream = 0;
};

/// Sent after a failure that may be an outage (`kube::watch::may_be_outage`). The answer comes when another
/// try is useful: at the end of the outage; without an outage, when the API server answers and `retry_in` has
/// passed. So the sender needs no timer for outages.
struct await_api_server {
  base::origin origin;
  std::chrono::milliseconds retry_in{0};
};
struct api_server_awaited {
  base::origin origin;
  kube::watch::outage_verdict verdict = kube::watch::outage_verdict::alone;
};

/// Asks whether the API server may have been away during the run of a script that has ended. If the API
/// server has answered no request since, the answer comes after a small request.
struct find_outage {
  base::origin origin;
  std::int64_t began_us = 0; ///< of the run, by the steady clock
  std::int64_t ended_us = 0;
};
struct outage_found {
  base::origin origin;
  std::string when; ///< for people: `did not answer the operator since 2026-02-03 04:05:06 UTC`; empty: no outage
};

/// Begins no request any more that changes the cluster, and waits for those on their way. The lead is given
/// away after it.
struct end_writes {
  base::origin origin;
  std::chrono::milliseconds within{0}; ///< the longest wait
};
struct writes_ended {
  base::origin origin;
  std::size_t unanswered = 0; ///< requests on their way that may still take effect
};

/// From the transport: the response to the request with this number.
struct transfer_done {
  base::origin origin;
  std::uint64_t number = 0;
  base::result<kube::api::http_response> response;
};

/// INTERNAL: a waiting operation tries again.
struct operation_wait_over {
  base::origin origin;
  std::uint64_t wait = 0;
};

inline std::string summary(const call_api& x) {
  return x.request.method + " " + x.request.target;
}
inline std::string summary(const outage_found& x) {
  return x.when.empty() ? std::string("no outage") : x.when;
}
inline std::string summary(const open_stream& x) {
  return x.request.target;
}
inline std::string summary(const resolve_kind& x) {
  return x.api_version + " " + x.kind;
}
std::string summary(const api_answered& x);
std::string summary(const transfer_done& x);
std::string summary(const object_operations_done& x);
inline std::string summary(const definitions_listed& x) {
  return std::to_string(x.names.size()) + " definitions";
}
inline std::string summary(const install_definitions& x) {
  return std::to_string(x.definitions->size()) + " definitions";
}

} // namespace actors::messages

ACTORS_MESSAGE(actors::messages::call_api)
ACTORS_MESSAGE(actors::messages::api_answered)
ACTORS_MESSAGE(actors::messages::resolve_kind)
ACTORS_MESSAGE(actors::messages::kind_resolved)
ACTORS_MESSAGE(actors::messages::describe_cluster)
ACTORS_MESSAGE(actors::messages::cluster_described)
ACTORS_MESSAGE(actors::messages::execute_object_operations)
ACTORS_MESSAGE(actors::messages::object_operations_done)
ACTORS_MESSAGE(actors::messages::install_definitions)
ACTORS_MESSAGE(actors::messages::definitions_installed)
ACTORS_MESSAGE(actors::messages::list_definitions)
ACTORS_MESSAGE(actors::messages::definitions_listed)
ACTORS_MESSAGE(actors::messages::open_stream)
ACTORS_MESSAGE(actors::messages::stream_opened)
ACTORS_MESSAGE(actors::messages::close_stream)
ACTORS_MESSAGE(actors::messages::await_api_server)
ACTORS_MESSAGE(actors::messages::api_server_awaited)
ACTORS_MESSAGE(actors::messages::end_writes)
ACTORS_MESSAGE(actors::messages::writes_ended)
ACTORS_MESSAGE(actors::messages::find_outage)
ACTORS_MESSAGE(actors::messages::outage_found)
ACTORS_MESSAGE(actors::messages::transfer_done)
ACTORS_MESSAGE(actors::messages::operation_wait_over)
