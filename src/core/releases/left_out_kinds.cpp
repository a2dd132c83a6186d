#include "core/releases/left_out_kinds.hpp"

namespace core::releases {

std::set<kind_name> kinds_that_may_go(const std::vector<manifest_object>& objects) {
  std::set<kind_name> kinds;
  for (const auto& x : objects)
    if (x.api_version.find('/') != std::string::npos) kinds.emplace(x.api_version, x.kind);
  return kinds;
}

std::set<kind_name> left_out_kinds(const std::vector<manifest_object>& before,
                                   const std::vector<manifest_object>& next) {
  auto kinds = kinds_that_may_go(before);
  for (const auto& x : next) kinds.erase({x.api_version, x.kind});
  return kinds;
}

} // namespace core::releases
