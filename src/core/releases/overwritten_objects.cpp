#include "core/releases/overwritten_objects.hpp"

#include "core/values/names.hpp"

#include <fmt/format.h>

#include <algorithm>

namespace core::releases {

namespace {

/// The rest of the line behind the phrase, up to the other message.
std::optional<std::string> behind(std::string_view phrase, std::string_view other, std::string_view words) {
  const auto at = words.find(phrase);
  if (at == words.npos) return std::nullopt;
  words.remove_prefix(at + phrase.size());
  words = words.substr(0, words.find('\n'));
  return std::string(words.substr(0, words.find(fmt::format("{}{}", losses_separator, other))));
}

objection objection_to_users(const std::string& module, const std::string& objects, const std::string& ends) {
  return {fmt::format("the first installation would give objects that no release has other values: {}. It waits until "
                      "{}, and goes on then",
                      objects, ends),
          fmt::format("Nothing is to be done if the chart is to have these objects; else write {}: \"false\" into the "
                      "ConfigMap, or give the object of the chart another name",
                      values::enabled_key(values::to_camel(module)))};
}

objection objection_to_lost_records(const std::string& module, const std::string& objects, const std::string& ends) {
  return {fmt::format("records of the release have gone, and the upgrade would give its objects other values: {}. It "
                      "waits until {}, and goes on then",
                      objects, ends),
          fmt::format("Nothing is to be done if the chart is to have these values; else bring the values back into "
                      "section {} of the ConfigMap",
                      values::to_camel(module))};
}

} // namespace

overwriting overwriting_in(std::string_view words) {
  return {behind(overwrites_phrase, lost_records_phrase, words), behind(lost_records_phrase, overwrites_phrase, words)};
}

bool lacks_records(const std::optional<release>& last) {
  return !last || last->status == release_status::superseded;
}

objection objection_to_overwriting(const std::string& module, const overwriting& objects, const std::string& ends) {
  if (!objects.users) return objection_to_lost_records(module, *objects.own, ends);
  if (!objects.own) return objection_to_users(module, *objects.users, ends);
  return {fmt::format("records of the release have gone, and the installation would give its objects other values: {}; "
                      "and also objects that no release has: {}. It waits until {}, and goes on then",
                      *objects.own, *objects.users, ends),
          fmt::format("Nothing is to be done if the chart is to have these values; else bring the values back into "
                      "section {} of the ConfigMap, or give the objects that no release has another name in the chart",
                      values::to_camel(module))};
}

objection objection_to_taking_over(const std::string& module, const std::string& users, const std::string& ends) {
  return {fmt::format("the upgrade would take over objects that no release has, and give them other values: {}. It "
                      "waits until {}, and goes on then",
                      users, ends),
          fmt::format("Nothing is to be done if the chart is to have these objects; else bring back what has kept them "
                      "out of the chart (a value, a label that a hook looks for), give the object of the chart another "
                      "name, or `addon-operator module pause {}`",
                      module)};
}

} // namespace core::releases
