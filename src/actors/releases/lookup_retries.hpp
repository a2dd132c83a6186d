#pragma once

#include "actors/framework/actor.hpp"
#include "actors/messages/interfaces.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <string>

namespace actors::releases {

/// Runs a module again while its upgrade is held because an object that its chart looks up is absent. A part
/// of HELM.
///
/// The object may be of any kind, in any namespace, and the operator may have no right to watch it, so the
/// module is tried again after a while. Bound: a reminder for each module with such a hold.
class lookup_retries {
public:
  /// A user who brings the object back waits for the module.
  static constexpr std::chrono::minutes wait{1};

  lookup_retries(framework::actor_base<messages::helm_actor>* self, messages::supervisor_actor supervisor);

  /// Requests another run after `wait`, unless a run is requested already.
  void hold(const std::string& release);

private:
  framework::actor_base<messages::helm_actor>* self_;
  messages::supervisor_actor supervisor_;
  std::map<std::string, std::int64_t> due_us_; ///< release -> time of the run that was requested last
};

} // namespace actors::releases
