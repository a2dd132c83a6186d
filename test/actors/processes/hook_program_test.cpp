#include "actors/processes/hook_program.hpp"

#include <doctest/doctest.h>

namespace {

std::shared_ptr<const text::text_pieces> text_of(const std::string& x) {
  return std::make_shared<const text::text_pieces>(x);
}

} // namespace

TEST_CASE("a hook runs with its context and values, and its outputs are read") {
  core::bindings::hook_definition hook;
  hook.name = "hooks/a.sh";
  actors::messages::run_hook what;
  what.module = "web";
  what.hook = std::make_shared<const core::bindings::hook_definition>(hook);
  what.place = {"/modules/web/hooks/a.sh", "/modules/web/hooks"};
  actors::messages::values_read values;
  values.config_values = text_of("{}");
  values.values = text_of("{\"a\":1}");
  const auto program = actors::processes::hook_program(what, text_of("[{}]"), values, 7);
  CHECK(program.subject == "hook 'hooks/a.sh' of module 'web'");
  CHECK(program.script == "/modules/web/hooks/a.sh");
  CHECK(program.read_back.size() == 4);
  CHECK(actors::processes::input_bytes(program) == 4 + 2 + 7);
}

TEST_CASE("a file with two names counts once") {
  actors::messages::run_program program;
  program.files = {{"A", "a", text_of("12345")}, {"B", "a", text_of("12345"), true}, {"C", "c", nullptr}};
  CHECK(actors::processes::input_bytes(program) == 5);
}
