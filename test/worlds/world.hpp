#pragma once

#include "worlds/admission.hpp"
#include "worlds/config_author.hpp"
#include "worlds/current_troubles.hpp"
#include "worlds/helm_programs.hpp"
#include "worlds/hook_scripts.hpp"
#include "worlds/item_troubles.hpp"
#include "worlds/module_tree.hpp"
#include "worlds/outside.hpp"
#include "worlds/request_faults.hpp"
#include "worlds/stage.hpp"
#include "worlds/things_lost.hpp"
#include "worlds/trouble_events.hpp"
#include "worlds/user_hands.hpp"
#include "worlds/widgets.hpp"

#include <cstdint>

namespace worlds {

/// Several times the longest wait in the operator.
inline constexpr std::int64_t settle_us = 600'000'000;

/// The kind of the next interruption of an operator.
enum class interruption { kill, terminate };

/// A cluster with its API server, its Helm, the programs of modules, and operators that live and die in it.
/// Everything follows from the plan; `play` once. The rules observe it. This class has the time and the lives
/// of operators; each other concern has a part of its own.
class world {
public:
  explicit world(plan what);
  ~world();
  world(const world&) = delete;
  world& operator=(const world&) = delete;

  /// Plays the busy time, then the time without troubles, and checks the end.
  void play();

  // -- its parts, for observers, which may act at a world at rest
  [[nodiscard]] stage& here() { return here_; }
  [[nodiscard]] outside& cluster() { return cluster_; }
  [[nodiscard]] config_author& config() { return config_; }
  [[nodiscard]] current_troubles& troubles() { return troubles_; }
  [[nodiscard]] const things_lost& losses() const { return losses_; }
  [[nodiscard]] hook_scripts& scripts() { return scripts_; }

  // -- acts
  void advance_to(std::int64_t time_us);
  void begin_life();
  void interrupts_with(interruption next) { next_ = next; }
  [[nodiscard]] bool will_terminate() const { return next_ == interruption::terminate; }
  void kill();
  /// SIGTERM.
  void terminate();
  void stop_in_order();
  /// After a stop.
  void end_life();
  /// Drops the notes about the operator's life.
  void forget_life();
  /// Asks the rules.
  void look_at_end();
  void look_at_stop();

private:
  void plan_happenings();
  void plan_troubles();

  stage here_;
  current_troubles troubles_;
  config_author config_;
  widgets kind_;
  outside cluster_;
  item_troubles items_;
  things_lost losses_;
  request_faults faults_;
  admission admission_;
  helm_programs programs_;
  hook_scripts scripts_;
  module_tree tree_;
  user_hands hands_;
  trouble_events events_;
  bool is_stopping_ = false; ///< the operator has got SIGTERM
  interruption next_ = interruption::kill;
};

} // namespace worlds
