#pragma once

#include <string_view>

namespace core::hooks {

/// The namespace in the coordinates of an operation that names the empty text as its namespace, as a hook
/// with an unset variable does. It is no name of a namespace. An operation without a namespace has an empty
/// text there, and means the default namespace.
///
/// For an object without namespaces it is left out. A change or deletion of any other object is refused: the
/// hook has meant another namespace, and the default namespace is the operator's own.
inline constexpr std::string_view blank_namespace = "\"\"";

} // namespace core::hooks
