#pragma once

#include "core/bindings/binding.hpp"
#include "core/bindings/held_events.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/object_event.hpp"
#include "core/bindings/snapshot_position.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::bindings {

/// Decides which events of the kubernetes bindings of one owner run hooks now, so that every change is seen
/// exactly once: in the objects of the Synchronization run or as an event after it. (LIFECYCLE-STEPS, steps
/// 2, 5, 9, 10)
///
/// Each binding goes from unknown to listed to synchronized. Until its Synchronization run reads the
/// snapshot, no event is kept, because that snapshot contains the change; the reading may come long after the
/// list, if another binding cannot be listed. From the reading until the success of the run, events are held;
/// events that the snapshot of the run contains are dropped. The number of held events is bounded by the
/// watched objects (`held_events`). Belongs to one thread at a time.
class binding_states {
public:
  binding_states() = default;
  /// All bindings of these hooks, unknown.
  explicit binding_states(const hook_registry& hooks);

  /// Notes that the binding's objects have been listed completely. A later, new list has no effect here.
  void listed(const binding_id& id);

  /// A Synchronization run is about to read the snapshot: later events may be missing in it, earlier events
  /// are in it.
  void reading_begins(const binding_id& id);

  /// A Synchronization run begins, or is tried again, with the snapshot of this position: events that the
  /// position covers are dropped. Also for bindings whose Synchronization does not run the hook; then
  /// `synchronized` follows at once. Ignored if the binding is synchronized.
  /// @pre `reading_begins`
  void synchronization_begins(const binding_id& id, const snapshot_position& position);

  /// The Synchronization run has succeeded, was allowed to fail, or was not needed.
  /// @returns the events that came after its snapshot, in order, to be run now.
  [[nodiscard]] std::vector<object_event> synchronized(const binding_id& id);

  /// Handles a change of an object.
  /// @returns the event if the hook is to run for it now; nullopt if the event is held, if a snapshot has
  /// shown or will show the change, or if the binding is unknown here.
  [[nodiscard]] std::optional<object_event> object_changed(const binding_id& id, object_event x);

  /// Bindings whose Synchronization is due: listed and not synchronized, in execution order. A binding counts
  /// as due while its run is being tried.
  [[nodiscard]] std::vector<binding_id> due() const;
  /// Bindings whose objects are not known yet.
  [[nodiscard]] std::vector<binding_id> unknown() const;

  [[nodiscard]] bool all_listed() const noexcept;
  /// True if every binding that a start waits for is synchronized. Hooks that are put off are not waited for.
  [[nodiscard]] bool all_awaited_synchronized() const noexcept;
  /// The objects of the hook cannot be known for now: its Synchronization is not waited for until `take_up`.
  void put_off(const std::string& hook) { put_off_.insert(hook); }
  void take_up(const std::string& hook) { put_off_.erase(hook); }
  [[nodiscard]] bool is_put_off(const std::string& hook) const { return put_off_.contains(hook); }

  /// Begins anew with all bindings unknown, for an owner that is enabled again.
  void forget();

private:
  enum class phase { unknown, listed, reading, synchronizing, synchronized };

  struct entry {
    phase at = phase::unknown;
    bool awaited = true;
    snapshot_position seen;
    held_events held;
  };

  std::map<binding_id, entry> entries_;
  std::set<std::string> put_off_; ///< hooks
};

} // namespace core::bindings
