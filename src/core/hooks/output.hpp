#pragma once

#include "core/hooks/metric_batch.hpp"
#include "core/hooks/object_patch.hpp"

#include <cstddef>
#include <string>
#include <vector>

#include <tl/expected.hpp>

namespace core::hooks {

/// The contents of the files that a hook has written.
struct output_texts {
  std::string config_values_patch;
  std::string values_patch;
  std::string metrics;
  std::string kubernetes_patch;
};

/// The changes that a hook requests. All checks that need neither the values nor the cluster have passed.
/// Patches of values appear only as numbers of operations, because the owner of the values reads the patches.
struct output {
  std::size_t config_values_operations = 0;
  std::size_t values_operations = 0;
  metric_batch metrics;
  std::vector<object_operation> operations;

  [[nodiscard]] bool empty() const noexcept {
    return config_values_operations == 0 && values_operations == 0 && metrics.empty() && operations.empty();
  }
};

/// The reason why the output of a hook cannot be used.
struct output_mistakes {
  std::string files; ///< variables of the faulty files: `$METRICS_PATH, $KUBERNETES_PATCH_PATH`
  std::string text;  ///< all mistakes, each with its file; may quote text of the hook
};

/// Parses all files, so that a mistake is found before any change is applied. `split_by_rules` decides which
/// values a patch may change.
/// Why so: docs/decisions/outputs-are-checked-before-any-is-applied.md
[[nodiscard]] tl::expected<output, output_mistakes> parse_hook_output(const output_texts& texts);

} // namespace core::hooks
