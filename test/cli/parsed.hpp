#pragma once

#include "cli/options.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace test {

using words = std::vector<const char*>;

/// Parses as main() does; `environment` is without the null at its end.
inline cli::command parse(words arguments, words environment = {}) {
  arguments.insert(arguments.begin(), "addon-operator");
  environment.push_back(nullptr);
  return cli::parse(static_cast<int>(arguments.size()), arguments.data(), environment.data());
}

/// The options of `start`, in a namespace.
inline cli::start_options started(words arguments, words environment = {}) {
  environment.push_back("ADDON_OPERATOR_NAMESPACE=d8");
  auto command = parse(std::move(arguments), std::move(environment));
  if (const auto* refused = std::get_if<cli::exit_with>(&command)) FAIL(refused->text);
  return std::get<cli::start_options>(command);
}

/// The message with which options are refused.
inline std::string refused(words arguments, words environment = {}) {
  environment.push_back("ADDON_OPERATOR_NAMESPACE=d8");
  auto command = parse(std::move(arguments), std::move(environment));
  const auto* exit = std::get_if<cli::exit_with>(&command);
  if (!exit) return "accepted";
  CHECK(exit->code == 2);
  return exit->text;
}

} // namespace test
