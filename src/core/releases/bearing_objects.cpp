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

} // namespace

std::vector<manifest_object> bearing_objects(const std::vector<manifest_object>& objects) {
  std::vector<manifest_object> found;
  std::copy_if(objects.begin(), objects.end(), std::back_inserter(found),
               [](const manifest_object& x) { return is_namespace(x) || is_definition(x); });
  return found;
}

std::string words_of_bearing(const std::vector<manifest_object>& bearing) {
  std::string text;
  for (std::size_t i = 0; i < std::min(bearing.size(), named_max); ++i) {
    const auto& x = bearing[i];
    text += fmt::format("{}{}/{} with all objects {}", i == 0 ? "" : ", ", x.kind, x.name,
                        is_namespace(x) ? "in it" : "of its kind");
  }
  return bearing.size() > named_max ? text + fmt::format(" and {} more", bearing.size() - named_max) : text;
}

} // namespace core::releases
