#include "core/releases/absent_resources.hpp"

#include <utility>

namespace core::releases {

namespace {

std::vector<std::string> in_order(const std::set<std::string>& names) {
  return {names.begin(), names.end()};
}

} // namespace

resource_place place_of(const manifest_object& x) {
  return {x.api_version, x.kind, x.namespace_name};
}

void absent_resources::expect(const std::string& release, const std::vector<manifest_object>& objects, reason why) {
  auto before = std::exchange(releases_[release], objects);
  for (const auto& x : objects) {
    auto& object = objects_[x];
    object.releases.insert(release);
    // Helm has just created the object. In any other case the watch reports whether it exists.
    if (why == reason::helm_ran) object.state = presence::present;
  }
  const std::set<manifest_object> kept(objects.begin(), objects.end());
  for (const auto& x : before)
    if (!kept.contains(x)) release_object(release, x);
}

void absent_resources::forget(std::string_view release) {
  auto i = releases_.find(release);
  if (i == releases_.end()) return;
  for (const auto& x : i->second) release_object(i->first, x);
  releases_.erase(i);
}

void absent_resources::release_object(const std::string& release, const manifest_object& x) {
  auto i = objects_.find(x);
  if (i == objects_.end()) return;
  i->second.releases.erase(release);
  if (i->second.releases.empty()) objects_.erase(i);
}

void absent_resources::present(const manifest_object& x) {
  if (auto i = objects_.find(x); i != objects_.end()) i->second.state = presence::present;
}

std::vector<std::string> absent_resources::deleted(const manifest_object& x) {
  auto i = objects_.find(x);
  // The loss was reported before.
  if (i == objects_.end() || std::exchange(i->second.state, presence::absent) == presence::absent) return {};
  return in_order(i->second.releases);
}

std::vector<std::string> absent_resources::listed(const resource_place& place, const std::set<std::string>& names) {
  std::set<std::string> lost;
  // The object's name is the last part of the key, so all objects of a place are neighbours.
  auto first = objects_.lower_bound({place.api_version, place.kind, place.namespace_name, ""});
  for (auto i = first; i != objects_.end() && place_of(i->first) == place; ++i) {
    auto now = names.contains(i->first.name) ? presence::present : presence::absent;
    auto before = std::exchange(i->second.state, now);
    // If an object of unknown state is missing in a complete list, this is a loss, too, because its release
    // must have it.
    if (now == presence::absent && before != presence::absent)
      lost.insert(i->second.releases.begin(), i->second.releases.end());
  }
  return in_order(lost);
}

std::vector<manifest_object> absent_resources::absent(std::string_view release) const {
  auto i = releases_.find(release);
  if (i == releases_.end()) return {};
  std::vector<manifest_object> absent;
  for (const auto& x : i->second)
    if (auto object = objects_.find(x); object != objects_.end() && object->second.state == presence::absent)
      absent.push_back(x);
  return absent;
}

std::vector<manifest_object> absent_resources::objects(std::string_view release) const {
  const auto known = releases_.find(release);
  return known == releases_.end() ? std::vector<manifest_object>() : known->second;
}

std::map<std::string, std::vector<expected_resource>> absent_resources::all() const {
  std::map<std::string, std::vector<expected_resource>> all;
  for (const auto& [release, objects] : releases_) {
    auto& known = all[release];
    for (const auto& object : objects) {
      const auto found = objects_.find(object);
      known.push_back({object, found == objects_.end() ? presence::unknown : found->second.state});
    }
  }
  return all;
}

std::set<resource_place> absent_resources::places(std::string_view release) const {
  std::set<resource_place> places;
  if (const auto known = releases_.find(release); known != releases_.end())
    for (const auto& object : known->second) places.insert(place_of(object));
  return places;
}

std::set<std::string> absent_resources::releases_of(const manifest_object& x) const {
  const auto known = objects_.find(x);
  return known == objects_.end() ? std::set<std::string>() : known->second.releases;
}

bool absent_resources::expects_any_at(const resource_place& place) const {
  const auto first = objects_.lower_bound({place.api_version, place.kind, place.namespace_name, ""});
  return first != objects_.end() && place_of(first->first) == place;
}

} // namespace core::releases
