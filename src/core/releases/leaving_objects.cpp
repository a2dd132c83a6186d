#include "core/releases/leaving_objects.hpp"

#include "base/contains.hpp"
#include "base/overload.hpp"
#include "core/releases/removed_objects.hpp"

#include <algorithm>

namespace core::releases {

namespace {

std::optional<std::int64_t> time_of(const leaving::phase& x) {
  return std::visit(base::overload{
                      [](const leaving::awaits_run&) -> std::optional<std::int64_t> { return std::nullopt; },
                      [](const leaving::due& d) -> std::optional<std::int64_t> { return d.at_us; },
                      [](const leaving::failed& f) -> std::optional<std::int64_t> { return f.at_us; },
                      [](const leaving::given_up&) -> std::optional<std::int64_t> { return std::nullopt; },
                    },
                    x);
}

bool is_due(const leaving::phase& x, std::int64_t now_us) {
  const auto at = time_of(x);
  return at && *at <= now_us;
}

} // namespace

std::chrono::microseconds leaving_objects::grace_of(const std::string& release) const {
  const auto longer = longer_.find(release);
  return longer == longer_.end() ? grace_ : longer->second;
}

void leaving_objects::found(const std::string& release, const objects& all, std::chrono::microseconds before) {
  if (before > grace_of(release)) longer_.insert_or_assign(release, before);
  // The time of an earlier process is not known, so it begins again after a run.
  for (const auto& x : all) by_release_[release].emplace(x, leaving::awaits_run{});
}

void leaving_objects::left(const std::string& release, const objects& all, std::int64_t now_us) {
  // `emplace` keeps a time that runs already: an upgrade must not prolong it.
  for (const auto& x : all) by_release_[release].emplace(x, leaving::due{now_us + grace_of(release).count()});
}

bool leaving_objects::applied(const std::string& release, std::int64_t now_us) {
  const auto known = by_release_.find(release);
  if (known == by_release_.end()) return false;
  bool any = false;
  for (auto& [object, phase] : known->second)
    if (std::holds_alternative<leaving::awaits_run>(phase)) {
      phase = leaving::due{now_us + grace_of(release).count()};
      any = true;
    }
  return any;
}

/// Looks at the objects of all releases: another module may have the object now.
std::map<std::string, leaving_objects::objects> leaving_objects::take_present(const objects& manifest) {
  std::map<std::string, objects> present;
  for (const auto& [release, phases] : by_release_)
    if (auto both = objects_also_in(of(release), manifest); !both.empty()) present.emplace(release, std::move(both));
  for (const auto& [release, all] : present)
    for (const auto& x : all) forget(release, x);
  return present;
}

void leaving_objects::forget(const std::string& release, const manifest_object& x) {
  const auto known = by_release_.find(release);
  if (known == by_release_.end()) return;
  known->second.erase(x);
  if (!known->second.empty()) return;
  by_release_.erase(known);
  longer_.erase(release);
}

void leaving_objects::await_run(const std::string& release) {
  if (const auto known = by_release_.find(release); known != by_release_.end())
    for (auto& [object, phase] : known->second)
      if (time_of(phase)) phase = leaving::awaits_run{};
}

void leaving_objects::begin_again(const std::string& release, std::int64_t now_us) {
  if (const auto known = by_release_.find(release); known != by_release_.end())
    for (auto& [object, phase] : known->second)
      if (time_of(phase)) phase = leaving::due{now_us + grace_of(release).count()};
}

leaving_objects::failure leaving_objects::failed(const std::string& release, const manifest_object& x,
                                                 std::int64_t now_us) {
  const auto known = by_release_.find(release);
  if (known == by_release_.end() || !known->second.contains(x)) return {};
  auto& phase = known->second.at(x);
  const auto* before = std::get_if<leaving::failed>(&phase);
  failure now{before == nullptr ? 1 : before->tries + 1, std::nullopt};
  // A cause that has not gone by itself needs a user.
  if (now.tries >= tries_max) {
    phase = leaving::given_up{};
    return now;
  }
  now.again_in = waits.after(now.tries);
  phase = leaving::failed{now.tries, now_us + now.again_in->count()};
  return now;
}

leaving_objects::objects leaving_objects::of(const std::string& release) const {
  objects all;
  if (const auto known = by_release_.find(release); known != by_release_.end())
    for (const auto& [object, phase] : known->second) all.push_back(object);
  return all;
}

leaving_objects::objects leaving_objects::due(const std::string& release, std::int64_t now_us) const {
  objects all;
  if (const auto known = by_release_.find(release); known != by_release_.end())
    for (const auto& [object, phase] : known->second)
      if (is_due(phase, now_us)) all.push_back(object);
  return all;
}

std::set<std::string> leaving_objects::releases_due(std::int64_t now_us) const {
  std::set<std::string> found;
  for (const auto& [release, phases] : by_release_)
    if (std::any_of(phases.begin(), phases.end(), [&](const auto& x) { return is_due(x.second, now_us); }))
      found.insert(release);
  return found;
}

std::optional<std::int64_t> leaving_objects::next_us() const {
  std::optional<std::int64_t> next;
  for (const auto& [release, phases] : by_release_)
    if (const auto at = next_us(release); at && (!next || *at < *next)) next = at;
  return next;
}

std::optional<std::int64_t> leaving_objects::next_us(const std::string& release) const {
  std::optional<std::int64_t> next;
  if (const auto known = by_release_.find(release); known != by_release_.end())
    for (const auto& [object, phase] : known->second)
      if (const auto at = time_of(phase); at && (!next || *at < *next)) next = at;
  return next;
}

} // namespace core::releases
