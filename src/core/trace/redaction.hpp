#pragma once

#include "core/text/json.hpp"

#include <string>
#include <string_view>

namespace core {

/// What stands in place of a secret.
inline constexpr std::string_view redacted = "<redacted>";

/// A value as it may be logged or traced: in every object of kind Secret within it, the values of `data` and
/// `stringData` are replaced; the keys stay. An annotation that repeats the object
/// (`kubectl.kubernetes.io/last-applied-configuration`) is replaced as well.
[[nodiscard]] json redact_secrets(const json& x);

} // namespace core
