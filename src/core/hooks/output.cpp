#include "core/hooks/output.hpp"

#include "core/hooks/document_reader.hpp"
#include "core/hooks/metrics.hpp"
#include "text/json/json_patch_reader.hpp"

#include <string_view>
#include <utility>

namespace core::hooks {

namespace {

/// Collects the mistakes of all files.
struct mistakes {
  document_errors errors;
  std::string files;

  template <class T>
  T value_of(base::result<T> parsed, std::string_view variable) {
    if (parsed) return std::move(*parsed);
    const auto name = "$" + std::string(variable);
    files += (files.empty() ? "" : ", ") + name;
    errors.add("file of " + name, parsed.error().message);
    return {};
  }
};

} // namespace

tl::expected<output, output_mistakes> parse_hook_output(const output_texts& texts) {
  mistakes found;
  output out;
  out.config_values_operations =
    found.value_of(text::count_patch_operations(texts.config_values_patch), "CONFIG_VALUES_JSON_PATCH_PATH");
  out.values_operations = found.value_of(text::count_patch_operations(texts.values_patch), "VALUES_JSON_PATCH_PATH");
  out.metrics = found.value_of(parse_hook_metrics(texts.metrics), "METRICS_PATH");
  out.operations = found.value_of(parse_object_patch(texts.kubernetes_patch), "KUBERNETES_PATCH_PATH");
  if (!found.errors.empty()) return tl::unexpected(output_mistakes{std::move(found.files), found.errors.text()});
  return out;
}

} // namespace core::hooks
