#pragma once

#include "worlds/outside.hpp"
#include "worlds/part.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>

namespace worlds {

/// The bytes for the objects of all watches, in worlds in which an item becomes too large for them.
inline constexpr std::size_t small_room = 64U << 10U;
/// Suffix of the name of that item, behind the name of the module.
inline constexpr auto large_item_suffix = "-large";

/// Troubles of a module's items: the API server loses their last changes, or one item is very large.
class item_troubles : public part {
public:
  item_troubles(stage& around, outside& cluster) : part(around), outside_(cluster) {}

  /// Changes items. `lose` undoes the changes.
  void begin_loss(const trouble& x);
  /// Restores etcd from a backup of the moment of `begin_loss`, so that the API server hands out the same
  /// resourceVersions again. Does nothing if anything but items has changed since then, because the rules
  /// excuse no other loss.
  void lose(const trouble& x);

  /// @returns false if the kind of the items is not served
  bool begin_swelling(const std::string& module);
  void end_swelling(const std::string& module);

private:
  struct revisions {
    std::uint64_t all = 0;      ///< of the API server
    std::uint64_t of_items = 0; ///< that changes of items have taken
  };
  [[nodiscard]] revisions present() const { return {api_.revision(), outside_.item_revisions()}; }

  outside& outside_;
  std::map<std::int64_t, revisions> before_; ///< by the start of the trouble
};

} // namespace worlds
