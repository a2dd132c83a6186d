#include "core/releases/bearing_objects.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

namespace core::releases {

namespace {

constexpr std::size_t named_max = 3;

bool is_namespace(const manifest_object& x) {
  return x.kind == "Namespace" && x.api_version == "v1";
}

bool is_definition(const manifest_object& x) {
  return x.kind == "CustomResourceDefinition" && x.api_version.starts_with("apiextensions.k8s.io/");
}

/// A claim takes along its volume, with the data of users in it.
bool is_claim(const manifest_object& x) {
  return x.kind == "PersistentVolumeClaim" && x.api_version == "v1";
}

const char* with_it(const manifest_object& x) {
  if (is_claim(x)) return "its volume";
  if (is_stateful_set(x)) return "the claims of its Pods and their volumes";
  return is_namespace(x) ? "all objects in it" : "all objects of its kind";
}

bool is_bearing(const manifest_object& x) {
  return is_namespace(x) || is_definition(x) || is_claim(x);
}

} // namespace

bool is_stateful_set(const manifest_object& x) {
  return x.kind == "StatefulSet" && x.api_version.starts_with("apps/");
}

std::vector<manifest_object> bearing_objects(const std::vector<manifest_object>& objects) {
  std::vector<manifest_object> found;
  std::copy_if(objects.begin(), objects.end(), std::back_inserter(found), is_bearing);
  return found;
}

std::vector<manifest_object> possibly_bearing_objects(const std::vector<manifest_object>& objects) {
  std::vector<manifest_object> found;
  std::copy_if(objects.begin(), objects.end(), std::back_inserter(found),
               [](const manifest_object& x) { return is_bearing(x) || is_stateful_set(x); });
  return found;
}

bool takes_data_along(const manifest_object& x, const base::result<text::json>& found) {
  if (!found) return found.error().code != base::error_code::not_found;
  if (!is_stateful_set(x)) return true;
  const auto* spec = found->find("spec");
  const auto* policy = spec == nullptr ? nullptr : spec->find("persistentVolumeClaimRetentionPolicy");
  return policy != nullptr && policy->string_at("whenDeleted") == "Delete";
}

std::string words_of_bearing(const std::vector<manifest_object>& bearing) {
  std::string text;
  for (std::size_t i = 0; i < std::min(bearing.size(), named_max); ++i) {
    const auto& x = bearing[i];
    text += fmt::format("{}{}/{} with {}", i == 0 ? "" : ", ", x.kind, x.name, with_it(x));
  }
  return bearing.size() > named_max ? text + fmt::format(" and {} more", bearing.size() - named_max) : text;
}

} // namespace core::releases
