#include "core/releases/overwritten_objects.hpp"

#include "core/values/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::releases {

std::optional<std::string> overwritten_in(std::string_view words) {
  const auto at = words.find(overwrites_phrase);
  if (at == words.npos) return std::nullopt;
  words.remove_prefix(at + overwrites_phrase.size());
  return std::string(words.substr(0, std::min(words.find('\n'), words.size())));
}

objection objection_to_overwriting(const std::string& module, const std::string& objects, const std::string& ends) {
  return {fmt::format("the first installation would give objects that no release has other values: {}. It waits until "
                      "{}, and goes on then",
                      objects, ends),
          fmt::format("Nothing is to be done if the chart is to have these objects; else write {}: \"false\" into the "
                      "ConfigMap, or give the object of the chart another name",
                      values::enabled_key(values::to_camel(module)))};
}

} // namespace core::releases
