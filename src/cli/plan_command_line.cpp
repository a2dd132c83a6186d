#include "cli/plan_command_line.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <string>

namespace cli {

namespace {

constexpr auto about_plan =
  R"(Reads the objects that the platform needs from the cluster (get and list only), plays the platform against a copy
in memory, with its real hooks and helm, and prints what would differ. What would be uninstalled comes first. Secrets
are named and hidden. docs/planning.md describes the plan and its limits.

Exit codes: 0 nothing changes; 2 changes; 1 the plan could not be made, or is not complete and shows no change.)";

/// The options of `start` that a plan has, too.
constexpr std::array platform_flags{"--namespace",   "--config-map",   "--platform",    "--former-platform",
                                    "--kube-config", "--kube-context", "--kube-server", "--helm-binary"};

} // namespace

CLI::App* add_plan(CLI::App& app, plan_options& options, given_options& given) {
  auto* made = app.add_subcommand("plan", "Show what modules and hooks would change in a cluster, without a change");
  made->footer(about_plan);
  made->add_option("DIR", options.directory, "The platform: modules and global-hooks are in it")->required();
  made->add_option("--against", options.against,
                   "cluster, or a file with its objects, as --export or kubectl get -o yaml writes it [cluster]");
  made->add_option("--current", options.current,
                   "The directory in use: it is played as well, so that the plan marks runs that begin and end");
  made->add_option("--config", options.config_file,
                   "Then edit the ConfigMap: this file has its new content, or the whole object");
  made->add_option("--export", options.export_file, "Write the objects that were read, with Secrets, to this file");
  made->add_option("--after", options.after_file, "Write the objects as they would become, with Secrets, to this file");
  const std::map<std::string, plan_output> forms{
    {"text", plan_output::text}, {"json", plan_output::json}, {"markdown", plan_output::markdown}};
  made
    ->add_option_function<std::string>(
      "-o,--output", [&options, forms](const std::string& form) { options.output = forms.at(form); },
      "text, json or markdown [text]")
    ->check(CLI::IsMember({"text", "json", "markdown"}));
  for (const auto& option : start_option_table()) {
    if (std::find(platform_flags.begin(), platform_flags.end(), option.flag) == platform_flags.end()) continue;
    made->add_option_function<std::string>(
      option.flag, [&given, flag = option.flag](const std::string& text) { given[flag] = text; }, help_of(option));
  }
  return made;
}

} // namespace cli
