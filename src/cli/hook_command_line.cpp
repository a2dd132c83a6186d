#include "cli/hook_command_line.hpp"

#include "cli/option_values.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace cli {

namespace {

constexpr auto about_run =
  R"(The hook gets the files and variables that an operator would give it, for objects from files. Its output is read,
checked and applied to the values as an operator would do; nothing is written anywhere else. $KUBECONFIG of the hook
leads to no cluster. Without an occasion the hook runs for its Synchronization, else for its first point of the
lifecycle. docs/testing-hooks.md has examples.

Exit codes: 0 the operator would take the run for a success; 1 it would not; 2 the command line, a file or the hook's
configuration cannot be used.)";

constexpr auto about_test =
  R"(A case is a file that 'hook run FILE --save' writes: a hook, its occasion, objects, values, and the outcome that is
expected. Each case is a line: ok, or not ok with each difference. The last line is 'N passed, N failed'.

Exit codes: 0 all cases have passed; 1 a case has failed; 2 a case cannot be used.)";

constexpr std::array<std::pair<const char*, const char*>, 7> points{{{"--on-startup", "onStartup"},
                                                                     {"--before-all", "beforeAll"},
                                                                     {"--after-all", "afterAll"},
                                                                     {"--before-helm", "beforeHelm"},
                                                                     {"--after-helm", "afterHelm"},
                                                                     {"--before-delete-helm", "beforeDeleteHelm"},
                                                                     {"--after-delete-helm", "afterDeleteHelm"}}};

void add_limit(CLI::App& to, std::chrono::seconds& limit) {
  to.add_option_function<std::string>(
    "--program-limit",
    [&limit](const std::string& text) {
      const auto given = duration(text);
      if (!given) throw CLI::ValidationError("--program-limit", given.error().message);
      limit = std::max(std::chrono::seconds(1), std::chrono::ceil<std::chrono::seconds>(*given));
    },
    "Real time that a hook may take before it is killed [60s]");
}

} // namespace

hook_command_line::hook_command_line(CLI::App& app) {
  auto* hook = app.get_subcommand("hook");
  add_run(*hook);
  add_test(*hook);
}

void hook_command_line::add_occasions(CLI::App& run) {
  auto* occasions = run.add_option_group("occasion", "Why the hook runs; at most one of:");
  occasions->require_option(0, 1);
  for (const auto& [flag, point] : points)
    occasions->add_flag_callback(
      flag, [this, point = point] { run_.lifecycle = point; }, std::string("The hook's binding ") + point);
  occasions->add_flag("--synchronization", run_.is_synchronization, "The first sight of all objects");
  occasions
    ->add_option_function<std::vector<std::string>>(
      "--schedule",
      [this](const std::vector<std::string>& given) { run_.schedule = given.empty() ? "" : given.front(); },
      "A schedule is due: its name, which may be left out if the hook has one")
    ->expected(0, 1)
    ->type_name("[NAME]");
  occasions
    ->add_option_function<std::vector<std::string>>(
      "--event",
      [this](const std::vector<std::string>& given) {
        run_.event = given.at(0);
        run_.event_object = given.at(1);
      },
      "An object among the given objects was added, modified or deleted: --event added default/web")
    ->expected(2)
    ->type_name("EVENT [NAMESPACE/]NAME");
  occasions->add_option("--review", run_.review_file, "A request for the object in this file is reviewed")
    ->type_name("FILE");
}

void hook_command_line::add_run(CLI::App& hook) {
  auto* made = hook.add_subcommand("run", "Run a hook once, without an operator and a cluster");
  run_command_ = made;
  made->footer(about_run);
  made->add_option("FILE", run_.file, "The file of the hook, in its module or in global-hooks")->required();
  add_occasions(*made);
  made->add_option("--operation", run_.operation, "Of the request for --review: CREATE, UPDATE or DELETE [CREATE]")
    ->check(CLI::IsMember({"CREATE", "UPDATE", "DELETE"}));
  made->add_option("--old-object", run_.old_object_file, "The earlier state of the object, of an UPDATE");
  made->add_option("--binding", run_.binding, "Limit the occasion to the binding or webhook of this name");
  made->add_option("--hook", run_.name, "The hook, in a program with several hooks");
  made
    ->add_option("--objects", run_.objects,
                 "The content of the cluster: a file in YAML, or a directory of such files; may be repeated")
    ->type_size(1)
    ->allow_extra_args(false);
  made->add_option("--values", run_.values_file,
                   "Lay this file over the values files of the modules; keys as there: global, webApp, webAppEnabled");
  made->add_option("--config-values", run_.config_values_file, "Take this file for the ConfigMap; the same keys");
  made->add_flag("--show-context", run_.shows_context, "Print the binding context");
  made
    ->add_option_function<std::string>(
      "-o,--output", [this](const std::string& form) { run_.is_json = form == "json"; }, "text or json [text]")
    ->check(CLI::IsMember({"text", "json"}));
  made->add_option("--save", run_.case_file, "Make a case of the run, for 'hook test': NAME.case.yaml");
  add_limit(*made, run_.program_limit);
}

void hook_command_line::add_test(CLI::App& hook) {
  auto* made = hook.add_subcommand("test", "Play saved cases of hooks");
  test_command_ = made;
  made->footer(about_test);
  made->add_option("PATH", test_.paths, "Cases, and directories whose *.case.yaml are played [.]");
  made->add_flag("--update", test_.updates, "Write the found outcome into each case that fails");
  made
    ->add_option_function<std::string>(
      "-o,--output", [this](const std::string& form) { test_.is_junit = form == "junit"; }, "text or junit [text]")
    ->check(CLI::IsMember({"text", "junit"}));
  add_limit(*made, test_.program_limit);
}

std::optional<command> hook_command_line::asked() const {
  if (run_command_->parsed()) return run_;
  if (test_command_->parsed()) return test_;
  return std::nullopt;
}

} // namespace cli
