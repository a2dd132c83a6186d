#pragma once

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace test {

/// The document in this text. The test fails if it is no YAML.
inline text::json yaml(const std::string& text) {
  const auto parsed = text::parse_yaml(text);
  REQUIRE_MESSAGE(parsed, parsed.error().message);
  return *parsed;
}

} // namespace test
