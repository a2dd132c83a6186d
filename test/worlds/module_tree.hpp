#pragma once

#include "worlds/config_author.hpp"
#include "worlds/current_troubles.hpp"
#include "worlds/helm_programs.hpp"
#include "worlds/hook_scripts.hpp"
#include "worlds/part.hpp"
#include "worlds/widgets.hpp"

namespace worlds {

/// The tree of modules, the cluster as it is in the beginning, and the work of the tree's hooks.
class module_tree : public part {
public:
  /// The parts of a world that the tree begins, and that its programs need.
  struct needs {
    current_troubles& troubles;
    config_author& config;
    widgets& kind;
    hook_scripts& scripts;
    helm_programs& programs;
  };
  module_tree(stage& around, const needs& x)
    : part(around), troubles_(x.troubles), config_(x.config), widgets_(x.kind), scripts_(x.scripts),
      programs_(x.programs) {}

  void write();

private:
  void write_module(const module_plan& x);
  void serve_steady();
  void play_items(const module_plan& x, test::hook_run& run);
  void play_counts(const module_plan& x, test::hook_run& run);
  void play_lax(const module_plan& x, test::hook_run& run);
  void play_reviews(const module_plan& x, test::hook_run& run);
  void play_orders(const module_plan& x, test::hook_run& run);
  void play_nodes(test::hook_run& run);

  current_troubles& troubles_;
  config_author& config_;
  widgets& widgets_;
  hook_scripts& scripts_;
  helm_programs& programs_;
};

} // namespace worlds
