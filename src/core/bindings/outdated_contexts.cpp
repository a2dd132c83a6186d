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
  std::optional<std::size_t> gone;    ///< Deleted, of an object that the hook knows
  std::optional<std::size_t> present; ///< Added or Modified, after that
};

/// The events of a binding, and the positions of their contexts.
struct changes_of_binding {
  std::vector<object_change> changes;
  std::vector<std::size_t> places;
};

/// Hook, queue, allowFailure, binding, group, snapshots: two ticks that are equal in all of these belong to
/// the same run and show the same context.
using tick =
  std::tuple<std::string_view, std::string_view, bool, std::string_view, std::string_view, std::vector<std::string>>;

tick tick_of(const waiting_context& x, const schedule_context& context) {
  return {x.hook, x.queue, x.allow_failure, context.binding, context.group, context.snapshots_from};
}

} // namespace

std::vector<std::size_t> newest_changes(std::vector<object_change>& changes) {
  std::map<std::pair<std::string_view, std::string_view>, left_of_object> objects;
  for (std::size_t i = 0; i < changes.size(); ++i) {
    auto& x = changes[i];
    auto& left = objects[{x.namespace_name, x.name}];
    const bool is_new = left.present && changes[*left.present].event == watch_event::added;
    if (x.event == watch_event::deleted) {
      // The hook has never seen this object, so its deletion is no event. An earlier deletion of an object
      // that the hook has seen stays due.
      if (!is_new || left.gone) left.gone = i;
      left.present.reset();
    } else {
      // The hook sees it for the first time.
      if (is_new) x.event = watch_event::added;
      left.present = i;
    }
  }
  std::vector<std::size_t> places;
  for (const auto& [object, left] : objects) {
    if (left.gone) places.push_back(*left.gone);
    if (left.present) places.push_back(*left.present);
  }
  std::sort(places.begin(), places.end());
  return places;
}

std::vector<std::uint64_t> outdated_contexts(const std::vector<waiting_context>& contexts) {
  std::map<binding_id, changes_of_binding> bindings;
  std::map<tick, std::size_t> last_ticks;
  std::vector<bool> is_kept(contexts.size(), true);
  for (std::size_t i = 0; i < contexts.size(); ++i) {
    if (const auto* event = std::get_if<event_context>(contexts[i].context)) {
      auto& own = bindings[event->id];
      own.changes.push_back({event->object.namespace_name, event->object.name, event->event});
      own.places.push_back(i);
      is_kept[i] = false;
    } else if (const auto* due = std::get_if<schedule_context>(contexts[i].context)) {
      const auto [last, is_first] = last_ticks.try_emplace(tick_of(contexts[i], *due), i);
      // Equal ticks that wait show the same snapshots, so the last tick is enough.
      if (!is_first) is_kept[std::exchange(last->second, i)] = false;
    }
  }
  for (auto& [id, own] : bindings)
    for (const auto place : newest_changes(own.changes)) {
      // `Modified` may have become `Added`, when the event that brought the object is left out.
      std::get<event_context>(*contexts[own.places[place]].context).event = own.changes[place].event;
      is_kept[own.places[place]] = true;
    }
  std::vector<std::uint64_t> outdated;
  for (std::size_t i = 0; i < contexts.size(); ++i)
    if (!is_kept[i]) outdated.push_back(contexts[i].number);
  return outdated;
}

} // namespace core::bindings
