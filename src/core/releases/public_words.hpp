#pragma once

#include <string_view>

namespace core::releases {

/// Whether a word, in small letters, belongs to the messages of Helm, Go, YAML and the API server, or to the
/// kinds, groups and fields of Kubernetes. Such a word is no secret, even if a value contains it.
[[nodiscard]] bool is_public_word(std::string_view word);

} // namespace core::releases
