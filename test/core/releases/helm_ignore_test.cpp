#include "core/releases/helm_ignore.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

using core::releases::helm_ignore;

namespace {

/// Whether Helm skips a file, or a directory that contains it.
bool leaves_out(const helm_ignore& rules, std::string_view file) {
  for (auto slash = file.find('/'); slash != std::string_view::npos; slash = file.find('/', slash + 1))
    if (rules.ignores(file.substr(0, slash), helm_ignore::entry::directory)) return true;
  return rules.ignores(file, helm_ignore::entry::file);
}

} // namespace

TEST_CASE(".helmignore leaves out the files that Helm leaves out") {
  struct row {
    std::string rules, file;
    bool is_left_out;
  };
  // The results of pkg/ignore of Helm 4.3.
  const std::vector<row> rows{
    {"", "templates/a.yaml", false},
    {"", "templates/.hidden", true},
    {"", ".git/config", false},
    {"README.md", "README.md", true},
    {"README.md", "docs/README.md", true},
    {"*.md", "docs/a.md", true},
    {"/README.md", "docs/README.md", false},
    {"/README.md", "README.md", true},
    {"docs/*.md", "docs/a.md", true},
    {"docs/*.md", "docs/more/a.md", false},
    {"docs/", "docs/a.md", true},
    {"docs/", "docs", false},
    {"more/", "docs/more/a.md", true},
    {".git/", ".git/config", true},
    {"# *.md\n\n  *.txt  ", "a.txt", true},
    {"# *.md", "a.md", false},
    {"\xEF\xBB\xBF*.md", "a.md", true},
    {"*.md\r\n*.txt", "a.md", true},
    {"a?[bc].yaml", "axc.yaml", true},
    {"a?[bc].yaml", "axd.yaml", false},
    {"!*.yaml", "a.yaml", false},
    {"!*.yaml", "a.txt", true},
    {"!docs/\n*.md", "a.yaml", true},
  };
  for (const auto& x : rows) {
    CAPTURE(x.rules);
    CAPTURE(x.file);
    CHECK_EQ(leaves_out(helm_ignore(x.rules), x.file), x.is_left_out);
  }
}
