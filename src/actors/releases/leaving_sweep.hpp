#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/releases/leaving_removal.hpp"
#include "base/error.hpp"
#include "core/releases/leaving_objects.hpp"
#include "core/values/value_source.hpp"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace actors::releases {

struct helm_parts;

/// Deletes the objects that upgrades have left, when their time is over (`core::releases::leaving_objects`),
/// and names them. The record of the revision has them, too, so that they survive a restart. A part of HELM.
///
/// It has a single reminder, for the earliest time.
class leaving_sweep {
public:
  using objects = std::vector<core::releases::manifest_object>;

  /// @param parts outlives this object, and is used after its construction only
  leaving_sweep(helm_parts& parts, std::chrono::microseconds grace);

  /// Takes the objects that an earlier operator, or the former leader, has left, in place of those that are
  /// known. Called with the first list, and when this replica leads.
  /// @param records texts of all records
  void read_records(const std::vector<std::string_view>& records);
  /// An upgrade has left these objects.
  /// @param why the difference, for people; empty: not known
  void note_upgrade(const std::string& release, const objects& left, const std::string& why);
  /// The work for an application of the release has ended well. Objects of its manifest stay, and the time of
  /// the other objects begins, unless they have a time already.
  void note_applied(const std::string& release);
  /// An upgrade is held or put off, which stops this time until the next application.
  void note_held(const std::string& release) { leaving_.await_run(release); }
  /// See `core::releases::written_digest`; empty: it is not known, or upgrades leave no objects in the
  /// cluster.
  [[nodiscard]] std::string written_digest(const std::string& release,
                                           const std::optional<core::values::value_standing>& standing) const;
  /// The objects that the release has left, for its next upgrade.
  [[nodiscard]] objects of(const std::string& release) const { return leaving_.of(release); }
  /// The grace of objects that leave, for people: `10s`; empty: upgrades leave no objects in the cluster.
  [[nodiscard]] std::string grace_text() const;
  [[nodiscard]] bool leaves() const noexcept { return leaving_.grace().count() > 0; }
  /// The grace of objects that leave; 0: upgrades leave no objects in the cluster.
  [[nodiscard]] std::chrono::microseconds grace() const noexcept { return leaving_.grace(); }

  /// The releases with objects that are due.
  [[nodiscard]] std::vector<std::string> releases_due() const;
  /// The reminder has come. `plan` or `sweep` must follow.
  void wake() noexcept { reminded_us_.reset(); }
  /// Plans a reminder for the next object.
  void plan();
  /// Deletes the objects of the release that are due, unless its module is paused or the API server was away.
  void sweep(const std::string& release, std::function<void()> then);
  /// Deletes all objects that the release has left, because it is uninstalled.
  /// @param then gets an error if an object may still be there
  void remove_all(const std::string& release, std::function<void(const base::result<void>&)> then);

private:
  void check_pause(const std::string& release, std::function<void()> then);
  void check_outage(const std::string& release, std::function<void()> then);
  void end(const std::string& release, const std::vector<left_object_fate>& fates);
  void name_failure(const std::string& release, const left_object_fate& x);
  void name_gone(const std::string& release, const objects& all);
  void name_leaving(const std::string& release);
  /// Tells the SUPERVISOR which objects leave now.
  void tell_ahead(const std::string& release);
  [[nodiscard]] std::string until_of(const std::string& release) const;
  void name_stay(const std::string& release, const objects& all, const std::string& reason);
  void write_record(const std::string& release);
  /// Notes the grace beside the objects, unless it is the default.
  void write_grace(const std::string& release);

  helm_parts& parts_;
  core::releases::leaving_objects leaving_;
  std::map<std::string, std::string> why_;        ///< by release, for people; bound: releases with such objects
  std::map<std::string, std::uint32_t> recorded_; ///< release -> the revision whose record names its objects
  std::optional<std::int64_t> reminded_us_;       ///< a reminder for this time is under way
};

} // namespace actors::releases
