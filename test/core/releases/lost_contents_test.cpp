#include "core/releases/lost_contents.hpp"

#include "core/releases/planned_upgrades.hpp"

using namespace core::releases;

TEST_CASE("contents are lost with files that templates read, and with templates that .helmignore hides") {
  auto x = planned({web}, {web});
  x.chart.reads.names = {"a", "b", "c", "gone/d", "there"};
  x.files = {"a", "b", "there", "README.md"};
  x.blank = {"a", "README.md"};
  x.damaged = {{"b", file_damage::nul_bytes}};
  x.hidden = {"gone", "templates/users.yaml"};
  x.before.files = {"a", "b", "c", "gone/d", "there", "README.md", "LICENSE"};
  x.before.templates = {"templates/users.yaml", "templates/left-out.yaml"};
  const auto lost = lost_contents(x);
  CHECK_EQ(lost, std::vector<lost_content>{{"templates/users.yaml", "hidden by .helmignore"},
                                           {"a", "without text"},
                                           {"b", "NUL bytes in place of text"},
                                           {"c", "missing"},
                                           {"gone/d", "hidden by .helmignore"}});
  const auto why = objection_to_lost_contents(x, lost, "change objects of the release");
  CHECK_NE(why.reason.find("helm would change objects of the release, which stays as it is, revision 3"),
           std::string::npos);
  CHECK_NE(why.way_out.find("kubectl -n apps label secret sh.helm.release.v1.web.v3 moduleChartDirectories-"),
           std::string::npos);
}

TEST_CASE("the first few lost contents are named") {
  CHECK_EQ(words_of_contents({}), "");
  CHECK_EQ(words_of_contents({{"1", "x"}, {"2", "x"}, {"3", "x"}, {"4", "x"}, {"5", "x"}, {"6", "x"}}),
           "1 (x), 2 (x), 3 (x), 4 (x), 5 (x) and 1 more");
}
