#include "trace/read/known_names.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string answer(const std::string& what, const trace::read::known_names& known) {
  const auto refused = trace::read::nothing_of(what, known);
  REQUIRE(!refused);
  CHECK(refused.error().code == base::error_code::not_found);
  return refused.error().message;
}

} // namespace

TEST_CASE("an unknown name is answered with the known names") {
  CHECK(answer("no run of a module 'web'", {}) == "this trace has no run of a module 'web', and none of another name");
  CHECK(answer("no run of a module 'storage'", {"web", "db"})
        == "this trace has no run of a module 'storage'; it has db, web");
}

TEST_CASE("a near name is proposed alone") {
  const auto text = answer("no run of a module 'ingres'", {"web", "ingress"});
  CHECK(text.find("did you mean") != std::string::npos);
  CHECK(text.find("ingress") != std::string::npos);
  CHECK(text.find("web") == std::string::npos);
}

TEST_CASE("of very many names the first are listed, and the others counted") {
  trace::read::known_names many;
  for (int i = 100; i < 125; ++i) many.insert("module-" + std::to_string(i));
  const auto text = answer("no queue 'x'", many);
  CHECK(text.find("module-100, ") != std::string::npos);
  CHECK(text.find("module-119 and 5 more") != std::string::npos);
  CHECK(text.find("module-120") == std::string::npos);
}
