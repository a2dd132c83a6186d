#include "actors/supervision/known_drift.hpp"

#include "sys/log/log.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <optional>

namespace actors::supervision {

namespace {

using core::releases::drifted_object;

/// Whether this state of the object is in the list; waits of repairs do not count.
bool is_in(const std::vector<drifted_object>& all, const drifted_object& x) {
  return std::any_of(all.begin(), all.end(), [&](const drifted_object& known) {
    return known.object == x.object && known.fields == x.fields && known.manager == x.manager;
  });
}

} // namespace

void known_drift::note(const messages::drift_found& x, std::int64_t now_us) {
  const auto before = objects_[x.module];
  for (const auto& object : x.objects)
    if (!is_in(before, object) || object.times > 0)
      sys::log::log_warning("drift_found", {{"module", x.module},
                                            {"object", core::releases::describe(object.object)},
                                            {"fields", fmt::to_string(fmt::join(object.fields, ", "))},
                                            {"manager", object.manager}});
  const auto subject = fmt::format("release '{}' differs from its chart", x.module);
  problems_.note(subject, x.objects.empty() ? std::nullopt : std::optional(core::releases::describe(x.objects)),
                 {core::modules::trouble::drifted, x.module}, now_us);
  if (x.objects.empty())
    objects_.erase(x.module);
  else
    objects_[x.module] = x.objects;
}

std::size_t known_drift::count(const std::string& module) const {
  const auto known = objects_.find(module);
  return known == objects_.end() ? 0 : known->second.size();
}

} // namespace actors::supervision
