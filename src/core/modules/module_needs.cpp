#include "core/modules/module_needs.hpp"

#include "base/edit_distance.hpp"
#include "text/yaml/yaml.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::modules {

namespace {

constexpr const char* example = "write a list of names of modules, for example 'needs: [ingress-nginx]'";

} // namespace

base::result<std::vector<std::string>> read_needs(std::string_view yaml, const std::string& path) {
  const auto refuse = [&](const std::string& reason) {
    return base::fail(base::error_code::invalid_input, path + ": " + reason);
  };
  const auto document = text::parse_yaml(yaml);
  if (!document) return refuse(document.error().message);
  if (document->is_null()) return std::vector<std::string>{};
  if (!document->is_object()) return refuse("expected a map");
  const auto* needs = document->find("needs");
  if (needs == nullptr || needs->is_null()) return std::vector<std::string>{};
  if (!needs->is_array()) return refuse(fmt::format("needs: {}", example));
  std::vector<std::string> names;
  for (const auto& x : needs->as_array()) {
    if (!x.is_string() || x.as_string().empty()) return refuse(fmt::format("needs: {}", example));
    names.push_back(x.as_string());
  }
  return names;
}

std::map<std::string, std::string> faults_of_needs(const std::vector<needing_module>& modules) {
  std::vector<std::string> all;
  for (const auto& x : modules) all.push_back(x.name);
  std::map<std::string, std::string> faults;
  std::vector<std::string> before;
  for (const auto& x : modules) {
    for (const auto& need : x.needs) {
      if (std::find(before.begin(), before.end(), need) != before.end()) continue;
      const bool is_later = std::find(all.begin(), all.end(), need) != all.end();
      auto fault = is_later
                     ? fmt::format("{}/module.yaml: module '{}', which it needs, does not run before it: give its "
                                   "directory a lower number",
                                   x.directory, need)
                     : fmt::format("{}/module.yaml: it needs module '{}', and no directory of modules has it{}",
                                   x.directory, need, base::did_you_mean(need, all));
      // The first fault is enough: the module does not run until all of its needs are right.
      faults.emplace(x.name, std::move(fault));
      break;
    }
    before.push_back(x.name);
  }
  return faults;
}

} // namespace core::modules
