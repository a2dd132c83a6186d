#pragma once

#include "support/source_root.hpp"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <set>
#include <sstream>
#include <string>

// The pages, for their tests.
namespace test {

inline std::string text_of(const std::filesystem::path& path) {
  std::ifstream stream(path);
  REQUIRE_MESSAGE(stream, path.string());
  std::ostringstream text;
  text << stream.rdbuf();
  return text.str();
}

inline std::filesystem::path root() {
  return source_root();
}

inline std::string page(const char* name) {
  return text_of(root() / "docs" / name);
}

/// All files below a folder with any of these extensions, by their path below the sources.
inline std::map<std::string, std::string> files_below(const std::string& folder,
                                                      const std::set<std::string>& extensions) {
  std::map<std::string, std::string> found;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root() / folder))
    if (entry.is_regular_file() && extensions.contains(entry.path().extension().string()))
      found[std::filesystem::relative(entry.path(), root()).generic_string()] = text_of(entry.path());
  return found;
}

/// The text from a heading of the second level to the next heading.
inline std::string section(const std::string& text, const std::string& heading) {
  const auto begin = text.find("\n## " + heading + "\n");
  REQUIRE_MESSAGE(begin != text.npos, "no section '" << heading << "'");
  return text.substr(begin, text.find("\n## ", begin + 1) - begin);
}

} // namespace test
