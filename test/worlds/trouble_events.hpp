#pragma once

#include "worlds/config_author.hpp"
#include "worlds/current_troubles.hpp"
#include "worlds/item_troubles.hpp"
#include "worlds/outside.hpp"
#include "worlds/part.hpp"
#include "worlds/request_faults.hpp"
#include "worlds/things_lost.hpp"
#include "worlds/user_hands.hpp"
#include "worlds/widgets.hpp"

namespace worlds {

class world;

/// How each trouble of the plan begins, and how it ends.
class trouble_events : public part {
public:
  /// The parts of a world that troubles are about.
  struct needs {
    current_troubles& troubles;
    config_author& config;
    widgets& kind;
    outside& cluster;
    request_faults& faults;
    item_troubles& items;
    things_lost& losses;
    user_hands& hands;
  };
  /// @param around whose operator it kills, stops and starts
  trouble_events(world& around, const needs& x);

  void begin(const trouble& x);
  void end(const trouble& x);
  /// The operator crashes while the group is away, if the plan says so.
  void end_life_beside(const trouble& x);

private:
  /// Kills the operator, and lets another operator start a second later.
  void replace_operator();

  world& world_;
  needs parts_;
};

} // namespace worlds
