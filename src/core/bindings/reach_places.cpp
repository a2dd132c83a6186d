#include "core/bindings/reach_places.hpp"

#include "base/contains.hpp"

namespace core::bindings {

void add(places& all, const places& more) {
  for (auto* place : more)
    if (!base::contains(all, place)) all.push_back(place);
}

bool place_tree::has_room() {
  if (size_ < places_max) return ++size_, true;
  is_full_ = true;
  return false;
}

places place_tree::member(const places& of, const std::string& name) {
  places found;
  for (auto* place : of) {
    auto& inner = place->members[name];
    if (!inner && !has_room()) return {};
    if (!inner) inner = std::make_unique<reached_paths>();
    found.push_back(inner.get());
  }
  return found;
}

places place_tree::each(const places& of) {
  places found;
  for (auto* place : of) {
    if (!place->each && !has_room()) return {};
    if (!place->each) place->each = std::make_unique<reached_paths>();
    found.push_back(place->each.get());
  }
  return found;
}

places place_tree::count(const places& values) {
  for (auto* place : values) place->is_counted = true;
  return {};
}

places place_tree::reach(const places& values) {
  for (auto* place : values) place->is_whole = true;
  return {};
}

} // namespace core::bindings
