#include "sys/environment.hpp"

#include <unistd.h>

#include <cstddef>
#include <cstdlib>
#include <unordered_map>
#include <utility>

namespace sys {

namespace {

std::string name_of(const std::string& variable) {
  return variable.substr(0, variable.find('='));
}

} // namespace

std::optional<std::string> environment_variable(const std::string& name) {
  const char* value = std::getenv(name.c_str());
  if (value == nullptr) return std::nullopt;
  return value;
}

std::vector<std::string> environment() {
  std::vector<std::string> variables;
  for (char** variable = environ; variable != nullptr && *variable != nullptr; ++variable)
    variables.emplace_back(*variable);
  return variables;
}

std::vector<std::string> merge_environment(std::vector<std::string> base, const std::vector<std::string>& overrides) {
  std::vector<std::string> merged;
  std::unordered_map<std::string, std::size_t> places;
  const auto put = [&](std::string variable) {
    const auto [place, is_new] = places.try_emplace(name_of(variable), merged.size());
    if (is_new)
      merged.push_back(std::move(variable));
    else
      merged[place->second] = std::move(variable);
  };
  for (auto& variable : base) put(std::move(variable));
  for (const auto& variable : overrides) put(variable);
  return merged;
}

} // namespace sys
