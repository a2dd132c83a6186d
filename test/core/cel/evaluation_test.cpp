#include "core/cel/evaluation.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("a deciding term absorbs failures, whatever the order is") {
  test::check({
    {"1 / 0 > 1 || true", "true"},
    {"true || 1 / 0 > 1", "true"},
    {"1 / 0 > 1 && false", "false"},
    {"1 / 0 > 1 && true", "failed: division by zero"},
    {"'a' && false", "false"},
    {"'a' && true", "failed: no such overload: a condition of string"},
    {"[2, 0].exists(x, 4 / x == 2)", "true"},
    {"[0, 2].exists(x, 4 / x == 2)", "true"},
    {"[0, 2].all(x, 4 / x == 3)", "false"},
    {"[0, 2].all(x, 4 / x == 2)", "failed: division by zero"},
    {"false ? 1 / 0 : 2", "2"},
  });
}

TEST_CASE("macros go over lists and over the keys of maps") {
  test::check({
    {"[1, 2, 3].filter(x, x > 1).map(x, x * 2)", "[4, 6]"},
    {"[1, 2, 3].map(x, x > 1, x * 2)", "[4, 6]"},
    {"{'a': 1, 'b': 2}.map(k, k)", "[a, b]"},
    {"[1, 2].exists_one(x, x > 1)", "true"},
    {"[1, 2].exists_one(x, x > 0)", "false"},
    {"[[1], [2]].all(x, x.exists(y, y == x[0]))", "true"},
    {"'abc'.all(x, true)", "failed: no such overload: the range of a macro of string"},
  });
}

TEST_CASE("has asks for the last field, and the fields before must be there") {
  const auto* self = R"({"a": {"b": null}, "s": "text"})";
  CHECK(test::evaluated("has(self.a.b)", self) == "true");
  CHECK(test::evaluated("has(self.a.c)", self) == "false");
  CHECK(test::evaluated("has(self.s.c)", self) == "false");
  CHECK(test::evaluated("has(self.x.c)", self) == "failed: no such key: x");
  CHECK(test::evaluated("self.s.c", self) == "failed: no such key: c");
}

TEST_CASE("a key of a map has a type of keys and stands once") {
  test::check({
    {"{1: 'a', 1u: 'b'}", "failed: a key of a map is repeated"},
    {"{1.5: 'a'}", "failed: a key of a map must not be of type double"},
    {"{1: 'a', '1': 'b'}['1']", "b"},
  });
}

TEST_CASE("whole numbers of JSON count as ints where doubles have no operator, if the dialect says so") {
  using core::cel::number_conversion;
  const auto* self = R"({"n": 3, "m": 2, "half": 0.5})";
  const core::cel::program::settings whole{.numbers = number_conversion::whole_to_integer};
  CHECK(test::evaluated("self.n / self.m", self, whole) == "1.5");
  CHECK(test::evaluated("self.n + 1", self, whole) == "4");
  CHECK(test::evaluated("self.n % self.m", self, whole) == "1");
  CHECK(test::evaluated("self.n * 2u", self, whole) == "6");
  CHECK(test::evaluated("self.half + 1", self, whole) == "failed: no such overload: _+_ of double and int");
  CHECK(test::evaluated("self.n + 1", self) == "failed: no such overload: _+_ of double and int");
}

TEST_CASE("an evaluation ends at its limit, and nothing absorbs that") {
  constexpr std::size_t few = 100;
  CHECK(test::evaluated("[1, 2, 3].all(x, [1, 2, 3].all(y, [1, 2, 3].all(z, x + y + z > 0))) || true", "{}", {}, few)
        == "failed: the evaluation takes too many steps");
  CHECK(test::evaluated("[1, 2, 3].all(x, x > 0)", "{}", {}, few) == "true");
}

TEST_CASE("work on a long text costs steps in each function that reads all of it") {
  const std::string text(16'000, '1');
  const auto self = "{\"t\":\"" + text + "\",\"m\":{\"" + text + "\":1},\"l\":[1,2,3]}";
  for (const auto* work :
       {"self.t in self.m", "self.m[self.t] == 1", "bytes(self.t) == bytes(self.t)", "bytes(self.t) <= bytes(self.t)",
        "string(bytes(self.t)) != ''", "self.m == self.m", "int(self.t) == 1 || true",
        "'%s'.format([[bytes(self.t)]]) != ''", "'a'.contains(self.t) == false"}) {
    const auto each = std::string("self.l.all(i, ") + work + ")";
    CHECK_MESSAGE(test::evaluated(each, self, {}, 10'000) == "true", work);
    CHECK_MESSAGE(test::evaluated(each, self, {}, 2'000) == "failed: the evaluation takes too many steps", work);
  }
}
