// The files openapi/config-values.yaml and openapi/values.yaml of a module, and values that they are about.
// The three are separated by lines of `===`.

#include "core/schema/section_schemas.hpp"
#include "fuzz/claim.hpp"
#include "text/yaml/yaml.hpp"

#include <string>

using fuzz::claim;

namespace {

std::string take_part(std::string_view& text) {
  constexpr std::string_view separator = "\n===\n";
  const auto end = text.find(separator);
  const std::string part(text.substr(0, end));
  text.remove_prefix(end == text.npos ? text.size() : end + separator.size());
  return part;
}

void check(const std::optional<core::schema::schema>& schema, const text::json& value) {
  if (!schema) return;
  const auto filled = schema->with_defaults(value);
  claim(schema->with_defaults(filled) == filled, "defaults that are there are not added again");
  for (const auto& x : {value, filled}) {
    const auto violations = schema->validate(x, "v");
    claim(violations.empty() == core::schema::describe(violations).empty(), "every violation has a description");
    for (const auto& violation : violations)
      claim(violation.path.starts_with("v") && !violation.rule.empty(), "a violation has a place and a rule");
  }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::memory_rule memory(size);
  auto text = fuzz::text_of(data, size);
  core::schema::texts texts;
  texts.config_values = take_part(text);
  if (!text.empty()) texts.values = take_part(text);
  const auto value = text::parse_yaml(text);
  const auto schemas = core::schema::make_section_schemas(texts);
  if (!schemas) {
    claim(schemas.error().message.starts_with("openapi/"), "an error names the file");
    return 0;
  }
  claim(schemas->warnings.size() <= 42, "warnings are bounded");
  for (const auto& warning : schemas->warnings) claim(warning.starts_with("openapi/"), "a warning names the file");
  for (const auto& x : {text::json::object(), value ? *value : text::json()}) {
    check(schemas->config, x);
    check(schemas->values, x);
    check(schemas->helm, x);
  }
  return 0;
}
