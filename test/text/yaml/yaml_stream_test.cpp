#include "text/yaml/yaml_stream.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// The documents, a line each, and the error.
std::string read(text::yaml_stream stream) {
  std::string out;
  for (;;) {
    const auto next = stream.next();
    if (!next) return out + next.error().message;
    if (!*next) return out;
    out += (*next)->dump() + "\n";
  }
}

} // namespace

TEST_CASE("documents of YAML come one by one, empty ones are left out") {
  CHECK(read(text::yaml_stream("a: 1\n---\n---\n# nothing\n---\n[2]\n...\n")) == "{\"a\":1}\n[2]\n");
  CHECK(read(text::yaml_stream("")).empty());
}

TEST_CASE("documents have the errors of the whole text, with the same lines") {
  for (const char* text :
       {"a: 1\n---\nb: [\n", "a: 1\n---\na: 1\na: 2\n", "a: 1\n---\n\tb: 1\n", "a: \x01", "- &a [*a]\n"}) {
    CAPTURE(text);
    const auto whole = text::parse_yaml_stream(text);
    REQUIRE_FALSE(whole);
    const auto found = read(text::yaml_stream(text));
    CHECK(found.substr(found.rfind("invalid YAML")) == whole.error().message);
  }
}
