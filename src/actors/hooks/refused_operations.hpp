#pragma once

#include "actors/hooks/reported_problem.hpp"
#include "actors/messages/hook_runner.hpp"

#include <map>
#include <string>

namespace actors::hooks {

/// The hooks whose operations on objects were left out in reviews, because the client had shown no
/// certificate. Each hook is named once in the log, and on /readyz until the hooks of its owner end or are
/// loaded anew. A part of the owner.
class refused_operations {
public:
  refused_operations(owner_self self, messages::supervisor_actor supervisor)
    : self_(self), supervisor_(std::move(supervisor)) {}

  /// @param run of a review, whose operations were left out
  void note(const messages::run_hook& run);
  void end();

private:
  owner_self self_;
  messages::supervisor_actor supervisor_;
  std::map<std::string, reported_problem> by_hook_; ///< bound: the hooks of the owner
};

} // namespace actors::hooks
