#include "core/releases/script_grounds.hpp"

#include <doctest/doctest.h>

#include <map>
#include <string>

using namespace core::releases;

namespace {

const std::string label(script_grounds_label);

release released(std::map<std::string, std::string> labels) {
  return {.name = "web", .revision = 1, .labels = std::move(labels)};
}

std::string grounds(char digit) {
  return std::string(32, digit);
}

} // namespace

TEST_CASE("a label keeps the last few grounds, and is short enough") {
  auto text = label_with_grounds(std::nullopt, grounds('a'));
  CHECK_EQ(text, "aaaaaaaaaaaa");
  CHECK_EQ(label_with_grounds(released({}), grounds('a')), text);
  for (const char digit : {'b', 'c', 'd', 'e'}) text = label_with_grounds(released({{label, text}}), grounds(digit));
  CHECK_EQ(text, "eeeeeeeeeeee.dddddddddddd.cccccccccccc.bbbbbbbbbbbb");
  CHECK_MESSAGE(label_with_grounds(released({{label, text}}), grounds('c')) == text, "these are known");
  CHECK(has_grounds(text, grounds('b')));
  CHECK_FALSE(has_grounds(text, grounds('a')));
  CHECK_FALSE(has_grounds(text, ""));
  CHECK_FALSE(has_grounds("", grounds('a')));
}

TEST_CASE("grounds show whether the script and its values files are the same") {
  const auto before = grounds_of("script and files", "values");
  const auto text = label_with_grounds(released({{label, "eeeeeeeeeeee.dddddddddddd"}}), before);
  CHECK(has_grounds(text, before));
  const auto other_values = grounds_of("script and files", "other values");
  CHECK_FALSE(has_grounds(text, other_values));
  CHECK(has_image_of(text, other_values));
  CHECK_FALSE(has_image_of(text, grounds_of("new script", "values")));
  CHECK_FALSE(has_image_of("", before));
  CHECK(before.size() == 32);
}

TEST_CASE("grounds that change in each reload cost a limited number of requests") {
  notes_of_grounds notes;
  unsigned requests = 0;
  for (int reload = 0; reload < 1000; ++reload) {
    std::map<std::string, std::string> due{{label, std::to_string(reload)}};
    notes.limit("web", due);
    requests += due.empty() ? 0 : 1;
  }
  CHECK_EQ(requests, 10);
  SUBCASE("each release has its own") {
    std::map<std::string, std::string> due{{label, "a"}};
    notes.limit("db", due);
    CHECK_EQ(due.size(), 1);
  }
  SUBCASE("a request that is due anyway brings them") {
    std::map<std::string, std::string> due{{label, "a"}, {"moduleWantedBy", "b"}};
    notes.limit("web", due);
    CHECK_EQ(due.size(), 2);
  }
}
