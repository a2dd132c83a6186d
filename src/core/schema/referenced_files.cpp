#include "core/schema/referenced_files.hpp"

#include "text/yaml/yaml.hpp"

#include <set>

namespace core::schema {
namespace {

/// Collects references, also in parts that no schema reaches. An unneeded file that is read does no harm.
void collect(const text::json& value, std::set<std::string>& files) {
  if (value.is_array())
    for (const auto& item : value.as_array()) collect(item, files);
  if (!value.is_object()) return;
  for (const auto& [key, member] : value.as_object()) {
    if (key == "$ref" && member.is_string()) files.insert(split(member.as_string()).file);
    collect(member, files);
  }
}

} // namespace

std::vector<std::string> referenced_files(std::string_view text) {
  text::yaml_faults faults;
  const auto document = text::parse_yaml(text, faults);
  std::set<std::string> files;
  if (document) collect(*document, files);
  files.erase("");
  return {files.begin(), files.end()};
}

split_reference split(std::string_view reference) {
  const auto at = reference.find('#');
  if (at == reference.npos) return {.file = std::string(reference), .place = {}};
  return {.file = std::string(reference.substr(0, at)), .place = std::string(reference.substr(at + 1))};
}

} // namespace core::schema
