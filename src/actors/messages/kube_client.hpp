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

/// The part of the operator that makes a request, in the words of the predecessor's metrics.
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
  base::result<kube::api::http_response> response; ///< also non-2xx; a failure means that no answer came
};

/// The freshness that a lookup of a kind needs.
enum class kind_knowledge {
  any,   ///< a kind that was found once counts as served
  fresh, ///< there is a doubt whether the kind is still served, so a discovery of now decides
};

struct resolve_kind {
  base::origin origin;
  std::string api_version; ///< empty: the preferred version
  std::string kind;        ///< kind, plural or short name, in any case
  kind_knowledge wants = kind_knowledge::any;
  /// A kind that was found before and may have been removed: the answer is its present state, see
  /// `kube::api::resource_table::find_again`, and is always fresh. Empty: the kind is looked for by its name.
  std::optional<kube::api::resource> before{};
  /// True: a record of a release shows that objects of the kind existed. If discovery does not show the kind,
  /// the answer is `kube::api::kind_undecided` until its absence is confirmed. Not together with `wants` and
  /// `before`.
  bool is_expected = false;
};
struct kind_resolved {
  base::origin origin;
  kube::api::lookup_result result;
};

/// Asks for the `.Capabilities` that a Helm chart sees.
struct describe_cluster {
  base::origin origin;
  /// `any`: the present answer of the API server, or its last answer if it gives none now. `fresh`: the
  /// present answer, or a failure.
  kind_knowledge wants = kind_knowledge::any;
  /// Kinds that the record of a release names. They count as served until their absence is confirmed.
  std::vector<kube::api::object_type> expected{};
};
struct cluster_described {
  base::origin origin;
  base::result<std::string> version;     ///< of the API server: `v1.36.3`
  std::vector<std::string> api_versions; ///< `apps/v1`, `apps/v1/Deployment`, sorted
  /// Set if the versions have kinds that discovery does not show: the same question may get another answer
  /// after this time. Empty: discovery shows all of them.
  std::optional<std::chrono::milliseconds> settles_in{};
  std::vector<std::string> unknown{}; ///< versions with kinds that are not known: `apps/v1`
  /// Set if the kinds come from a first discovery that no discovery at least
  /// `kube::discovery::confirmation_time` later has confirmed: that discovery may be made after this time.
  std::optional<std::chrono::milliseconds> matures_in{};
};

/// Executes the operations in order; a failed operation does not keep the later operations from being tried.
struct execute_object_operations {
  base::origin origin;
  std::shared_ptr<const std::vector<core::hooks::object_operation>> operations;
  std::string by;                ///< the hook, for logs
  std::string default_namespace; ///< for objects of namespaced kinds without a namespace
};
/// An operation that failed.
struct object_failure {
  base::error_code code = base::error_code::invalid_input;
  std::string operation; ///< `MergePatch Secret default/db`
  std::string reason;    ///< for the log: may repeat the object, unless that is a Secret
};
struct object_operations_done {
  base::origin origin;
  std::vector<object_failure> failures; ///< an entry for each failed operation; empty: all succeeded
};

/// Brings CustomResourceDefinitions into the cluster, and waits until the API server serves their kinds.
struct install_definitions {
  base::origin origin;
  std::shared_ptr<const std::vector<core::crds::definition>> definitions;
};
/// The result of installing a definition.
struct definition_outcome {
  enum class change { created, updated, unchanged };
  base::result<change> result;
  std::vector<std::string> kept_versions; ///< that the module does not have any more
};
struct definitions_installed {
  base::origin origin;
  std::vector<definition_outcome> outcomes; ///< an outcome for each definition, in their order
};

struct open_stream {
  base::origin origin;
  kube::api::http_request request; ///< streaming
  informer_actor receiver;         ///< gets `stream_lines` and, last, `stream_ended`
};
/// Lines of the stream may arrive before this answer.
struct stream_opened {
  base::origin origin;
  std::uint64_t stream = 0; ///< rises with every stream that is opened
};
struct close_stream {
  base::origin origin;
  std::uint64_t stream = 0;
};

/// Asks when another try of a failed request is worthwhile, if the failure may be an outage
/// (`kube::watch::may_be_outage`). The answer comes when the outage has ended. Without an outage it comes as
/// soon as the API server answers, but not before `retry_in` has passed. So other actors need no clock for
/// outages.
struct await_api_server {
  base::origin origin;
  std::chrono::milliseconds retry_in{0};
};
struct api_server_awaited {
  base::origin origin;
  kube::watch::outage_verdict verdict = kube::watch::outage_verdict::alone;
};

/// From the transport: the answer to the request of that number.
struct transfer_done {
  base::origin origin;
  std::uint64_t number = 0;
  base::result<kube::api::http_response> response;
};

/// INTERNAL: an operation that waits tries again.
struct operation_wait_over {
  base::origin origin;
  std::uint64_t wait = 0;
};

inline std::string summary(const call_api& x) {
  return x.request.method + " " + x.request.target;
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
ACTORS_MESSAGE(actors::messages::open_stream)
ACTORS_MESSAGE(actors::messages::stream_opened)
ACTORS_MESSAGE(actors::messages::close_stream)
ACTORS_MESSAGE(actors::messages::await_api_server)
ACTORS_MESSAGE(actors::messages::api_server_awaited)
ACTORS_MESSAGE(actors::messages::transfer_done)
ACTORS_MESSAGE(actors::messages::operation_wait_over)
