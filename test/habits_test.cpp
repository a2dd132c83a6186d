// Reads the sources and fails where they break a habit of CONTRIBUTING.md that no formatter keeps: the size
// of files and functions, parameters without a meaning at the call, the width of comments, units without a
// test.
// test/habits_broken.tsv names the places that break a habit today; places leave it, and none is added.

#include "support/source_root.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

constexpr std::size_t file_lines_max = 400;
constexpr std::size_t function_lines_max = 60;
constexpr std::size_t comment_width_max = 110;
constexpr std::size_t code_width_max = 120;

using text_lines = std::vector<std::string>;

text_lines lines_of(const fs::path& file) {
  std::ifstream stream(file);
  text_lines lines;
  for (std::string line; std::getline(stream, line);) lines.push_back(line);
  return lines;
}

/// The C++ files below these folders, by their paths below the source root.
std::map<std::string, text_lines> sources(const std::vector<std::string>& folders) {
  const fs::path root(test::source_root());
  std::map<std::string, text_lines> all;
  for (const auto& folder : folders)
    for (const auto& entry : fs::recursive_directory_iterator(root / folder))
      if (entry.path().extension() == ".hpp" || entry.path().extension() == ".cpp")
        all.emplace(fs::relative(entry.path(), root).generic_string(), lines_of(entry.path()));
  return all;
}

/// How often a file breaks a habit today, by habit and file.
using exceptions = std::map<std::string, std::map<std::string, std::size_t>>;

exceptions known() {
  exceptions all;
  for (const auto& line : lines_of(fs::path(test::source_root()) / "test/habits_broken.tsv")) {
    if (line.empty() || line.starts_with('#')) continue;
    std::istringstream in(line);
    std::string habit, file;
    std::size_t count = 0;
    in >> habit >> file >> count;
    REQUIRE_MESSAGE(!in.fail(), "test/habits_broken.tsv: '" << line << "' is no habit, file and number");
    all[habit][file] = count;
  }
  return all;
}

/// Places that break a habit, by file, each with its line and the reason.
using findings = std::map<std::string, text_lines>;

/// Fails for each file with more findings than test/habits_broken.tsv has for it, or with fewer.
void check(const std::string& habit, const findings& found) {
  auto allowed = known()[habit];
  for (const auto& [file, places] : found) {
    std::string shown;
    for (const auto& place : places) shown += "\n  " + place;
    const auto most = allowed[file];
    CHECK_MESSAGE(places.size() <= most, file << shown);
    CHECK_MESSAGE(places.size() >= most, "it has become better: write '" << habit << "\t" << file << "\t"
                                                                         << places.size()
                                                                         << "' into test/habits_broken.tsv");
    allowed.erase(file);
  }
  for (const auto& [file, count] : allowed)
    if (count > 0)
      FAIL_CHECK("it has become better: take '" << habit << "\t" << file << "' out of test/habits_broken.tsv");
}

bool opens_function(const std::string& line) {
  static const std::regex no_function(
    R"(^\s*(namespace|class|struct|enum|union|extern|if|for|while|switch|do|else|return|\}|//)\b|= *\{$|\[.*\]|^\s*\})");
  return line.ends_with(" {") && line.find('(') != line.npos && !std::regex_search(line, no_function);
}

/// The head of a function may have several lines; its body ends with a brace as far to the left as its head.
void find_long_functions(const text_lines& lines, text_lines& found) {
  for (std::size_t i = 0; i < lines.size(); ++i) {
    if (!opens_function(lines[i])) continue;
    auto margin = lines[i].find_first_not_of(' ');
    // The members that a constructor initializes stand on lines of their own.
    if (lines[i][margin] == ':' && margin >= 2) margin -= 2;
    if (margin > 2) continue;
    const auto end = std::string(margin, ' ') + "}";
    auto last = i + 1;
    while (last < lines.size() && lines[last] != end) ++last;
    if (last < lines.size() && last - i + 1 > function_lines_max)
      found.push_back(std::to_string(i + 1) + ": a function of " + std::to_string(last - i + 1) + " lines");
  }
}

template <class F>
findings in_each(const std::vector<std::string>& folders, F find) {
  findings found;
  for (const auto& [file, lines] : sources(folders)) {
    text_lines places;
    find(lines, places);
    if (!places.empty()) found.emplace(file, std::move(places));
  }
  return found;
}

/// Each line that matches, with its number.
auto lines_like(const char* pattern, const char* apart_from) {
  return [wanted = std::regex(pattern), apart = std::regex(apart_from)](const text_lines& lines, text_lines& found) {
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (std::regex_search(lines[i], wanted) && !std::regex_search(lines[i], apart))
        found.push_back(std::to_string(i + 1) + ": " + lines[i]);
  };
}

bool is_comment(const std::string& line) {
  const auto at = line.find_first_not_of(' ');
  return at != line.npos && line.compare(at, 2, "//") == 0;
}

/// False for a header of types alone.
bool has_logic(const std::string& file, const text_lines& lines) {
  static const std::regex result(R"(^[^/]*\breturn\b)");
  return file.ends_with(".cpp")
         || std::any_of(lines.begin(), lines.end(), [](const auto& x) { return std::regex_search(x, result); });
}

/// Units with logic that have no test of their own name, by the path of the unit without its ending.
findings units_without_test() {
  findings found;
  for (const auto& [file, lines] : sources({"src/base", "src/text", "src/trace", "src/core", "src/setup"})) {
    if (!has_logic(file, lines)) continue;
    const auto unit = file.substr(0, file.rfind('.'));
    const auto test = "test" + unit.substr(std::string("src").size()) + "_test.cpp";
    if (!fs::exists(fs::path(test::source_root()) / test)) found[unit] = {"there is no " + test};
  }
  return found;
}

/// Letters, not bytes: the text is UTF-8.
std::size_t width(const std::string& line) {
  std::size_t letters = 0;
  for (const char c : line) letters += (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  return letters;
}

const std::vector<std::string> all_folders{"src", "test", "bench"};

} // namespace

TEST_CASE("a file with more than 400 lines holds two ideas") {
  check("file", in_each(all_folders, [](const text_lines& lines, text_lines& found) {
          if (lines.size() > file_lines_max) found.push_back(std::to_string(lines.size()) + " lines");
        }));
}

TEST_CASE("a function of the program has at most 60 lines") {
  check("function", in_each({"src"}, find_long_functions));
}

TEST_CASE("no parameter is a boolean, which says nothing at the call") {
  // Apart from constructors of values, callables that are given, and the parameters of lambdas.
  check("boolean",
        in_each({"src"},
                lines_like(
                  R"([(,] ?bool [a-z_]+( = \w+)?[,)])",
                  R"(std::function|\]\(|operator\(\)|^\s*(explicit )?(json|log_field)\(|for \(|set_\w+\(bool|_or\()")));
}

TEST_CASE("a function returns its results instead of writing into parameters") {
  check("out",
        in_each({"src"}, lines_like(R"([(,] ?(bool|int|double|unsigned|long|std::size_t|std::u?int\d+_t)& [a-z_]+)",
                                    R"(const (bool|int|double|unsigned|long|std::)|\]\()")));
}

TEST_CASE("a line of a comment is at most 110 letters wide, a line of code 120") {
  check("width", in_each(all_folders, [](const text_lines& lines, text_lines& found) {
          for (std::size_t i = 0; i < lines.size(); ++i)
            if (width(lines[i]) > (is_comment(lines[i]) ? comment_width_max : code_width_max))
              found.push_back(std::to_string(i + 1) + ": " + std::to_string(width(lines[i])) + " letters");
        }));
}

TEST_CASE("a loop over values in braces has their type from an include, and not from a precompiled header alone") {
  const auto all = sources({"src"});
  const std::regex loop(R"(\bfor \(.*: \{)");
  const std::regex header(R"(#include (<(initializer_list|string|string_view|vector|map|set|array|optional|variant|)"
                          R"(functional|algorithm|utility|memory|chrono)>|"[a-z_/]+\.hpp"))");
  findings found;
  for (const auto& [file, lines] : all) {
    const auto own = fs::path(file).replace_extension(".hpp").generic_string();
    const auto has_header = [&](const text_lines& x) {
      return std::any_of(x.begin(), x.end(), [&](const std::string& line) {
        return line.find(own.substr(sizeof "src")) == std::string::npos && std::regex_search(line, header);
      });
    };
    const auto unit = all.find(own);
    if (has_header(lines) || (unit != all.end() && has_header(unit->second))) continue;
    for (std::size_t i = 0; i < lines.size(); ++i)
      if (std::regex_search(lines[i], loop)) found[file].push_back(std::to_string(i + 1) + ": " + lines[i]);
  }
  check("braces", found);
}

TEST_CASE("a unit with logic has a test of its own name") {
  check("untested", units_without_test());
}
