#include "core/releases/reset_changes.hpp"

#include "base/contains.hpp"
#include "core/releases/drift.hpp"
#include "core/releases/foreign_writes.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

namespace core::releases {

namespace {

text::json whole(const text::json& x) {
  return x;
}

std::map<manifest_object, text::json> by_name(const std::vector<text::json>& documents,
                                              const std::string& default_namespace) {
  std::map<manifest_object, text::json> known;
  for (const auto& x : objects_one_by_one(documents))
    if (const auto name = name_in_release(x, default_namespace)) known.insert_or_assign(*name, x);
  return known;
}

} // namespace

std::vector<drifted_object> changes_to_reset(const std::vector<compared_object>& objects,
                                             const std::optional<std::vector<text::json>>& next,
                                             const std::string& default_namespace) {
  std::vector<drifted_object> changes;
  const auto later = next ? by_name(*next, default_namespace) : std::map<manifest_object, text::json>{};
  for (const auto& x : objects) {
    if (!x.wanted || !x.live) continue;
    auto fields = drift_of(*x.wanted, *x.live, own_managers(), whole);
    if (next) {
      const auto at = later.find(x.object);
      // The upgrade removes the object.
      if (at == later.end()) continue;
      const auto left = drift_of(at->second, *x.live, own_managers(), whole);
      std::erase_if(fields, [&](const drifted_field& field) {
        return std::none_of(left.begin(), left.end(),
                            [&](const drifted_field& other) { return other.field.path == field.field.path; });
      });
    }
    if (!fields.empty()) changes.push_back(sum_of(x.object, fields));
  }
  return changes;
}

std::string describe_reset(const std::string& release, const std::vector<drifted_object>& changes) {
  return fmt::format("release '{}' has reset changes of other clients to the values of its chart: {}. Hint: {}",
                     release, describe(changes), hint_of_reset(release));
}

std::string hint_of_reset(const std::string& release) {
  return fmt::format("what the other clients had written is in no record; a value that is to stay belongs in the "
                     "values of module '{}', or the object gets the annotation addon-operator/drift-detection=disabled "
                     "if it is not to be named. A field that they had removed is back; if `object_made_again` names "
                     "it, it has its former value",
                     release);
}

std::vector<drifted_object> drift_that_is_over(const std::vector<drifted_object>& before,
                                               const std::vector<drifted_object>& now) {
  std::vector<drifted_object> over;
  for (auto x : before) {
    const auto at = std::find_if(now.begin(), now.end(), [&](const auto& y) { return y.object == x.object; });
    if (at != now.end())
      std::erase_if(x.fields, [&](const std::string& field) { return base::contains(at->fields, field); });
    if (!x.fields.empty()) over.push_back(std::move(x));
  }
  return over;
}

} // namespace core::releases
