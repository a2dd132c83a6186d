#include "core/releases/helm_ignore.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using core::helm_ignore;

TEST_CASE("what .helmignore leaves out is what Helm leaves out") {
  struct row {
    std::string rules, file;
    bool is_left_out;
  };
  // As pkg/ignore of Helm 4.3 answers.
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
    CHECK_EQ(helm_ignore(x.rules).leaves_out(x.file), x.is_left_out);
  }
}
