#include "core/releases/renamed_chart.hpp"

#include <doctest/doctest.h>

using namespace core::releases;

TEST_CASE("a chart in another directory is the same with equal templates, or with several templates of equal paths") {
  const auto of = [](std::map<std::string, std::string> files) {
    revision_contents x;
    x.files = std::move(files);
    return x;
  };
  CHECK(is_same_chart(of({{"templates/a.yaml", "1"}, {"files/b", "2"}}), of({{"templates/a.yaml", "1"}})));
  CHECK_FALSE(is_same_chart(of({{"templates/a.yaml", "1"}}), of({{"templates/a.yaml", "2"}})));
  CHECK_FALSE(is_same_chart(of({{"files/b", "2"}}), of({{"files/b", "2"}})));
  const auto three = of({{"templates/a.yaml", "1"}, {"templates/b.yaml", "1"}, {"templates/c.yaml", "1"}});
  CHECK(is_same_chart(three, of({{"templates/a.yaml", "2"}, {"templates/b.yaml", "2"}, {"templates/c.yaml", "2"}})));
  CHECK_FALSE(is_same_chart(three, of({{"templates/a.yaml", "2"}, {"templates/b.yaml", "2"}})));
}
