#include "core/releases/seen_value.hpp"

#include <doctest/doctest.h>

using core::releases::seen_value;

TEST_CASE("a key of a value is a longer place, or a member that the template has made") {
  seen_value made{{{"Values"}}, {{"web", {{{"Release"}}, {}}}}};
  CHECK_EQ(made.at("web"), seen_value{{{"Release"}, {"Values", "web"}}, {}});
  CHECK_EQ(made.at("other"), seen_value{{{"Values", "other"}}, {}});
  CHECK_EQ(seen_value{}.at("web"), seen_value{});
}

TEST_CASE("a value that may be two values has the places and members of both") {
  seen_value x{{{"a"}}, {{"k", {{{"b"}}, {}}}}};
  x.add({{{"c"}}, {{"k", {{{"d"}}, {}}}}});
  CHECK_EQ(x, seen_value{{{"a"}, {"c"}}, {{"k", {{{"b"}, {"d"}}, {}}}}});
  CHECK_EQ(x.weight(), 5);
  CHECK(seen_value{{{"a"}}, {}} < seen_value{{{"b"}}, {}});
}
