#include "actors/releases/lookup_retries.hpp"

#include "actors/messages/supervisor.hpp"

#include <utility>

namespace actors::releases {

lookup_retries::lookup_retries(framework::actor_base<messages::helm_actor>* self, messages::supervisor_actor supervisor)
  : self_(self), supervisor_(std::move(supervisor)) {}

void lookup_retries::hold(const std::string& release) {
  const auto now_us = self_->shared().steady_time_us();
  auto& due_us = due_us_[release];
  if (due_us > now_us) return;
  due_us = now_us + std::chrono::microseconds(wait).count();
  self_->framework::acting::remind(supervisor_, wait, messages::run_wanted{{}, release, "LookupAwaited"});
}

} // namespace actors::releases
