// Follows the links of all pages.

#include "page_text.hpp"

#include <doctest/doctest.h>

#include <cctype>
#include <filesystem>
#include <map>
#include <regex>
#include <set>
#include <sstream>
#include <string>
#include <vector>

namespace {

namespace fs = std::filesystem;

const std::map<std::string, std::string>& pages() {
  static const auto all = [] {
    std::map<std::string, std::string> found;
    for (const auto* folder : {"docs", "charts", "examples", "test"}) found.merge(test::files_below(folder, {".md"}));
    for (const auto& entry : fs::directory_iterator(test::root()))
      if (entry.path().extension() == ".md") found[entry.path().filename().string()] = test::text_of(entry.path());
    return found;
  }();
  return all;
}

/// A page without its blocks of code, in which there are no links or headings.
std::string prose_of(const std::string& page) {
  std::string prose;
  bool is_code = false;
  std::istringstream lines(page);
  for (std::string line; std::getline(lines, line);) {
    const auto text = line.find_first_not_of(' ');
    if (text != line.npos && line.compare(text, 3, "```") == 0)
      is_code = !is_code;
    else if (!is_code)
      prose += line + "\n";
  }
  return prose;
}

/// The name under which a link finds a heading: small letters, hyphens for blanks, no other punctuation.
std::string anchor_of(const std::string& heading) {
  std::string anchor;
  for (const char c : heading) {
    if (std::isalnum(static_cast<unsigned char>(c)) != 0 || c == '-' || c == '_')
      anchor += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    if (c == ' ') anchor += '-';
  }
  return anchor;
}

std::set<std::string> anchors_of(const std::string& page) {
  static const std::regex heading(R"(\n#+ ([^\n]+))");
  const auto prose = "\n" + prose_of(page);
  std::set<std::string> anchors;
  for (std::sregex_iterator i(prose.begin(), prose.end(), heading), end; i != end; ++i)
    anchors.insert(anchor_of((*i)[1]));
  return anchors;
}

struct link {
  std::string page; ///< the file that has the link
  std::string file; ///< the file that the link names, below the sources
  std::string anchor;
};

std::vector<link> links_within() {
  static const std::regex target(R"(\]\(([^)#\s]*)(#[^)\s]*)?\))");
  std::vector<link> found;
  for (const auto& [path, page] : pages()) {
    const auto prose = prose_of(page);
    for (std::sregex_iterator i(prose.begin(), prose.end(), target), end; i != end; ++i) {
      const auto to = (*i)[1].str();
      if (to.find("://") != to.npos) continue;
      const auto file = to.empty() ? fs::path(path) : (fs::path(path).parent_path() / to).lexically_normal();
      found.push_back({path, file.generic_string(), (*i)[2].matched ? (*i)[2].str().substr(1) : ""});
    }
  }
  return found;
}

} // namespace

TEST_CASE("every link of a page leads to a file and to a heading that are there") {
  const auto links = links_within();
  CHECK(links.size() > 200);
  for (const auto& x : links) {
    CHECK_MESSAGE(fs::exists(test::root() / x.file), x.page << ": there is no " << x.file);
    if (x.anchor.empty() || !pages().contains(x.file)) continue;
    CHECK_MESSAGE(anchors_of(pages().at(x.file)).contains(x.anchor),
                  x.page << ": " << x.file << " has no heading for #" << x.anchor);
  }
}

TEST_CASE("every page is in a list of pages") {
  std::set<std::string> listed;
  for (const auto& x : links_within())
    if (x.page == "docs/README.md" || x.page == "docs/decisions/README.md") listed.insert(x.file);
  for (const auto& [path, page] : pages())
    if (path.starts_with("docs/") && path != "docs/README.md") CHECK_MESSAGE(listed.contains(path), path);
}
