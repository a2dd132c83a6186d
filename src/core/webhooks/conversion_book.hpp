#pragma once

#include "core/bindings/binding.hpp"
#include "core/bindings/conversion_binding.hpp"

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace core::webhooks {

/// A conversion with its hook.
struct hook_conversion {
  std::string hook;
  bindings::conversion_ptr binding; ///< not null
};

/// A part of a conversion: a step that a hook performs.
struct conversion_stage {
  std::string module; ///< empty: a global hook
  hook_conversion conversion;
  bindings::conversion_step step; ///< as in the hook's configuration
  std::string version;            ///< of the objects after the step, with the group
};

/// The conversions of all hooks. They count also while the module of a hook is off: objects of the module may
/// still exist, and no client could read them without a conversion.
class conversion_book {
public:
  /// Notes the conversions of an owner, in place of its earlier conversions.
  void claim(const std::string& module, std::vector<hook_conversion> conversions);

  /// The definitions whose objects hooks convert.
  [[nodiscard]] std::set<std::string> definitions() const;
  /// The definition of a path, for example `/crontabs.stable.example.com`; empty: no hook converts its
  /// objects. The path is the path of flant/shell-operator.
  [[nodiscard]] std::string definition_at(std::string_view path) const;

  /// The shortest chain of stages between two versions, see `find_chain`. Global hooks come first, then the
  /// hooks of modules by the names of modules.
  [[nodiscard]] std::vector<conversion_stage> find(const std::string& definition, const std::string& from,
                                                   const std::string& to) const;
  /// All conversions by module; the empty name has those of global hooks.
  [[nodiscard]] const std::map<std::string, std::vector<hook_conversion>>& by_module() const noexcept {
    return by_module_;
  }

private:
  std::map<std::string, std::vector<hook_conversion>> by_module_; ///< bound: the bindings of all hooks
};

} // namespace core::webhooks
