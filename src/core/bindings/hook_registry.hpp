#pragma once

#include "core/bindings/binding.hpp"

#include <map>
#include <memory>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::bindings {

using hook_ptr = std::shared_ptr<const hook_definition>;

/// A kubernetes binding with its hook.
struct hook_kubernetes {
  hook_ptr hook;
  std::size_t index = 0; ///< in `hook_definition::kubernetes`

  [[nodiscard]] const kubernetes_binding& binding() const { return hook->kubernetes[index]; }
  [[nodiscard]] binding_id id() const { return {hook->name, index}; }
};

/// A schedule binding with its hook.
struct hook_schedule {
  hook_ptr hook;
  std::size_t index = 0; ///< in `hook_definition::schedules`

  [[nodiscard]] const schedule_binding& binding() const { return hook->schedules[index]; }
};

/// The hooks of the platform, or of a module. Immutable; copies share the hooks.
class hook_registry {
public:
  hook_registry() = default;
  /// Hooks in any order; names are unique.
  explicit hook_registry(std::vector<hook_definition> hooks);

  /// All hooks by name.
  [[nodiscard]] const std::vector<hook_ptr>& hooks() const noexcept { return hooks_; }

  /// The hook of that name, or null.
  [[nodiscard]] hook_ptr find(std::string_view name) const noexcept;

  /// The hooks of a point of the lifecycle in the order in which they run: by ORDER, then by name.
  [[nodiscard]] std::vector<hook_ptr> at(lifecycle_point point) const;

  /// All kubernetes bindings: hooks by name, bindings as they stand in the hook.
  [[nodiscard]] std::vector<hook_kubernetes> kubernetes() const;

  /// All schedule bindings: hooks by name, bindings as they stand in the hook.
  [[nodiscard]] std::vector<hook_schedule> schedules() const;

  /// The text of `occasions_of` for each hook, by the hook's name.
  [[nodiscard]] std::map<std::string, std::string> occasions() const;
  /// The names of each hook's bindings, by the hook's name. Runs are named after these bindings.
  [[nodiscard]] std::map<std::string, std::set<std::string>> bindings() const;

private:
  std::vector<hook_ptr> hooks_;
};

} // namespace core::bindings
