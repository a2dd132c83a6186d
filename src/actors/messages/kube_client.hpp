#pragma once

#include "actors/interfaces.hpp"
#include "core/base/error.hpp"
#include "core/definitions/definition.hpp"
#include "core/hooks/object_patch.hpp"
#include "kube/reachability.hpp"
#include "kube/resource_table.hpp"
#include "kube/transport.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors {

/// Which part of the operator asks, as the metrics of the predecessor name it.
namespace api_component {
inline constexpr const char* main = "main";
inline constexpr const char* object_patcher = "object_patcher";
inline constexpr const char* helm_monitor = "helm_monitor";
} // namespace api_component

struct call_api {
  core::origin origin;
  kube::http_request request;
  const char* component = api_component::main; ///< one of the names above
};
struct api_answered {
  core::origin origin;
  core::result<kube::http_response> response; ///< also non-2xx; a failure means that no answer came
};

/// What is good enough to answer a lookup of a kind.
enum class kind_knowledge {
  any,   ///< a kind that was found once counts as served
  fresh, ///< there is a doubt whether the kind is still served, so a discovery of now decides
};

struct resolve_kind {
  core::origin origin;
  std::string api_version; ///< empty: the preferred one
  std::string kind;        ///< kind, plural or short name, in any case
  kind_knowledge wants = kind_knowledge::any;
  /// The kind that was found before and may have gone: the answer says what has become of it, see
  /// `kube::resource_table::find_again`. It is always fresh. Nothing: the kind is looked for by its name.
  std::optional<kube::resource> before{};
};
struct kind_resolved {
  core::origin origin;
  kube::lookup_result result;
};

/// What `.Capabilities` of a Helm chart shows.
struct describe_cluster {
  core::origin origin;
  /// `any`: as the API server describes itself now, or as it has done last if it does not. `fresh`: without that, a failure.
  kind_knowledge wants = kind_knowledge::any;
};
struct cluster_described {
  core::origin origin;
  core::result<std::string> version;     ///< of the API server: `v1.36.3`
  std::vector<std::string> api_versions; ///< `apps/v1`, `apps/v1/Deployment`, sorted
};

/// Executes the operations in order; one that fails does not keep the others from being tried.
struct execute_object_operations {
  core::origin origin;
  std::shared_ptr<const std::vector<core::object_operation>> operations;
  std::string by;                ///< the hook, for logs
  std::string default_namespace; ///< for objects of namespaced kinds that name none
};
/// An operation that failed.
struct object_failure {
  core::error_code code = core::error_code::invalid_input;
  std::string operation; ///< `MergePatch Secret default/db`
  std::string reason;    ///< for the log: may repeat the object, unless that is a Secret
};
struct object_operations_done {
  core::origin origin;
  std::vector<object_failure> failures; ///< one for each operation that failed; empty: all went well
};

/// Brings CustomResourceDefinitions into the cluster, and waits until the API server serves their kinds.
struct install_definitions {
  core::origin origin;
  std::shared_ptr<const std::vector<core::definition>> definitions;
};
/// What became of one definition.
struct definition_outcome {
  enum class change { created, updated, unchanged };
  core::result<change> result;
  std::vector<std::string> kept_versions; ///< that the module does not have any more
};
struct definitions_installed {
  core::origin origin;
  std::vector<definition_outcome> outcomes; ///< one for each definition, in their order
};

struct open_stream {
  core::origin origin;
  kube::http_request request; ///< streaming
  informer_actor receiver;    ///< gets `stream_lines` and one `stream_ended`
};
/// Lines of the stream may arrive before this answer.
struct stream_opened {
  core::origin origin;
  std::uint64_t stream = 0; ///< rises with every stream that is opened
};
struct close_stream {
  core::origin origin;
  std::uint64_t stream = 0;
};

/// Something failed in a way that may be an outage (`kube::may_be_outage`): when is it worth another try? The answer
/// comes at once when an outage has ended, otherwise as soon as the server answers but not before `retry_in` has passed.
/// Nobody else has to watch a clock meanwhile.
struct await_api_server {
  core::origin origin;
  std::chrono::milliseconds retry_in{0};
};
struct api_server_awaited {
  core::origin origin;
  kube::outage_verdict verdict = kube::outage_verdict::alone;
};

/// From the transport: the answer to the request of that number.
struct transfer_done {
  core::origin origin;
  std::uint64_t number = 0;
  core::result<kube::http_response> response;
};

/// INTERNAL: an operation that waits for something tries again.
struct operation_wait_over {
  core::origin origin;
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

} // namespace actors

ACTORS_MESSAGE(actors::call_api)
ACTORS_MESSAGE(actors::api_answered)
ACTORS_MESSAGE(actors::resolve_kind)
ACTORS_MESSAGE(actors::kind_resolved)
ACTORS_MESSAGE(actors::describe_cluster)
ACTORS_MESSAGE(actors::cluster_described)
ACTORS_MESSAGE(actors::execute_object_operations)
ACTORS_MESSAGE(actors::object_operations_done)
ACTORS_MESSAGE(actors::install_definitions)
ACTORS_MESSAGE(actors::definitions_installed)
ACTORS_MESSAGE(actors::open_stream)
ACTORS_MESSAGE(actors::stream_opened)
ACTORS_MESSAGE(actors::close_stream)
ACTORS_MESSAGE(actors::await_api_server)
ACTORS_MESSAGE(actors::api_server_awaited)
ACTORS_MESSAGE(actors::transfer_done)
ACTORS_MESSAGE(actors::operation_wait_over)
