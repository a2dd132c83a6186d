// Compares the pages about decisions with the sources that they are about.

#include "page_text.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>

namespace {

using paths = std::set<std::string>;

/// Files in which a line can point to a decision: sources, and the small programs of the image.
const std::map<std::string, std::string>& sources() {
  static const auto all = [] {
    auto found = test::files_below("src", {".hpp", ".cpp", ".go", ".py"});
    found.merge(test::files_below("container", {""}));
    return found;
  }();
  return all;
}

/// Decision -> the files that point to it, by the line `/// Why so: docs/decisions/….md`.
std::map<std::string, paths> pointers() {
  static const std::regex pointer(R"((///|#) Why so: (docs/decisions/[a-z-]+\.md)\n)");
  std::map<std::string, paths> found;
  for (const auto& [path, text] : sources())
    for (std::sregex_iterator i(text.begin(), text.end(), pointer), end; i != end; ++i) found[(*i)[2]].insert(path);
  return found;
}

/// The files that a page names in its last part, behind `Where:`.
paths places_on(const std::string& page) {
  static const std::regex file(R"(`([A-Za-z0-9_./-]+)`)");
  const auto begin = page.rfind("\nWhere: ");
  paths found;
  if (begin == page.npos) return found;
  const auto text = page.substr(begin, page.find("\n\n", begin + 1) - begin);
  for (std::sregex_iterator i(text.begin(), text.end(), file), end; i != end; ++i) found.insert((*i)[1]);
  return found;
}

std::map<std::string, std::string> decisions() {
  auto found = test::files_below("docs/decisions", {".md"});
  found.erase("docs/decisions/README.md");
  return found;
}

} // namespace

TEST_CASE("every decision names the places that it is about, and they are there") {
  CHECK(decisions().size() > 40);
  for (const auto& [path, page] : decisions()) {
    CHECK_MESSAGE(!places_on(page).empty(), path << ": no line `Where: …`");
    for (const auto& place : places_on(page))
      if (place.find('/') != place.npos)
        CHECK_MESSAGE(std::filesystem::exists(test::root() / place), path << ": there is no " << place);
  }
}

TEST_CASE("every decision is pointed to by a place that it names, and by no other") {
  const auto all = pointers();
  for (const auto& [path, page] : decisions()) {
    if (!all.contains(path)) {
      FAIL_CHECK(path << ": no source has the line `/// Why so: " << path << "`");
      continue;
    }
    const auto named = places_on(page);
    for (const auto& source : all.at(path)) CHECK_MESSAGE(named.contains(source), path << ": does not name " << source);
  }
}

TEST_CASE("a pointer to a decision is a line of its own, and names a decision that is there") {
  static const std::regex pointer(R"((///|#) Why so: (docs/decisions/[a-z-]+\.md))");
  for (const auto& [path, text] : sources()) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.find("Why so:") == line.npos) continue;
      std::smatch match;
      line.erase(0, std::min(line.find_first_not_of(' '), line.size()));
      const bool is_pointer = std::regex_match(line, match, pointer);
      CHECK_MESSAGE(is_pointer, path << ": " << line);
      if (is_pointer) CHECK_MESSAGE(decisions().contains(match[2]), path << ": there is no " << match[2].str());
    }
  }
}
