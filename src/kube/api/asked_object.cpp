#include "kube/api/asked_object.hpp"

#include "base/excerpt.hpp"
#include "kube/api/api_path.hpp"
#include "kube/api/resource.hpp"

namespace kube::api {

namespace {

bool is_of_type(const object_type& type, const path_object& asked, const std::string& accept) {
  if (type.kind == "PartialObjectMetadata" && type.api_version.starts_with("meta.k8s.io/"))
    return accept.find("as=PartialObjectMetadata") != accept.npos;
  const auto wanted = asked.group.empty() ? asked.version : asked.group + "/" + asked.version;
  return type.api_version == wanted && type.kind != "Status"
         && (!is_own_group(asked.group) || may_be_plural(asked.plural, type.kind));
}

} // namespace

std::string doubt_on_object(const text::json& object, const http_response& answer) {
  const auto asked = object_of_path(answer.target);
  // The answer of a subresource has a kind of its own.
  if (!asked || asked->name.empty() || !asked->subresource.empty()) return {};
  const object_type type{object.string_at("apiVersion").value_or(""), object.string_at("kind").value_or("")};
  if (answer.method == "DELETE" && type.kind == "Status") return {};
  if (!is_of_type(type, *asked, answer.accept))
    return "it is of kind '" + base::excerpt(type.kind) + "' and apiVersion '" + base::excerpt(type.api_version) + "'";
  const auto* metadata = object.find("metadata");
  const auto text_of = [&](const char* field) {
    return metadata == nullptr ? std::string() : metadata->string_at(field).value_or("");
  };
  if (const auto name = text_of("name"); name != asked->name)
    return "it is about '" + base::excerpt(name) + "', not '" + asked->name + "'";
  if (const auto space = text_of("namespace");
      !asked->namespace_.empty() && !space.empty() && space != asked->namespace_)
    return "it is about the namespace '" + base::excerpt(space) + "', not '" + asked->namespace_ + "'";
  return {};
}

} // namespace kube::api
