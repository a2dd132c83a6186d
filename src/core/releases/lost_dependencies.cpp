#include "core/releases/lost_dependencies.hpp"

#include "core/releases/changed_chart.hpp"
#include "text/json/json_parts.hpp"

#include <algorithm>
#include <array>

namespace core::releases {

namespace {

/// The name of a dependency in the release: its alias, or else the name of its chart.
std::string name_of(const text::json& dependency) {
  const auto alias = text::member(dependency, "alias");
  const auto& name = alias.is_string() && !alias.as_string().empty() ? alias : text::member(dependency, "name");
  return name.is_string() ? name.as_string() : std::string();
}

const text::json* called(const text::json& metadata, const std::string& name) {
  const auto& all = text::items(text::member(metadata, "dependencies"));
  const auto at = std::find_if(all.begin(), all.end(), [&](const auto& x) { return name_of(x) == name; });
  return at == all.end() ? nullptr : &*at;
}

bool has(const text::json& dependency, const char* key) {
  const auto& x = text::member(dependency, key);
  return x.is_array() ? !x.as_array().empty() : x.is_string() && !x.as_string().empty();
}

bool is_same_chart(const text::json& before, const text::json& now) {
  return before.string_at("name") == now.string_at("name") && before.string_at("version") == now.string_at("version");
}

} // namespace

std::vector<std::string> lost_dependencies(const revision_contents& before, const revision_contents& now,
                                           const std::vector<std::string>& files) {
  std::vector<std::string> lost;
  if (!is_same_chart(before.metadata, now.metadata)) return lost;
  for (const auto& former : text::items(text::member(before.metadata, "dependencies"))) {
    const auto name = name_of(former);
    const auto chart = former.is_object() ? former.string_at("name").value_or("") : std::string();
    const auto place = "charts/" + chart;
    if (chart.empty() || !has_chart(files, place)) continue;
    const auto* same = called(now.metadata, name);
    if (same == nullptr) {
      lost.push_back(name == chart ? place : place + " (alias " + name + ")");
      continue;
    }
    for (const auto* key : {"condition", "tags", "import-values"})
      if (has(former, key) && !has(*same, key)) lost.push_back(place + " (" + key + ")");
  }
  return lost;
}

} // namespace core::releases
