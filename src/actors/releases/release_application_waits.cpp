// The wait of an upgrade that would write over values that no record has.
#include "actors/framework/time_text.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/releases/lost_record_report.hpp"
#include "actors/releases/release_application.hpp"
#include "core/releases/overwritten_objects.hpp"

#include <chrono>

namespace actors::releases {

bool release_application::hold_overwriting() {
  const auto losses = core::releases::overwriting_in(chart_.words());
  if (!losses.any()) return false;
  const auto& shared = parts_.self->shared();
  const auto time = std::chrono::ceil<std::chrono::seconds>(parts_.leaving.grace());
  const std::string wait(core::releases::overwrites_wait);
  const auto now_us = shared.steady_time_us();
  if (parts_.delays.over(wanted_.release, now_us).contains(wait)) return false;
  // Ends the hold. Bound: a reminder for each release, until it is upgraded.
  if (parts_.delays.begin(wanted_.release, wait, time, now_us)) {
    if (losses.own && !last_known()) report_lost_record(parts_.self, parts_.peers.supervisor, wanted_.release, {});
    parts_.self->framework::acting::remind(parts_.peers.supervisor, time,
                                           messages::run_wanted{{}, wanted_.release, "UpgradeDelayOver"});
  }
  const auto ends = framework::time_text(shared.wall_time_us() + std::chrono::microseconds(time).count());
  hold({.why = losses.own || !last_known()
                 ? core::releases::objection_to_overwriting(wanted_.release, losses, ends)
                 : core::releases::objection_to_taking_over(wanted_.release, *losses.users, ends)});
  return true;
}

} // namespace actors::releases
