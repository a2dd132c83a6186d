#include "hook_cases/case_run.hpp"

#include "parsed.hpp"
#include "sys/files/files.hpp"
#include "sys/process/reactor.hpp"

#include <doctest/doctest.h>

TEST_CASE("a hook gets its context and values, and its output is applied to the values") {
  const auto tmp = sys::files::temp_dir::create("/tmp", "case-run-");
  REQUIRE(tmp);
  const auto script = tmp->file("a.sh");
  REQUIRE(sys::files::write_file_private(
    script,
    std::string_view(
      "#!/bin/sh\n"
      "grep -q beforeHelm $BINDING_CONTEXT_PATH && grep -q '\"enabledModules\":\\[\"web\"\\]' $VALUES_PATH || exit 3\n"
      "echo '[{\"op\": \"add\", \"path\": \"/web/a\", \"value\": 1}]' >$VALUES_JSON_PATCH_PATH\n")));
  core::store::values_book values;
  core::config::static_values statics;
  statics.sections["web"];
  values.load(std::move(statics));
  values.apply_configuration({}, 0);
  sys::process::reactor processes;
  hook_cases::hook_to_run x{test::hook_with("{configVersion: v1, beforeHelm: 1}"), {}, {"web"}, {"web"}};
  // The interpreter runs the file, because it has no execute bit.
  x.place.path = "/bin/sh";
  x.place.arguments = {script};
  x.place.hooks_directory = tmp->path();
  const auto context = hook_cases::context_for(
    x.hook, hook_cases::at_lifecycle{core::bindings::lifecycle_point::before_helm}, test::some_objects());
  REQUIRE(context);
  const auto outcome =
    hook_cases::run_case(x, *context, values, {processes, *tmp, {"PATH=/usr/bin:/bin"}, std::chrono::seconds(30)});
  CHECK(outcome.failure == "");
  REQUIRE(outcome.values.size() == 1);
  CHECK(outcome.values[0].place == "/web/a");
}
