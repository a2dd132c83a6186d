#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace core::hooks {

/// Identifies an object.
struct object_coordinates {
  std::string api_version; ///< empty: the API server's preferred version that has the kind
  std::string kind;
  std::string namespace_name; ///< empty: a cluster-scoped object, or the default namespace
  std::string name;
  std::string subresource; ///< empty: the object itself; patches only
};

// Operations hold compact JSON text, because a tree would take ten times as much memory.

/// Creates an object.
struct create_object {
  enum class if_exists { fail, replace, keep };

  /// The name is empty if the API server generates it. An object without a namespace gets the namespace of
  /// the operation.
  object_coordinates target;
  std::string generate_name; ///< `metadata.generateName`
  std::string object;        ///< JSON; has apiVersion, kind and metadata.name or metadata.generateName
  if_exists existing = if_exists::fail;
};

/// Deletes an object; a missing object is not an error.
struct delete_object {
  enum class propagation { foreground, background, orphan };

  object_coordinates target;
  propagation how = propagation::foreground; ///< foreground also waits until the object is gone
};

/// A merge patch (RFC 7386).
struct merge_patch {
  std::string patch; ///< JSON, an object
};

/// A JSON patch (RFC 6902).
struct json_patch_list {
  std::string operations; ///< JSON, a list
};

/// Reads the object, runs a jq program over it and writes the result back if it differs.
struct jq_patch {
  std::string program; ///< compiles
};

/// Changes an object.
struct patch_object {
  object_coordinates target;
  std::variant<merge_patch, json_patch_list, jq_patch> change;
  bool ignore_missing = false; ///< a missing object is not an error
};

/// An operation on the cluster that a hook asked for.
using object_operation = std::variant<create_object, delete_object, patch_object>;

/// Parses the file at KUBERNETES_PATCH_PATH: a stream of JSON values, or YAML documents separated by `---`.
/// An empty file has no operations. The file is read as a stream: at most one document is in memory as a
/// tree. The error message lists all faults, each with the number of its document and the path. It hides the
/// values of a document that is about a Secret or does not name a kind.
[[nodiscard]] base::result<std::vector<object_operation>> parse_object_patch(std::string_view text);

/// The object that the operation is about.
[[nodiscard]] const object_coordinates& target_of(const object_operation& operation);

/// The operation's name as hooks write it: `CreateOrUpdate`, `JQPatch`.
[[nodiscard]] std::string operation_name(const object_operation& operation);

/// Names the object in a message: `Pod default/web`, `Pod default/web (subresource 'status')`.
[[nodiscard]] std::string object_name(const object_operation& operation);

/// Names the operation and its object in a message: `Delete Pod default/web`.
[[nodiscard]] std::string describe(const object_operation& operation);

} // namespace core::hooks
