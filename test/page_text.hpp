#pragma once

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

// What tests of pages read. SOURCE_ROOT is the top folder of the sources.
namespace test {

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream stream(path);
  REQUIRE_MESSAGE(stream, path.string());
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline std::string page(const char* name) {
  return text_of(std::filesystem::path(SOURCE_ROOT) / "docs" / name);
}

/// The text from one heading of the second level to the next.
inline std::string section(const std::string& text, const std::string& heading) {
  const auto begin = text.find("\n## " + heading + "\n");
  REQUIRE_MESSAGE(begin != text.npos, "no section '" << heading << "'");
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

} // namespace test
