#include "hook_cases/case_report.hpp"

#include "parsed.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

const hook_cases::reported_run run{"hook 'hooks/a.sh' of module 'web'", "beforeHelm", ""};

hook_cases::case_outcome some_outcome() {
  hook_cases::case_outcome x;
  x.exit_code = 0;
  x.duration = std::chrono::milliseconds(35);
  x.printed = {"hello"};
  x.values = {{"/web/a", text::json(1), text::json(2)},
              {"/web/b", text::json(1), std::nullopt},
              {"/web/c", std::nullopt, text::json("x")}};
  x.operations = {test::yaml("{operation: MergePatch, kind: Pod, namespace: red, name: web, patch: {a: 1}}")};
  x.metrics = {test::yaml("{action: set, name: pods, value: 2, labels: {team: red}}")};
  return x;
}

} // namespace

TEST_CASE("the report shows each effect") {
  CHECK(hook_cases::as_text(run, some_outcome()) == R"(hook 'hooks/a.sh' of module 'web', beforeHelm: ok in 35 ms
  | hello
values:
  ~ /web/a: 1 -> 2
  - /web/b: 1
  + /web/c: "x"
objects:
  MergePatch Pod red/web
    a: 1
metrics:
  set pods{team=red} 2
)");
}

TEST_CASE("a failure has its reason and no effects, and a run without effects says so") {
  auto failed = some_outcome();
  failed.failure = "exit code 3";
  const auto text = hook_cases::as_text(run, failed);
  CHECK(text == "hook 'hooks/a.sh' of module 'web', beforeHelm: failed in 35 ms\n  exit code 3\n  | hello\n");
  CHECK(hook_cases::as_text(run, {}).ends_with("no effect: it sets no values, no objects and no metrics\n"));
}

TEST_CASE("the report in JSON has both states of each value") {
  const auto made = hook_cases::as_json(run, some_outcome());
  CHECK(made.find("exitCode")->as_int() == 0);
  CHECK(made.string_at("occasion") == "beforeHelm");
  CHECK(made.find("values")->as_array().at(0).dump() == R"({"after":2,"before":1,"place":"/web/a"})");
  CHECK(made.find("values")->as_array().at(1).dump() == R"({"before":1,"place":"/web/b"})");
  CHECK(made.find("context") == nullptr);
  auto with_context = run;
  with_context.context = "[]";
  CHECK(hook_cases::as_json(with_context, some_outcome()).find("context")->is_array());
}

TEST_CASE("played cases are lines of TAP, and a report of JUnit") {
  const hook_cases::played_case good{"a.case.yaml", "counts", {}, 0.5};
  const hook_cases::played_case bad{"b.case.yaml", "", {"x: expected 1, found <2>"}, 0};
  CHECK(hook_cases::as_text(good) == "ok - a.case.yaml: counts\n");
  CHECK(hook_cases::as_text(bad) == "not ok - b.case.yaml\n# x: expected 1, found <2>\n");
  CHECK(hook_cases::as_junit({good, bad})
        == R"(<?xml version="1.0" encoding="UTF-8"?>
<testsuites>
<testsuite name="hook test" tests="2" failures="1">
<testcase classname="a.case.yaml" name="counts" time="0.500"/>
<testcase classname="b.case.yaml" name="b.case.yaml" time="0.000"><failure message="x: expected 1, found &lt;2&gt;">)"
           R"(x: expected 1, found &lt;2&gt;</failure></testcase>
</testsuite>
</testsuites>
)");
}
