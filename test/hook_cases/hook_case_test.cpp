#include "hook_cases/hook_case.hpp"

#include "parsed.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

namespace {

base::result<std::string> no_file(const std::string& name) {
  return base::fail(base::error_code::not_found, name + " is not there");
}

std::string error_of(const std::string& text) {
  const auto read = hook_cases::read_case(text, no_file);
  return read ? std::string() : read.error().message;
}

using lines = std::vector<std::string>;

lines differences(const std::string& expected, const std::string& found) {
  return hook_cases::differences(test::yaml(expected), test::yaml(found));
}

} // namespace

TEST_CASE("a case that is written is read again") {
  hook_cases::hook_case x;
  x.title = "counts";
  x.hook = "../hooks/a.sh";
  x.why = hook_cases::at_event{core::bindings::watch_event::added, "red/web", {}};
  x.objects = {test::yaml("{apiVersion: v1, kind: Pod, metadata: {name: web, namespace: red}}")};
  x.values = test::yaml("{web: {title: 'on'}}");
  x.config = test::yaml("{webEnabled: true}");
  x.expected = test::yaml("{values: {/web/pods: 1}}");
  const auto read = hook_cases::read_case(hook_cases::write_case(x), no_file);
  REQUIRE(read);
  CHECK(read->title == x.title);
  CHECK(read->hook == x.hook);
  REQUIRE(read->why);
  CHECK(hook_cases::as_json(*read->why) == hook_cases::as_json(*x.why));
  CHECK(read->objects == x.objects);
  CHECK(read->values == x.values);
  CHECK(read->config == x.config);
  CHECK(read->expected == x.expected);
}

TEST_CASE("a case may name files with objects") {
  const auto read = hook_cases::read_case("{hook: a.sh, objects: [pods.yaml]}", [](const std::string& name) {
    return base::result<std::string>(name == "pods.yaml" ? "kind: Pod\n---\nkind: Pod\n" : "");
  });
  REQUIRE(read);
  CHECK(read->objects.size() == 2);
  CHECK(error_of("{hook: a.sh, objects: [pods.yaml]}") == "pods.yaml is not there");
}

TEST_CASE("a wrong case is refused with the member that is wrong") {
  CHECK(error_of("[1]") == "a case is a map with the keys hook, run, objects, values, expect");
  CHECK(error_of("{run: onStartup}") == "'hook' is missing: the path of the hook, relative to the case");
  CHECK(error_of("{hook: a.sh, object: []}") == "'object' is not known");
  CHECK(error_of("{hook: a.sh, expect: {metric: []}}") == "'metric' is not known in 'expect'");
  CHECK(error_of("{hook: a.sh, values: 3}") == "'values': expected a map");
  CHECK(error_of("{hook: a.sh, objects: 3}") == "'objects': expected a list");
  CHECK(error_of("{hook: a.sh, run: never}").starts_with("'run': 'never' is no point of the lifecycle"));
}

TEST_CASE("a new expectation replaces the old, and the text above it stays") {
  const auto now = test::yaml("{metrics: []}");
  const auto updated = [&](const std::string& text) {
    const auto made = hook_cases::with_expected(text, now);
    return made ? *made : "error: " + made.error().message;
  };
  CHECK(updated("# why\nhook: a.sh\nexpect:\n  values: {}\n  # more\n")
        == "# why\nhook: a.sh\nexpect:\n  metrics: []\n");
  CHECK(updated("hook: a.sh") == "hook: a.sh\nexpect:\n  metrics: []\n");
  CHECK(updated("expect: {}\nhook: a.sh\n").starts_with("error: write 'expect' as the last key"));
}

TEST_CASE("each difference has its place, and each change must be named") {
  CHECK(differences("{values: {/a: 1}, metrics: []}", "{values: {/a: 1}, metrics: [], operations: [1]}").empty());
  CHECK(differences("{values: {/a: 1}}", "{values: {/a: 2}}") == lines{"values./a: expected 1, found 2"});
  CHECK(differences("{values: {}}", "{values: {/a: 2}}") == lines{"values./a: expected no change, found 2"});
  CHECK(differences("{values: {/a: null}}", "{values: {}}") == lines{"values./a: expected removed, found no change"});
  CHECK(differences("{values: {/a: null}}", "{values: {/a: null}}").empty());
  CHECK(differences("{operations: []}", "{operations: [{kind: Pod}]}").size() == 1);
}

TEST_CASE("a failure that is not expected is the only difference, and may be expected by a part of its text") {
  CHECK(differences("{values: {/a: 1}}", "{fails: exit code 3}") == lines{"the hook fails: exit code 3"});
  CHECK(differences("{fails: {$contains: code 3}}", "{fails: exit code 3}").empty());
  CHECK(differences("{fails: {$contains: code 3}}", "{values: {}}").size() == 1);
}
