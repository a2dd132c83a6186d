#include "core/modules/module_needs.hpp"

#include <doctest/doctest.h>

using namespace core::modules;

namespace {

std::string needs_of(std::string_view yaml) {
  const auto read = read_needs(yaml, "/m/010-web/module.yaml");
  if (!read) return read.error().message;
  std::string names;
  for (const auto& x : *read) names += (names.empty() ? "" : ",") + x;
  return names;
}

} // namespace

TEST_SUITE("core/module_needs") {
  TEST_CASE("needs are names of modules; other members are not read") {
    CHECK(needs_of("needs: [db, ingress-nginx]\nweight: 5\n") == "db,ingress-nginx");
    for (const auto* none : {"", "# nothing\n", "needs:\n", "needs: []\n", "weight: 5\n"})
      CHECK_MESSAGE(needs_of(none).empty(), none);
  }

  TEST_CASE("anything else is refused with the place and an example") {
    const std::string example = "write a list of names of modules, for example 'needs: [ingress-nginx]'";
    for (const auto* bad : {"needs: db\n", "needs: {db: true}\n", "needs: [5]\n", "needs: ['']\n"})
      CHECK_MESSAGE(needs_of(bad) == "/m/010-web/module.yaml: needs: " + example, bad);
    CHECK(needs_of("- db\n") == "/m/010-web/module.yaml: expected a map");
    CHECK(needs_of("needs: [a\n").starts_with("/m/010-web/module.yaml: "));
  }

  TEST_CASE("a module needs modules that run before it") {
    const auto faults = faults_of_needs({{"db", "/m/010-db", {"web"}},
                                         {"cache", "/m/020-cache", {"cachee"}},
                                         {"web", "/m/030-web", {"db", "cache"}},
                                         {"self", "/m/040-self", {"self"}}});
    REQUIRE(faults.size() == 3);
    CHECK(faults.at("db")
          == "/m/010-db/module.yaml: module 'web', which it needs, does not run before it: give its directory a lower "
             "number");
    CHECK(faults.at("cache").starts_with(
      "/m/020-cache/module.yaml: it needs module 'cachee', and no directory of modules has it; did you mean cache?"));
    CHECK(faults.contains("self"));
  }
}
