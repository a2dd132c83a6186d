#pragma once

#include "base/contains.hpp"

#include <cstddef>
#include <initializer_list>
#include <map>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace core::main_queue {

/// The modules that each module needs (`needs` of its `module.yaml`). The plan of a reload and the runs that
/// wait read the same needs, so copies share their content, which never changes.
class needs_by_module {
public:
  using map_type = std::map<std::string, std::vector<std::string>>; ///< module -> modules that it needs

  needs_by_module() : needs_by_module(map_type{}) {}
  needs_by_module(std::initializer_list<map_type::value_type> needs) : needs_by_module(map_type(needs)) {}
  explicit needs_by_module(map_type needs) : needs_(std::make_shared<const map_type>(std::move(needs))) {}

  /// Empty for a module without needs.
  [[nodiscard]] const std::vector<std::string>& of(const std::string& module) const {
    static const std::vector<std::string> none;
    const auto at = needs_->find(module);
    return at == needs_->end() ? none : at->second;
  }
  [[nodiscard]] bool does_need(const std::string& module, const std::string& other) const {
    return base::contains(of(module), other);
  }

  /// The number of modules that need other modules.
  [[nodiscard]] std::size_t size() const noexcept { return needs_->size(); }

private:
  std::shared_ptr<const map_type> needs_;
};

} // namespace core::main_queue
