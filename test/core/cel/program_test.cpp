#include "core/cel/program.hpp"

#include "core/cel/evaluated.hpp"

TEST_CASE("rules as public modules write them") {
  const auto* self = R"({"min": 1, "max": 3, "mode": "Fast", "hosts": ["a.example.com"],
                         "labels": {"app": "web"}, "timeout": "90s", "limit": "2m"})";
  for (const auto* rule : {
         "self.min <= self.max",
         "has(self.mode) ? self.mode in ['Fast', 'Slow'] : true",
         "!has(self.other) || self.other > 0",
         "duration(self.timeout) < duration(self.limit)",
         "self.hosts.all(h, h.matches('^[a-z.]+$'))",
         "self.labels.all(k, size(k) <= 63 && self.labels[k] != '')",
         "size(self.hosts) > 0 && self.hosts.exists(h, h.endsWith('.com'))",
       })
    CHECK_MESSAGE(test::evaluated(rule, self) == "true", rule);
}

TEST_CASE("a long expression is refused") {
  CHECK(test::evaluated("1 " + std::string(core::cel::source_max, '+')) == "the expression is longer than 64 KiB");
}

TEST_CASE("a program knows its source and its variables") {
  const auto compares = core::cel::program::compile("[1].all(x, x == old)", {.variables = {"self", "old"}}).value();
  CHECK(compares.uses(1));
  CHECK(!compares.uses(0));
  CHECK(core::cel::program::compile("1 + 1", {})->source() == "1 + 1");
}
