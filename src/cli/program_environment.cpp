#include "cli/program_environment.hpp"

namespace cli {

program_environment::program_environment(const char* const* variables) {
  for (; *variables; ++variables) {
    const std::string_view variable(*variables);
    if (auto equals = variable.find('='); equals != std::string_view::npos)
      values_.emplace(variable.substr(0, equals), variable.substr(equals + 1));
  }
}

std::optional<std::string> program_environment::find(std::string_view name) const {
  auto i = values_.find(name);
  return i == values_.end() || i->second.empty() ? std::nullopt : std::optional(i->second);
}

} // namespace cli
