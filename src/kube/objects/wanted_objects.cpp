#include "kube/objects/wanted_objects.hpp"

#include "base/excerpt.hpp"

#include <algorithm>
#include <string_view>

namespace kube::objects {

namespace {

std::string words_of(const api::object_type& x) {
  return "it is of kind '" + base::excerpt(x.kind) + "' and apiVersion '" + base::excerpt(x.api_version) + "'";
}

/// True for an object of which only the metadata were sent, if only metadata were requested.
bool is_metadata(const api::object_type& x, std::string_view kind, const wanted_objects& wanted) {
  return wanted.content == api::object_content::metadata && x.kind == kind && x.api_version.starts_with("meta.k8s.io/");
}

/// The name in a field selector; empty: any.
std::string_view wanted_name(std::string_view fields) {
  constexpr std::string_view key = "metadata.name=";
  while (!fields.empty()) {
    auto term = fields.substr(0, fields.find(','));
    fields.remove_prefix(std::min(term.size() + 1, fields.size()));
    if (!term.starts_with(key)) continue;
    term.remove_prefix(key.size());
    // `==` means the same.
    return term.starts_with('=') ? term.substr(1) : term;
  }
  return {};
}

} // namespace

std::string doubt_on(const object_identity& x, const wanted_objects& wanted) {
  const auto& own = x.type;
  const bool is_of_kind = (own.kind.empty() || own.kind == wanted.resource.kind)
                          && (own.api_version.empty() || own.api_version == wanted.resource.api_version());
  if (!is_of_kind && !is_metadata(own, "PartialObjectMetadata", wanted)) return words_of(own);
  if (x.key.name.empty()) return "an object in it has no metadata.name";
  const auto name = wanted_name(wanted.selectors.fields);
  if (!name.empty() && x.key.name != name)
    return "it is about '" + base::excerpt(x.key.name) + "', not '" + std::string(name) + "'";
  const auto& space = x.key.namespace_;
  if (wanted.resource.namespaced && !wanted.namespace_.empty() && !space.empty() && space != wanted.namespace_)
    return "it is about the namespace '" + base::excerpt(space) + "', not '" + wanted.namespace_ + "'";
  return {};
}

std::string doubt_on_list(const api::object_type& type, const wanted_objects& wanted) {
  const auto& what = wanted.resource;
  if (is_metadata(type, "PartialObjectMetadataList", wanted)) return {};
  // A CustomResourceDefinition may give the list any kind (`spec.names.listKind`).
  const bool is_of_kind =
    api::is_own_group(what.group) ? type.kind == what.kind + "List" : !type.kind.empty() && type.kind != what.kind;
  return is_of_kind && type.api_version == what.api_version() ? std::string() : words_of(type);
}

base::error not_an_answer(const std::string& about, const std::string& doubt) {
  return {base::error_code::unavailable,
          about + ": the answer may not be the API server's, so nothing counts as absent: " + doubt
            + "; look at what is between the operator and the API server"};
}

} // namespace kube::objects
