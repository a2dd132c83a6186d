// Reads the comments of the sources and the pages, and fails where they become harder to read: STYLE asks for
// a noun at the head of a sentence, and pronouns without a noun are read twice. test/prose_allowed.tsv holds
// how many of them each folder and each page has at most; its figures only fall.

#include "support/source_root.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <array>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

namespace {

namespace fs = std::filesystem;

const std::array<std::set<std::string, std::less<>>, 3> groups{{
  {"what", "who", "whose", "whoever"},
  {"those", "one", "ones", "others"},
  {"nobody", "somebody", "nothing", "none"},
}};

struct prose {
  std::size_t words = 0;
  std::array<std::size_t, groups.size()> found{};

  /// Words of a group in 1 000 words, rounded up to a whole number.
  int density(std::size_t group) const {
    return words == 0
             ? 0
             : static_cast<int>(std::ceil(1'000.0 * static_cast<double>(found[group]) / static_cast<double>(words)));
  }
};

void add_words(prose& to, std::string_view text) {
  std::string word;
  const auto end_word = [&] {
    if (word.empty()) return;
    ++to.words;
    for (std::size_t group = 0; group < groups.size(); ++group)
      if (groups[group].contains(word)) ++to.found[group];
    word.clear();
  };
  bool in_code = false;
  for (const char c : text) {
    if (c == '`') in_code = !in_code;
    if (!in_code && std::isalpha(static_cast<unsigned char>(c)) != 0)
      word += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    else
      end_word();
  }
  end_word();
}

/// The text of a comment on this line; empty without a comment. A comment that switches a tool off does not
/// count.
std::string_view comment_on(std::string_view line) {
  const auto at = line.find("//");
  if (at == line.npos || (at > 0 && line[at - 1] == ':') || line.find("clang-format") != line.npos) return {};
  const auto text = line.find_first_not_of("/< ", at);
  return text == line.npos ? std::string_view{} : line.substr(text);
}

std::vector<std::string> lines_of(const fs::path& file) {
  std::ifstream stream(file);
  std::vector<std::string> lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

template <class F>
void for_each_source(F visit) {
  const fs::path root(test::source_root());
  for (const auto* folder : {"src", "test", "bench"})
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.path().extension() == ".hpp" || entry.path().extension() == ".cpp")
        visit(fs::relative(entry.path(), root), lines_of(entry.path()));
}

/// The prose of each folder with sources, and of each page.
std::map<std::string, prose> measured() {
  std::map<std::string, prose> all;
  for_each_source([&](const fs::path& file, const std::vector<std::string>& lines) {
    for (const auto& line : lines) add_words(all[file.parent_path().generic_string()], comment_on(line));
  });
  const fs::path root(test::source_root());
  std::vector<fs::path> pages;
  for (const auto* folder : {".", "docs", "docs/decisions"})
    for (const auto& entry : fs::directory_iterator(root / folder))
      if (entry.path().extension() == ".md") pages.push_back(entry.path());
  for (const auto& page : pages) {
    bool in_block = false;
    for (const auto& line : lines_of(page)) {
      if (line.starts_with("```")) in_block = !in_block;
      if (!in_block) add_words(all[fs::relative(page, root).generic_string()], line);
    }
  }
  return all;
}

using limits = std::map<std::string, std::array<int, groups.size()>>;

limits allowed() {
  limits all;
  for (const auto& line : lines_of(fs::path(test::source_root()) / "test/prose_allowed.tsv")) {
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream in(line);
    std::string name;
    in >> name;
    for (auto& x : all[name]) in >> x;
    REQUIRE_MESSAGE(!in.fail(), "test/prose_allowed.tsv: '" << line << "' is no name with three numbers");
  }
  return all;
}

/// A folder or page that is too small for a figure, or new: as good as the best codebases of the field.
constexpr std::array<int, groups.size()> of_new_folders{4, 4, 2};
constexpr std::size_t words_min = 150;

std::string row(const std::string& name, const prose& x) {
  std::string text = name;
  for (std::size_t group = 0; group < groups.size(); ++group) text += "\t" + std::to_string(x.density(group));
  return text;
}

} // namespace

TEST_CASE("comments and pages do not become harder to read") {
  const auto limit = allowed();
  for (const auto& [name, x] : measured()) {
    if (x.words < words_min) continue;
    const auto at = limit.find(name);
    const auto& most = at == limit.end() ? of_new_folders : at->second;
    for (std::size_t group = 0; group < groups.size(); ++group)
      CHECK_MESSAGE(x.density(group) <= most[group], name << ": " << x.density(group) << " of 1 000 words are '"
                                                          << *groups[group].begin() << "' or the like, and "
                                                          << most[group] << " are allowed: name the thing instead");
  }
}

TEST_CASE("the figures for prose only fall") {
  const auto now = measured();
  for (const auto& [name, most] : allowed()) {
    CAPTURE(name);
    const auto at = now.find(name);
    REQUIRE_MESSAGE(at != now.end(), "test/prose_allowed.tsv names a folder or page that is not there");
    for (std::size_t group = 0; group < groups.size(); ++group) {
      CHECK_MESSAGE(most[group] <= 45, "a figure of test/prose_allowed.tsv is above all that there ever were");
      // A rounded figure may wander by 1.
      const bool is_tight = most[group] <= of_new_folders[group] || at->second.density(group) + 1 >= most[group];
      CHECK_MESSAGE(is_tight,
                    "it has become better: write '" << row(name, at->second) << "' into test/prose_allowed.tsv");
    }
  }
}

TEST_CASE("a doc comment begins with the thing that it is about") {
  const std::regex bare(R"(^\s*/{3}<? *(What|Who|Whoever|Whose)\b)");
  const std::regex doc(R"(^\s*///)");
  std::string found;
  for_each_source([&](const fs::path& file, const std::vector<std::string>& lines) {
    if (!file.generic_string().starts_with("src/")) return;
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const bool goes_on = i > 0 && std::regex_search(lines[i - 1], doc);
      if (!goes_on && std::regex_search(lines[i], bare))
        found += file.generic_string() + ":" + std::to_string(i + 1) + ": " + lines[i] + "\n";
    }
  });
  CHECK(found == "");
}
