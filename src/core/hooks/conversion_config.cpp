#include "core/hooks/conversion_config.hpp"

#include "core/bindings/object_filter.hpp"

#include <algorithm>
#include <string>

namespace core::hooks {

namespace {

std::string read_version(document_reader& item, const char* key) {
  auto version = item.required_string(key);
  if (std::count(version.begin(), version.end(), '/') > 1)
    item.add_error(key, "expected VERSION or GROUP/VERSION, got '" + version + "'");
  return version;
}

std::string read_program(document_reader& item) {
  auto program = item.string_or("jq", {});
  if (program.empty()) return program;
  if (const auto compiled = bindings::object_filter::compile(program); !compiled)
    item.add_error("jq", compiled.error().message);
  return program;
}

} // namespace

bindings::conversion_binding read_conversion(document_reader& item) {
  bindings::conversion_binding x;
  x.name = item.required_string("name");
  x.definition = item.required_string("crdName");
  if (!x.definition.empty() && x.definition.find('.') == std::string::npos)
    item.add_error("crdName", "'" + x.definition
                                + "' must be the name of a CustomResourceDefinition: PLURAL.GROUP, for example "
                                  "crontabs.stable.example.com");
  x.group = item.string_or("group", {});
  x.snapshots_from = item.strings("includeSnapshotsFrom");
  if (item.has("includeSnapshotsFrom") && x.snapshots_from.empty())
    item.add_error("includeSnapshotsFrom", "must have at least one item");
  if (!item.has("conversions")) item.add_error("conversions", "is required");
  for (auto& step : item.objects("conversions", empty_list::refused)) {
    x.steps.push_back({read_version(step, "fromVersion"), read_version(step, "toVersion"), read_program(step)});
    step.refuse_others();
  }
  item.refuse_others();
  return x;
}

} // namespace core::hooks
