#pragma once

#include <cstdint>
#include <map>

namespace core::bindings {

/// A position in the history of a watch: a snapshot of revision N contains every event up to N. Rises within
/// a watch; a restarted watch counts on from above all earlier revisions.
using snapshot_revision = std::uint64_t;

/// A watch of a binding. Numbers rise in the order in which the watches began to count for the binding.
using source_number = std::uint64_t;

/// A position in the history of a binding that may have several watches; it says which events a snapshot
/// contains.
/// Why so: docs/decisions/one-watch-for-each-place.md
struct snapshot_position {
  std::map<source_number, snapshot_revision> revisions; ///< of the watches that were read
  source_number last_source = 0; ///< the newest watch at that time; an older watch that is missing here had ended

  /// True if the snapshot contains the event, or knows that its object's namespace has left since.
  [[nodiscard]] bool covers(source_number source, snapshot_revision revision) const {
    const auto read = revisions.find(source);
    return read == revisions.end() ? source <= last_source : revision <= read->second;
  }
};

} // namespace core::bindings
