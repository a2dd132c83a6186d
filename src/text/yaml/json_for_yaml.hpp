#pragma once

#include <string>

namespace text {

/// Rewrites a JSON text so that readers of YAML 1.1 understand it as readers of JSON do. Go's YAML refuses or
/// misreads some parts of JSON: control characters (U+007F to U+009F, U+FEFF, U+FFFE, U+FFFF), line breaks
/// that YAML folds within a text (U+0085, U+2028, U+2029), and exponents without a sign (`1e3` is a text
/// there).
/// @param text valid JSON
/// @returns the same text if it has no such part
[[nodiscard]] std::string json_for_yaml(std::string text);

} // namespace text
