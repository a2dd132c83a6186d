#include "core/hooks/hook_output.hpp"

#include "core/hooks/document_reader.hpp"
#include "core/text/json_patch_reader.hpp"

#include <string_view>
#include <utility>

namespace core {

namespace {

/// The value, or an error that names the file by its variable.
template <class T>
T value_of(result<T> parsed, std::string_view variable, document_errors& errors) {
  if (parsed) return std::move(*parsed);
  errors.add("file of $" + std::string(variable), parsed.error().message);
  return {};
}

} // namespace

result<hook_output> parse_hook_output(const hook_output_texts& texts) {
  document_errors errors;
  hook_output out;
  out.config_values_patch =
    value_of(parse_json_patch(texts.config_values_patch), "CONFIG_VALUES_JSON_PATCH_PATH", errors);
  out.values_patch = value_of(parse_json_patch(texts.values_patch), "VALUES_JSON_PATCH_PATH", errors);
  out.metrics = value_of(parse_hook_metrics(texts.metrics), "METRICS_PATH", errors);
  out.operations = value_of(parse_object_patch(texts.kubernetes_patch), "KUBERNETES_PATCH_PATH", errors);
  if (!errors.empty()) return fail(error_code::invalid_input, errors.text());
  return out;
}

} // namespace core
