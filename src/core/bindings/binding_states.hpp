#pragma once

#include "core/bindings/binding.hpp"
#include "core/bindings/hook_registry.hpp"
#include "core/bindings/object_event.hpp"
#include "core/bindings/snapshot_position.hpp"
#include "core/bindings/unsynchronized_events.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::bindings {

/// Decides which events of an owner's kubernetes bindings run hooks now, so that a hook sees each change
/// exactly once: in the objects of its Synchronization run, or as an event after it. (LIFECYCLE-STEPS, steps
/// 2, 5, 9, 10)
///
/// A binding is first unknown, then listed, then synchronized. Events that arrive before its Synchronization
/// run reads the snapshot are dropped, because the snapshot contains them; if another binding cannot be
/// listed, the snapshot may be read long after the list. Events that arrive between this reading and the
/// success of the run are held, unless the snapshot contains them. The number of watched objects bounds the
/// number of held events (`unsynchronized_events`). Belongs to one thread at a time.
class binding_states {
public:
  binding_states() = default;
  /// Begins with all bindings of the hooks unknown.
  explicit binding_states(const hook_registry& hooks);

  /// Notes that the list of the binding's objects is complete. Further lists have no effect.
  void listed(const binding_id& id);

  /// Notes that a Synchronization run is about to read the snapshot. The snapshot contains all earlier
  /// events; later events may be missing in it.
  void reading_begins(const binding_id& id);

  /// Notes that a Synchronization run begins, or is tried again, with the snapshot at this position, and
  /// drops the events that the position covers. If the binding's Synchronization does not run the hook, the
  /// caller calls `synchronized` directly afterwards. Has no effect on a synchronized binding.
  /// @pre `reading_begins`
  void synchronization_begins(const binding_id& id, const snapshot_position& position);

  /// Notes that the Synchronization run has succeeded, was allowed to fail, or was not needed.
  /// @returns the events after the run's snapshot, in order; the caller runs them now.
  [[nodiscard]] std::vector<object_event> synchronized(const binding_id& id);

  /// Handles a change of an object.
  /// @returns the event if the hook must run for it now; nullopt if the event is held, if a snapshot of the
  /// hook contains the change, or if the owner has no such binding.
  [[nodiscard]] std::optional<object_event> object_changed(const binding_id& id, object_event x);

  /// The bindings that are listed and not synchronized, in the order of their Synchronization runs. They
  /// include bindings of runs that are being tried now.
  [[nodiscard]] std::vector<binding_id> due() const;
  /// The bindings that are not listed yet.
  [[nodiscard]] std::vector<binding_id> unknown() const;

  [[nodiscard]] bool all_listed() const noexcept;
  /// True if all bindings for which the start of the owner waits are synchronized. The start does not wait
  /// for hooks that are put off.
  [[nodiscard]] bool all_awaited_synchronized() const noexcept;
  /// Notes that the hook's objects cannot be known for now: the start does not wait for its Synchronization
  /// until `take_up`.
  void put_off(const std::string& hook) { put_off_.insert(hook); }
  void take_up(const std::string& hook) { put_off_.erase(hook); }
  [[nodiscard]] bool is_put_off(const std::string& hook) const { return put_off_.contains(hook); }

  /// Makes all bindings unknown again, for an owner that is enabled again.
  void forget();

private:
  enum class phase { unknown, listed, reading, synchronizing, synchronized };

  struct entry {
    phase at = phase::unknown;
    bool awaited = true;
    snapshot_position seen;
    unsynchronized_events held;
  };

  std::map<binding_id, entry> entries_;
  std::set<std::string> put_off_; ///< hooks
};

} // namespace core::bindings
