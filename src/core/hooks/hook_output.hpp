#pragma once

#include "core/base/error.hpp"
#include "core/hooks/hook_metrics.hpp"
#include "core/hooks/object_patch.hpp"
#include "core/text/json.hpp"

#include <string>
#include <vector>

namespace core {

/// The contents of the files that a hook has left.
struct hook_output_texts {
  std::string config_values_patch;
  std::string values_patch;
  std::string metrics;
  std::string kubernetes_patch;
};

/// What a hook asks for, checked as far as it can be without the values and the cluster.
struct hook_output {
  std::vector<json> config_values_patch; ///< RFC 6902 operations, in order
  std::vector<json> values_patch;
  std::vector<metric_operation> metrics;
  std::vector<object_operation> operations;

  [[nodiscard]] bool empty() const noexcept {
    return config_values_patch.empty() && values_patch.empty() && metrics.empty() && operations.empty();
  }
};

/// Parses everything before anything is applied. The error message names the environment variable of each file that is
/// wrong, and what is wrong with it.
[[nodiscard]] result<hook_output> parse_hook_output(const hook_output_texts& texts);

/// Parses a values patch: a stream of JSON values, each an operation or an array of them. Empty text is none.
/// Operations have the shape that RFC 6902 asks for; a path with dots instead of slashes is refused with the right form.
[[nodiscard]] result<std::vector<json>> parse_patch_stream(std::string_view text);

} // namespace core
