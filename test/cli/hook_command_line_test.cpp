// The commands `hook run`, `hook test` and `new`.
#include "cli/options.hpp"
#include "parsed.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using test::parse;
using test::words;
using namespace std::chrono_literals;

namespace {

template <class Options>
Options asked(words arguments) {
  auto command = parse(std::move(arguments));
  if (const auto* refused = std::get_if<cli::exit_with>(&command)) FAIL(refused->text);
  return std::get<Options>(command);
}

std::string refusal(words arguments) {
  const auto command = parse(std::move(arguments));
  const auto* refused = std::get_if<cli::exit_with>(&command);
  return refused == nullptr ? std::string() : refused->text;
}

} // namespace

TEST_CASE("a run of a hook has at most one occasion") {
  const auto run = [](words more) {
    words all{"hook", "run", "a.sh"};
    all.insert(all.end(), more.begin(), more.end());
    return asked<cli::hook_run_options>(std::move(all));
  };
  CHECK(run({}).file == "a.sh");
  CHECK(run({"--before-helm"}).lifecycle == "beforeHelm");
  CHECK(run({"--event", "added", "red/web"}).event == "added");
  CHECK(run({"--event", "added", "red/web"}).event_object == "red/web");
  CHECK_FALSE(run({}).schedule);
  CHECK(run({"--schedule"}).schedule == "");
  CHECK(run({"--schedule", "nightly"}).schedule == "nightly");
  CHECK(run({"--synchronization", "--binding", "pods"}).binding == "pods");
  CHECK(run({"--review", "pod.yaml", "--operation", "DELETE"}).operation == "DELETE");
  CHECK(run({"--objects", "a", "--objects", "b"}).objects == std::vector<std::string>{"a", "b"});
  CHECK(run({"-o", "json", "--program-limit", "2m"}).program_limit == 120s);
  CHECK(refusal({"hook", "run", "a.sh", "--before-helm", "--schedule"}) != "");
  CHECK(refusal({"hook", "run", "a.sh", "--review", "a", "--operation", "CONNECT"}) != "");
  CHECK(refusal({"hook", "run"}) != "");
}

TEST_CASE("cases of hooks are named, or searched for in the working directory") {
  CHECK(asked<cli::hook_test_options>({"hook", "test"}).paths.empty());
  CHECK(asked<cli::hook_test_options>({"hook", "test", "a", "b"}).paths == std::vector<std::string>{"a", "b"});
  CHECK(asked<cli::hook_test_options>({"hook", "test", "--update"}).updates);
  CHECK(asked<cli::hook_test_options>({"hook", "test", "-o", "junit"}).is_junit);
}

TEST_CASE("the commands that ask an operator about hooks stay") {
  CHECK(std::holds_alternative<cli::debug_command>(parse({"hook", "list"})));
}

TEST_CASE("a new thing has a name and a place") {
  CHECK(asked<cli::new_options>({"new", "platform", "shop"}).what == cli::new_thing::platform);
  const auto hook = asked<cli::new_options>({"new", "hook", "a", "--module", "web", "--dir", "shop"});
  CHECK(hook.what == cli::new_thing::hook);
  CHECK(hook.name == "a");
  CHECK(hook.module == "web");
  CHECK(hook.directory == "shop");
  CHECK(refusal({"new"}) != "");
  CHECK(refusal({"new", "module"}) != "");
}

TEST_CASE("files are watched only if the user wants that") {
  CHECK_FALSE(test::started({}).watches_files);
  CHECK(test::started({"--watch-files"}).watches_files);
  CHECK(test::started({}, {"ADDON_OPERATOR_WATCH_FILES=true"}).watches_files);
}
