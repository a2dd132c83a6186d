#include "core/crds/rendered_definitions.hpp"

#include "text/json/json_parts.hpp"
#include "text/yaml/yaml_stream.hpp"

#include <string>

namespace core::crds {

using text::member;

namespace {

constexpr std::string_view kind_of_definitions = "CustomResourceDefinition";

bool is_definition(const text::json& object) {
  return object.is_object() && object.string_at("apiVersion") == "apiextensions.k8s.io/v1"
         && object.string_at("kind") == kind_of_definitions && member(object, "spec").is_object();
}

void collect(const text::json& document, std::vector<definition>& to) {
  for (const auto& item : text::items(member(document, "items"))) collect(item, to);
  if (!is_definition(document)) return;
  const auto& metadata = member(document, "metadata");
  const auto name = metadata.is_object() ? metadata.string_at("name") : std::nullopt;
  if (!name || !member(member(metadata, "annotations"), "helm.sh/hook").is_null()) return;
  to.push_back({*name, {}, document});
}

} // namespace

std::vector<definition> rendered_definitions(std::string_view manifest) {
  std::vector<definition> found;
  // Most charts have no definition, and reading a large manifest takes long.
  if (manifest.find(kind_of_definitions) == manifest.npos) return found;
  text::yaml_stream documents(manifest, text::duplicate_keys::last_counts);
  for (;;) {
    const auto document = documents.next();
    if (!document) return {};
    if (!*document) return found;
    collect(**document, found);
  }
}

} // namespace core::crds
