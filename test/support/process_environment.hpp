#pragma once

#include "sys/files/environment.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace test {

/// The environment of this process, with the variables in `own` ("NAME=value") added or replaced.
inline std::vector<std::string> environment_with(const std::vector<std::string>& own) {
  auto variables = sys::files::environment();
  for (const auto& variable : own) {
    const auto name = std::string_view(variable).substr(0, variable.find('=') + 1);
    std::erase_if(variables, [&](const std::string& x) { return x.starts_with(name); });
    variables.push_back(variable);
  }
  return variables;
}

} // namespace test
