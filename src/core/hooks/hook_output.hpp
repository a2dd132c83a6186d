#pragma once

#include "core/base/error.hpp"
#include "core/hooks/hook_metrics.hpp"
#include "core/hooks/object_patch.hpp"
#include "core/text/json_patch.hpp"

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

/// The changes that a hook asks for, checked as far as that is possible without the values and the cluster.
struct hook_output {
  json_patch config_values_patch;
  json_patch values_patch;
  std::vector<metric_operation> metrics;
  std::vector<object_operation> operations;

  [[nodiscard]] bool empty() const noexcept {
    return config_values_patch.empty() && values_patch.empty() && metrics.empty() && operations.empty();
  }
};

/// Parses everything before anything is applied. `split_by_rules` decides which values a patch may change.
/// The error message names the environment variable of each wrong file, and its mistakes.
[[nodiscard]] result<hook_output> parse_hook_output(const hook_output_texts& texts);

} // namespace core
