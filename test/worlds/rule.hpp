#pragma once

#include "worlds/observer.hpp"
#include "worlds/world.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace worlds {

/// A rule that worlds keep. To add one, write a file in `rules` with a class and a `registered`, and name the
/// file in meson.build.
class rule : public observer {
public:
  /// @param name the same in all breaches
  rule(world& around, std::string name) : observer(around), name_(std::move(name)) {}

protected:
  /// Notes that the premise of the rule has held, so that a mistake could have broken it.
  void holds() { ++world_.here().seen.rules[name_]; }
  void broken(std::string text) { world_.here().breach_of(name_, std::move(text)); }

  [[nodiscard]] bool is_broken() const { return !world_.here().breaches.empty(); }
  [[nodiscard]] const plan& planned() const { return world_.here().planned; }
  [[nodiscard]] const module_plan* module_named(const std::string& name) const {
    return world_.here().module_named(name);
  }
  [[nodiscard]] simulation::fake_api_server& api() const { return world_.here().api; }
  [[nodiscard]] test::fake_helm& helm() const { return world_.here().helm; }
  [[nodiscard]] test::fake_processes& processes() const { return world_.here().processes; }
  [[nodiscard]] operator_life* life() const { return world_.here().life.get(); }
  [[nodiscard]] std::int64_t now_us() const { return world_.here().now_us; }
  [[nodiscard]] std::uint64_t lives() const { return world_.here().lives; }
  [[nodiscard]] const past_of_objects& past() const { return world_.here().past; }
  [[nodiscard]] const excuses& excused() const { return world_.here().excused; }
  [[nodiscard]] bool is_running(sys::process::process_id id) const { return world_.here().is_running(id); }

private:
  std::string name_;
};

/// The order in which rules receive an event; rules of equal rank are ordered by name. A rule that disturbs a
/// world at rest has a rank of its own.
enum class rank { first, any, disturbs, restarts, lives_long };

struct rule_entry {
  std::string name;
  rank when = rank::any;
  std::function<std::unique_ptr<rule>(world&, const std::string& name)> make;
};

void add_rule(rule_entry x);

/// Puts a rule into all worlds.
template <class Rule>
struct registered {
  explicit registered(std::string name, rank when = rank::any) {
    add_rule({std::move(name), when, [](world& around, const std::string& its_name) -> std::unique_ptr<rule> {
                return std::make_unique<Rule>(around, its_name);
              }});
  }
};

/// New objects for a world, in their order.
[[nodiscard]] std::vector<std::unique_ptr<rule>> make_rules(world& around);
/// All rules, by their names in breaches and in `coverage::rules`.
[[nodiscard]] const std::vector<std::string>& all_rules();

} // namespace worlds
