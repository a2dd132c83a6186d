#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <string_view>

namespace simulation {

/// The content type of bodies that clients in Go write for built-in kinds.
inline constexpr std::string_view protobuf_type = "application/vnd.kubernetes.protobuf";

/// Reads an object that a client has sent as Protobuf, as Helm sends its records and `kubectl create` some
/// kinds. Known kinds are Secret, ConfigMap, Namespace and ServiceAccount; another kind is an error. Of the
/// metadata only names, versions, labels and annotations are read.
/// (https://kubernetes.io/docs/reference/using-api/api-concepts/#protobuf-encoding-idl, generated.proto of
/// core/v1)
[[nodiscard]] base::result<text::json> object_of_protobuf(std::string_view bytes);

} // namespace simulation
