#include "base/error.hpp"

#include <doctest/doctest.h>

#include <cctype>
#include <set>
#include <string>

using base::error_code;

TEST_CASE("each code of an error has a name of its own, in lower case with underscores") {
  std::set<std::string> names;
  for (int code = 0; code <= static_cast<int>(error_code::io); ++code) {
    const std::string name = base::name(static_cast<error_code>(code));
    CAPTURE(name);
    CHECK(names.insert(name).second);
    CHECK(name != "unknown");
    for (const unsigned char c : name) CHECK((std::islower(c) != 0 || c == '_'));
  }
  CHECK(base::name(error_code::invalid_input) == std::string("invalid_input"));
  CHECK(base::name(error_code::io) == std::string("io"));
}

TEST_CASE("a number that is no code has a name, too") {
  CHECK(base::name(static_cast<error_code>(static_cast<int>(error_code::io) + 1)) == std::string("unknown"));
}

TEST_CASE("context stands before the message, once per layer, and the code stays") {
  const base::result<int> inner = base::fail(error_code::conflict, "the object has changed");
  const base::result<int> middle = base::fail("ConfigMap 'a'", inner.error());
  const base::result<int> outer = base::fail("module 'web'", middle.error());
  REQUIRE(!outer);
  CHECK(outer.error().code == error_code::conflict);
  CHECK(outer.error().message == "module 'web': ConfigMap 'a': the object has changed");
}
