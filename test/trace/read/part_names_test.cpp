#include "trace/read/part_names.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

std::string check(const trace::read::report_filter& part) {
  const trace::read::recorded_run run({
    {.id = 1, .type = {"execute_task"}, .facts = {{"queue", "main"}, {"module", "web"}, {"hook", "hooks/a.sh"}}},
    {.id = 2, .type = trace::trace_span::discovery, .facts = {trace::fact::named("off", "by its flag")}},
  });
  const auto checked = trace::read::check_names(run, part);
  return checked ? "" : checked.error().message;
}

} // namespace

TEST_CASE("names of the run are accepted, and an empty name asks for the whole run") {
  CHECK(check({}) == "");
  CHECK(check({.module = "web", .hook = "hooks/a.sh", .queue = "main"}) == "");
  CHECK_MESSAGE(check({.hook = "a.sh"}) == "", "a hook is known without its folder");
  CHECK_MESSAGE(check({.module = "off"}) == "", "a module that is not enabled exists");
}

TEST_CASE("another name is refused with those that there are") {
  CHECK(check({.module = "storage"}) == "this trace has no module 'storage'; it has off, web");
  CHECK(check({.queue = "crontabs"}) == "this trace has no queue 'crontabs'; it has main");
  CHECK(check({.hook = "zz"}) == "this trace has no hook 'zz'; it has hooks/a.sh");
  CHECK_MESSAGE(check({.hook = ".sh"}).starts_with("this trace has no hook '.sh'"), "a part of a name is no name");
}
