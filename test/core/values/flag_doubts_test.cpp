#include "core/values/flag_doubts.hpp"

#include <doctest/doctest.h>

using namespace core::values;

namespace {

const doubted_run lost{.hook = "a.sh", .words = "line 3: command not found"};

/// Consecutive runs that set flags; each run sets or removes the flag of `web`.
struct runs {
  flag_layer now;
  flag_doubts doubts;

  bool take(const flag_layer& after, const std::optional<doubted_run>& doubt) {
    const auto before = std::exchange(now, after);
    return doubts.take(before, after, {"web"}, doubt);
  }
  [[nodiscard]] bool is_in_doubt() const { return doubts.by_key().contains("web"); }
};

text::patch_operation operation(text::patch_operation::kind op, const std::string& key) {
  return {.op = op, .path = {{key}}, .from = {}, .value = text::json(false)};
}

} // namespace

TEST_SUITE("core/flag_doubts") {
  TEST_CASE("a flag that a run in doubt switches off is in doubt until a run without doubt names it") {
    const flag_layer off{{"web", false}};
    const flag_layer on{{"web", true}};
    runs x;
    x.take(on, {});
    REQUIRE(x.take(off, lost));
    REQUIRE(x.is_in_doubt());
    CHECK(x.doubts.by_key().at("web") == lost);
    CHECK_FALSE(x.take(off, lost));
    CHECK(x.is_in_doubt());
    SUBCASE("and says the same") {
      CHECK(x.take(off, {}));
      CHECK_FALSE(x.is_in_doubt());
    }
    SUBCASE("and says true") {
      CHECK(x.take({{"web", true}}, {}));
      CHECK_FALSE(x.is_in_doubt());
    }
    SUBCASE("or a run in doubt says true") {
      CHECK(x.take({{"web", true}}, lost));
      CHECK_FALSE(x.is_in_doubt());
    }
  }

  TEST_CASE("a removal, and the first `false` after a start, are in doubt as well") {
    runs x;
    x.take({{"web", true}}, {});
    CHECK(x.take({}, lost));
    CHECK(x.is_in_doubt());
    runs at_start;
    CHECK(at_start.take({{"web", false}}, lost));
    CHECK(at_start.is_in_doubt());
  }

  TEST_CASE("a wish of a run without doubt stays a wish") {
    runs x;
    x.take({{"web", false}}, {});
    CHECK_FALSE(x.take({{"web", false}}, lost));
    CHECK_FALSE(x.take({}, lost));
    CHECK_FALSE(x.is_in_doubt());
  }

  TEST_CASE("flags that a run does not name keep their doubt") {
    runs x;
    x.take({{"web", false}}, lost);
    CHECK_FALSE(x.doubts.take(x.now, x.now, {"db"}, {}));
    CHECK(x.is_in_doubt());
  }

  TEST_CASE("a test of a flag does not set it") {
    using kind = text::patch_operation::kind;
    const split_patch values{.section = {},
                             .flags = {operation(kind::test, "webEnabled"), operation(kind::add, "dbEnabled")}};
    const split_patch config{.section = {}, .flags = {operation(kind::remove, "shopEnabled")}};
    CHECK(flags_named(values, config) == std::set<std::string>{"db", "shop"});
  }
}
