#include "core/bindings/outdated_contexts.hpp"

#include <algorithm>
#include <map>
#include <optional>
#include <string>
#include <tuple>
#include <utility>

namespace core::bindings {

namespace {

/// The remaining events of an object, by their positions in the list.
struct left_of_object {
  std::optional<std::size_t> came;    ///< Added, if a failed run has shown it and the object has gone since
  std::optional<std::size_t> gone;    ///< Deleted, after `came`, or for an object that the hook knows
  std::optional<std::size_t> present; ///< Added or Modified, after `gone`
};

/// The events of a binding, and the positions of their contexts.
struct changes_of_binding {
  std::vector<object_change> changes;
  std::vector<std::size_t> places;
};

/// The properties that contexts must share so that the last context replaces the others: queue, allowFailure,
/// binding, group, snapshots. A context of a group is shown without the name of its binding, so there the
/// binding is empty.
using alike = std::tuple<std::string_view, bool, std::string_view, std::string_view, std::vector<std::string>>;

std::optional<alike> alike_of(const kept_context& x) {
  const auto* tick = std::get_if<schedule_context>(&x.shown);
  if (tick == nullptr && !std::holds_alternative<event_context>(x.shown)) return std::nullopt;
  if (const auto& group = group_of(x.shown); !group.empty()) return alike{x.queue, x.allow_failure, {}, group, {}};
  if (tick == nullptr) return std::nullopt;
  return alike{x.queue, x.allow_failure, tick->binding, {}, tick->snapshots_from};
}

/// A deletion makes all earlier events of the object superfluous. If the hook cannot know the object, the
/// deletion is superfluous, too.
void delete_object(left_of_object& left, std::vector<object_change>& changes, std::size_t place) {
  const auto* present = left.present ? &changes[*left.present] : nullptr;
  const bool is_new = present != nullptr && present->event == watch_event::added;
  if (!is_new || left.gone) {
    left.gone = place;
  } else if (present->has_failed && !changes[place].has_failed) {
    left.came = left.present;
    left.gone = place;
  }
  left.present.reset();
}

void change_object(left_of_object& left, std::vector<object_change>& changes, std::size_t place) {
  if (left.present) {
    const auto& before = changes[*left.present];
    // The hook has not seen the object before, so the event stays Added.
    if (before.event == watch_event::added) changes[place].event = watch_event::added;
    changes[place].has_failed = changes[place].has_failed || before.has_failed;
  }
  left.present = place;
}

} // namespace

std::vector<std::size_t> newest_changes(std::vector<object_change>& changes) {
  std::map<std::pair<std::string_view, std::string_view>, left_of_object> objects;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    auto& left = objects[{changes[i].namespace_name, changes[i].name}];
    if (changes[i].event == watch_event::deleted)
      delete_object(left, changes, i);
    else
      change_object(left, changes, i);
  }
  std::vector<std::size_t> places;
  for (const auto& [object, left] : objects)
    for (const auto& place : {left.came, left.gone, left.present})
      if (place) places.push_back(*place);
  std::sort(places.begin(), places.end());
  return places;
}

std::vector<std::uint64_t> outdated_contexts(const std::vector<waiting_context>& contexts) {
  std::map<binding_id, changes_of_binding> bindings;
  std::map<alike, std::size_t> last_alike;
  std::vector<bool> is_kept(contexts.size(), true);
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    const auto& x = *contexts[i].kept;
    if (auto key = alike_of(x)) {
      const auto [last, is_first] = last_alike.try_emplace(std::move(*key), i);
      // Contexts that are alike show the same snapshots, so the last context is enough.
      if (!is_first) is_kept[std::exchange(last->second, i)] = false;
    } else if (const auto* event = std::get_if<event_context>(&x.shown)) {
      auto& own = bindings[event->id];
      own.changes.push_back({event->object.namespace_name(), event->object.name(), event->event, x.has_failed});
      own.places.push_back(i);
      is_kept[i] = false;
    }
  }
  for (auto& [id, own] : bindings)
    for (const auto place : newest_changes(own.changes)) {
      auto& x = *contexts[own.places[place]].kept;
      // Modified has become Added if the earlier Added event is left out.
      std::get<event_context>(x.shown).event = own.changes[place].event;
      x.has_failed = own.changes[place].has_failed;
      is_kept[own.places[place]] = true;
    }
  std::vector<std::uint64_t> outdated;
  for (std::size_t i = 0; i < contexts.size(); ++i)
    if (!is_kept[i]) outdated.push_back(contexts[i].number);
  return outdated;
}

} // namespace core::bindings
