#pragma once

#include "actors/hooks/owner_self.hpp"
#include "actors/messages/supervisor.hpp"

#include <optional>
#include <string>
#include <utility>

namespace actors::hooks {

/// A problem of an owner of hooks, which /readyz shows as long as it lasts. A part of the owner.
class reported_problem {
public:
  /// @param subject of the problem, for messages; identifies the problem for the SUPERVISOR.
  /// @param place the module, and the consequence of the problem for the module
  reported_problem(owner_self self, messages::supervisor_actor supervisor, std::string subject,
                   core::modules::problem_place place = {})
    : self_(self), supervisor_(std::move(supervisor)), subject_(std::move(subject)), place_(std::move(place)) {}

  /// @param detailed the problem with words that may hold data of users; empty: the problem itself
  /// @returns false if the same problem was reported before.
  bool begin(const std::string& problem, const std::string& detailed = {}) {
    if (now_ == problem && place_.detailed == detailed) return false;
    place_.detailed = detailed;
    report(problem);
    return true;
  }
  void end() {
    if (now_) report(std::nullopt);
  }

  /// The reported problem; empty: no problem.
  [[nodiscard]] const std::optional<std::string>& now() const noexcept { return now_; }

private:
  void report(std::optional<std::string> now) {
    now_ = now;
    self_->tell(supervisor_, messages::module_state_changed{{}, subject_, std::move(now), place_});
  }

  owner_self self_;
  messages::supervisor_actor supervisor_;
  std::string subject_;
  core::modules::problem_place place_;
  std::optional<std::string> now_;
};

} // namespace actors::hooks
