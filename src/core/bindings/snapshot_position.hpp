#pragma once

#include <cstdint>
#include <map>

namespace core::bindings {

/// A position in the history of a watch: a snapshot of revision N contains all events up to N. Revisions only
/// grow; a restarted watch begins above all earlier revisions.
using snapshot_revision = std::uint64_t;

/// Identifies a watch of a binding. Numbers grow in the order in which watches were added to the binding.
using source_number = std::uint64_t;

/// A position in the history of a binding, which may have several watches. It decides which events a snapshot
/// contains.
/// Why so: docs/decisions/one-watch-for-each-place.md
struct snapshot_position {
  std::map<source_number, snapshot_revision> revisions; ///< of each watch that was read
  source_number last_source = 0; ///< the newest watch then; an older watch without a revision had ended

  /// True if the snapshot contains the event, or if the event's watch had ended because its namespace no
  /// longer matched.
  [[nodiscard]] bool covers(source_number source, snapshot_revision revision) const {
    const auto read = revisions.find(source);
    return read == revisions.end() ? source <= last_source : revision <= read->second;
  }
};

} // namespace core::bindings
