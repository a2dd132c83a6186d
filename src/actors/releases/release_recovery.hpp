#pragma once

#include "actors/releases/application_chart.hpp"
#include "core/releases/helm_plan.hpp"

#include <functional>
#include <memory>
#include <string>

namespace actors::releases {

/// Deletes the record of the latest revision after a Helm has left it unfinished. A part of an application.
class release_recovery : public std::enable_shared_from_this<release_recovery> {
public:
  /// The next step of the application: an upgrade if the revision is deleted, a new decision if it has
  /// changed meanwhile.
  enum class next_step { upgrade, decide };
  using on_end = std::function<void(const tl::expected<next_step, failed_step>&)>;

  release_recovery(helm_parts& parts, std::string release,
                   core::releases::helm_decision::recover_pending_then_upgrade pending, on_end then);

  void recover();

private:
  void mark_deployed(const std::string& version);
  void remove_pending(const std::string& version);
  void fail(const base::error& why);
  /// Ends the recovery with `conflict`, because a user must check the unreadable record.
  void leave_unreadable(const std::string& when, const base::error& why);

  helm_parts& parts_;
  std::string release_;
  core::releases::helm_decision::recover_pending_then_upgrade pending_;
  on_end then_;
};

} // namespace actors::releases
