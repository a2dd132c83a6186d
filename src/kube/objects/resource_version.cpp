#include "kube/objects/resource_version.hpp"

namespace kube::objects {

namespace {

bool has_order(std::string_view version) noexcept {
  return !version.empty() && version.front() != '0'
         && version.find_first_not_of("0123456789") == std::string_view::npos;
}

} // namespace

std::string resource_version_of(const text::json& object) {
  const auto* metadata = object.find("metadata");
  return metadata != nullptr ? metadata->string_at("resourceVersion").value_or("") : "";
}

bool is_older(std::string_view a, std::string_view b) noexcept {
  if (!has_order(a) || !has_order(b)) return false;
  return a.size() != b.size() ? a.size() < b.size() : a < b;
}

} // namespace kube::objects
