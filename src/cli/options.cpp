#include "cli/options.hpp"

#include "base/edit_distance.hpp"
#include "cli/command_group.hpp"
#include "cli/completion.hpp"
#include "cli/debug_command_line.hpp"
#include "cli/hook_command_line.hpp"
#include "cli/ignored_options.hpp"
#include "cli/new_command_line.hpp"
#include "cli/option_values.hpp"
#include "cli/plan_command_line.hpp"
#include "cli/start_option_table.hpp"
#include "cli/trace_command_line.hpp"
#include "cli/version.hpp"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <sstream>
#include <string_view>
#include <utility>

namespace cli {

namespace {

constexpr const char* default_command = "start";
constexpr int usage_error = 2;
constexpr const char* namespace_flag = "--namespace";
constexpr const char* completion_shell = "SHELL";

/// Help with the commands before the options: `start`, which is the default, has more options than a screen
/// has lines.
class commands_first : public CLI::Formatter {
public:
  std::string make_help(const CLI::App* app, std::string name, CLI::AppFormatMode mode) const override {
    if (mode == CLI::AppFormatMode::Sub) return make_expanded(app);
    return make_description(app) + make_usage(app, std::move(name)) + make_positionals(app)
           + make_subcommands(app, mode) + make_groups(app, mode) + "\n" + make_footer(app);
  }
};

void add_start_options(CLI::App& app, given_options& given) {
  for (const auto& option : start_option_table()) {
    auto remember = [&given, flag = option.flag](const std::string& text) { given[flag] = text; };
    const auto flags = option.flag + (option.alias.empty() ? "" : "," + option.alias);
    auto* made =
      option.kind == option_kind::switch_on
        ? app.add_flag_function(
          flags, [remember](std::int64_t count) { remember(count > 0 ? "true" : "false"); }, help_of(option))
        : app.add_option_function<std::string>(flags, remember, help_of(option))->type_name(option.access.type);
    if (option.kind == option_kind::refused) made->group("");
  }
}

/// Options of the predecessor, which the help does not show.
void add_ignored_options(CLI::App& app, given_options& given) {
  for (const auto& option : ignored_option_table()) {
    if (option.flag.empty()) continue;
    auto remember = [&given, flag = option.flag](const std::string& text) { given[flag] = text; };
    auto* made =
      option.kind == option_kind::switch_on
        ? app.add_flag_function(option.flag, [remember](std::int64_t count) { remember(count > 0 ? "true" : "false"); })
        : app.add_option_function<std::string>(option.flag, remember);
    made->group("");
  }
}

base::result<void> set_one(start_options& options, const start_option& option, const given_options& given,
                           const program_environment& variables) {
  std::string source = option.flag;
  std::optional<std::string> text;
  if (auto i = given.find(option.flag); i != given.end()) text = i->second;
  for (auto name = option.environment.begin(); !text && name != option.environment.end(); ++name) {
    text = variables.find(*name);
    source = *name;
  }
  if (text)
    if (auto done = option.access.set(options, *text); !done) return base::fail(source, done.error());
  options.settings.push_back({option.flag, {}, text ? source : "default"});
  return {};
}

/// The defaults. A program that is started as `shell-operator` has the port and the prefix of metrics that
/// users of flant/shell-operator scrape.
/// @param program the path or name by which it is started
start_options defaults_of(std::string_view program) {
  start_options options;
  if (program.substr(program.rfind('/') + 1) != "shell-operator") return options;
  options.listen_port = 9115;
  options.metrics_prefix = "shell_operator_";
  return options;
}

base::result<start_options> read_start_options(start_options options, const given_options& given,
                                               const program_environment& variables) {
  for (const auto& option : start_option_table())
    if (auto done = set_one(options, option, given, variables); !done) return tl::unexpected(done.error());
  // Collected after all options are set, because a setter may change the value of another option.
  for (std::size_t i = 0; i < start_option_table().size(); ++i)
    options.settings[i].value = start_option_table()[i].access.show(options);
  for (auto& x : options_without_effect(given, variables)) options.without_effect.push_back(std::move(x));
  options.is_namespace_of_shell_operator =
    !given.contains(namespace_flag) && !variables.find("ADDON_OPERATOR_NAMESPACE").has_value();
  const bool is_place_named = !options.namespace_name.empty() && !options.is_namespace_of_shell_operator;
  if (options.purge_without_modules && !is_place_named)
    return base::fail(base::error_code::invalid_input,
                      "--purge-without-modules needs --namespace: the namespace of the releases that it may remove");
  if (options.has_leader_election && !is_place_named)
    return base::fail(base::error_code::invalid_input,
                      "--leader-election needs --namespace or ADDON_OPERATOR_NAMESPACE: the namespace of the Lease");
  if (options.retry_delay > options.retry_delay_max)
    return base::fail(base::error_code::invalid_input, "--retry-delay must not be longer than --retry-delay-max");
  return options;
}

command start_command(std::string_view program, const given_options& given, const program_environment& variables) {
  auto options = read_start_options(defaults_of(program), given, variables);
  if (options) return *options;
  return exit_with{usage_error, "addon-operator: " + options.error().message + "\n"};
}

/// Finds the socket as `start` would find it.
base::result<std::string> find_socket(const given_options& given, const program_environment& variables) {
  start_options options;
  return set_one(options, socket_option(), given, variables).map([&] { return options.debug_socket; });
}

template <class Command>
requires(requires(Command x) { x.socket; }) command
  with_socket(Command asked, const given_options& given, const program_environment& variables) {
  const auto socket = find_socket(given, variables);
  if (!socket) return exit_with{usage_error, "addon-operator: " + socket.error().message + "\n"};
  asked.socket = *socket;
  return asked;
}

command with_socket(const trace_command_line& trace, const given_options& given, const program_environment& variables) {
  const auto socket = find_socket(given, variables);
  if (!socket) return exit_with{usage_error, "addon-operator: " + socket.error().message + "\n"};
  return std::visit([](auto asked) { return command(std::move(asked)); }, trace.asked(*socket));
}

/// Sets `platform` to the options of `start`, which name the directories of modules.
template <class Options>
command with_platform(Options wanted, const given_options& given, const program_environment& variables) {
  auto options = read_start_options({}, given, variables);
  if (!options) return exit_with{usage_error, "addon-operator: " + options.error().message + "\n"};
  wanted.platform = std::move(*options);
  return wanted;
}

/// Adds the options of a command and of its groups: CLI11 keeps a group as a subcommand without a name.
void add_options(const CLI::App& app, offered_words& to) {
  for (const auto* option : app.get_options()) {
    if (option->get_group().empty()) continue; // the help hides it
    for (const auto& name : option->get_lnames()) to.words.push_back({"--" + name, option->get_description()});
    for (const auto& name : option->get_snames()) to.words.push_back({"-" + name, option->get_description()});
  }
  for (const auto* group : app.get_subcommands([](const CLI::App* x) { return x->get_name().empty(); }))
    add_options(*group, to);
}

/// Collects all words that may follow the commands of `app`, for the completion of a shell.
void collect_words(const CLI::App& app, const std::string& command, std::vector<offered_words>& all) {
  offered_words own{command, {}, false};
  const auto subcommands = app.get_subcommands([](const CLI::App* x) { return !x->get_name().empty(); });
  for (const auto* sub : subcommands) own.words.push_back({sub->get_name(), sub->get_description()});
  add_options(app, own);
  if (const auto* values = app.get_option_no_throw(completion_shell); values != nullptr)
    for (const auto& shell : completion_shells()) own.words.push_back({shell, "A script for " + shell});
  if (const auto* name = app.get_option_no_throw("NAME"); name != nullptr)
    own.takes_module = name->get_description().starts_with("The module");
  all.push_back(std::move(own));
  for (const auto* sub : subcommands)
    collect_words(*sub, command + (command.empty() ? "" : " ") + sub->get_name(), all);
}

constexpr auto about_simulate =
  R"(The hooks of DIR/modules and DIR/global-hooks run as they are, and so does helm; the cluster is in memory, and time
is virtual. docs/testing-modules.md describes the form of a day.

Each step is a line: ok, or not ok with what was expected and what was found. The last line is 'N passed, N failed'.
Exit codes: 0 all steps went as expected; 1 a step did not; 2 the command line, a day or the modules cannot be used.)";

CLI::App* add_simulate(CLI::App& app, simulate_options& options) {
  auto* made = app.add_subcommand("simulate", "Play scripted days against modules and hooks, without a cluster");
  made->footer(about_simulate);
  made->add_option("DIR", options.directory, "The platform: modules and global-hooks are in it")->required();
  made->add_option("FILE", options.days, "Days to play; all *.day.yaml below DIR if there is none");
  made->add_option_function<std::string>(
    "--program-limit",
    [&options](const std::string& text) {
      const auto limit = duration(text);
      if (!limit) throw CLI::ValidationError("--program-limit", limit.error().message);
      options.program_limit = std::max(std::chrono::seconds(1), std::chrono::ceil<std::chrono::seconds>(*limit));
    },
    "Real time that a hook or helm may take before it is killed and its step fails [60s]");
  made->add_option("--trace-file", options.trace_file, "Write the trace of all days, for 'trace order'");
  made->add_flag("--log", options.shows_log, "Show the operator's log on stderr");
  return made;
}

constexpr auto about_rbac =
  R"(Runs the hooks with --config, reads their texts and renders the charts of all modules; needs no cluster. The objects
that hooks watch and charts have are certain. The changes of hooks are read off their texts; stderr and the comments name
the texts that cannot be read. Values that hooks set come from --values.

  addon-operator rbac . >rights.yaml
  helm upgrade --install addon-operator charts/addon-operator -f rights.yaml ...

Exit codes: 0; 1 a hook or a chart is missing in it; 2 the platform or the values cannot be used.)";

CLI::App* add_rbac(CLI::App& app, rbac_options& options, given_options& given) {
  auto* made =
    app.add_subcommand("rbac", "Print the rights that modules and hooks need, as values of the operator's chart");
  made->footer(about_rbac);
  made->add_option("DIR", options.directory,
                   "The platform: modules and global-hooks are in it; without it as start finds them");
  made->add_option("--values", options.values_file,
                   "Lay this file over the values files of the modules; keys as there: global, webApp, webAppEnabled");
  for (const auto& option : start_option_table()) {
    if (option.flag != "--modules-dir" && option.flag != "--global-hooks-dir" && option.flag != namespace_flag)
      continue;
    made->add_option_function<std::string>(
      option.flag, [&given, flag = option.flag](const std::string& text) { given[flag] = text; }, help_of(option));
  }
  return made;
}

constexpr auto about_lint =
  R"(Finds what an operator would refuse, what would fail, and what has no effect: the files of modules and hooks,
values and schemas, the configurations of hooks (which run with --config), definitions, and the charts, rendered with
the values files and with each modules/*/tests/values/*.yaml. Needs no cluster. docs/linting.md lists the rules.

Exit codes: 0 no errors, perhaps warnings; 1 errors; 2 the platform could not be examined.)";

CLI::App* add_lint(CLI::App& app, lint_options& options) {
  auto* made = app.add_subcommand("lint", "Find the faults of modules and hooks before an operator does");
  made->footer(about_lint);
  made->add_option("DIR", options.directory, "The platform: modules and global-hooks are in it")->required();
  made->add_option("--values", options.values_file,
                   "Lay this file over the values files of the modules; keys as there: global, webApp, webAppEnabled");
  made->add_flag_callback(
    "--no-charts", [&options] { options.renders_charts = false; }, "Do not render the charts");
  const std::map<std::string, lint_output> forms{{"text", lint_output::text},
                                                 {"json", lint_output::json},
                                                 {"sarif", lint_output::sarif},
                                                 {"junit", lint_output::junit}};
  made
    ->add_option_function<std::string>(
      "-o,--output", [&options, forms](const std::string& form) { options.output = forms.at(form); },
      "text, json, sarif or junit [text]")
    ->check(CLI::IsMember({"text", "json", "sarif", "junit"}));
  return made;
}

constexpr auto about_webhooks_remove =
  R"(For an uninstall: a configuration of webhooks that outlives its operator refuses requests. Removes the
configurations NAME-hooks, if an operator in the namespace has written them, takes the conversions of operators in
the namespace out of CustomResourceDefinitions, and removes the Secret of the certificate.

Exit codes: 0; 1 the API server refuses, or a configuration belongs to another operator; 2 the command line cannot be
used.)";

CLI::App* add_webhooks_remove(CLI::App& app, given_options& given) {
  constexpr std::array flags{
    namespace_flag,    "--kube-config", "--kube-context", "--kube-server", "--validating-webhook-configuration-name",
    "--webhook-secret"};
  auto* made = add_group(app, "webhooks", "Webhooks of hooks in the API server")
                 ->add_subcommand("remove", "Take the webhooks of an operator out of the API server");
  made->footer(about_webhooks_remove);
  for (const auto& option : start_option_table()) {
    if (std::find(flags.begin(), flags.end(), option.flag) == flags.end()) continue;
    made->add_option_function<std::string>(
      option.flag, [&given, flag = option.flag](const std::string& text) { given[flag] = text; }, help_of(option));
  }
  return made;
}

/// The help of the command that these words name, as `COMMAND --help` prints it; no words: of the program.
exit_with help_of_command(const CLI::App& app, const std::vector<std::string>& words) {
  const auto* at = &app;
  auto name = app.get_name();
  for (const auto& word : words) {
    const auto found = at->get_subcommands([&](const CLI::App* x) { return x->get_name() == word; });
    if (found.empty())
      return {usage_error,
              fmt::format("addon-operator: help: there is no command '{}'{}\nRun `addon-operator help`: it "
                          "lists all.\n",
                          word, base::did_you_mean(word, expected_words(*at, word)))};
    at = found.front();
    name += " " + at->get_name();
  }
  // Not by `App::help`, which shows the help of the command that was parsed: this very command.
  return {0, at->get_formatter()->make_help(at, name, CLI::AppFormatMode::Normal)};
}

exit_with completion_of(const CLI::App& app, const std::string& shell) {
  std::vector<offered_words> words;
  collect_words(app, "", words);
  return {0, completion_script(shell, words)};
}

/// The version without the end of its line.
std::string version_line() {
  auto line = version_text();
  line.pop_back();
  return line;
}

/// The result of a parse that ended early: help, or an error with the way to the help.
exit_with ended(const CLI::App& app, const CLI::ParseError& reason) {
  std::ostringstream out;
  std::ostringstream errors;
  auto code = app.exit(reason, out, errors);
  return code == 0 ? exit_with{0, out.str()} : exit_with{usage_error, "addon-operator: " + errors.str()};
}

/// Names unknown words in the order of the command line, which the parser's own message reverses.
exit_with not_expected(const CLI::App& app) {
  const auto arguments = app.remaining(true);
  auto text = std::string("addon-operator: not expected:");
  for (const auto& argument : arguments) text += " " + argument;
  // Words after the first unknown word may be its arguments, so only the first unknown word gets a
  // suggestion.
  const auto& first = arguments.front();
  text += base::did_you_mean(first.substr(0, first.find('=')), expected_words(app, first));
  return {usage_error, text + "\nRun with --help for more information.\n"};
}

} // namespace

command parse(int argc, const char* const* argv, const char* const* environment_variables) {
  CLI::App app{"Runs hooks and Helm charts of modules in a cluster.", "addon-operator"};
  app.require_subcommand(0, 1);
  app.formatter(std::make_shared<commands_first>());
  given_options given;
  add_start_options(app, given);
  add_ignored_options(app, given);
  auto* start = app.add_subcommand(default_command, "Run the operator (also without a command)");
  add_start_options(*start, given);
  add_ignored_options(*start, given);
  auto* version = app.add_subcommand("version", "Print the version");
  app.set_version_flag("-v,--version", version_line(), "Print the version");
  auto* help = app.add_subcommand("help", "Print the help of a command: help queue list");
  std::vector<std::string> words_of_help;
  help->add_option("COMMAND", words_of_help, "The words of the command; none: all commands");
  const trace_command_line trace(app, given);
  simulate_options simulated;
  const auto* simulate = add_simulate(app, simulated);
  rbac_options wanted_rights;
  const auto* rbac = add_rbac(app, wanted_rights, given);
  lint_options linted;
  const auto* lint = add_lint(app, linted);
  plan_options planned;
  const auto* plan = add_plan(app, planned, given);
  const auto* webhooks_remove = add_webhooks_remove(app, given);
  const debug_command_line questions(app, given);
  const hook_command_line hooks(app);
  new_options wanted_skeleton;
  const auto* new_one = add_new(app, wanted_skeleton);
  auto* completion = app.add_subcommand("completion", "Print a script by which a shell completes commands: "
                                                      "source <(addon-operator completion bash)");
  std::string shell;
  completion->add_option(completion_shell, shell, "bash, fish or zsh")
    ->required()
    ->check(CLI::IsMember(completion_shells()));
  try {
    app.parse(argc, argv);
  } catch (const CLI::ExtrasError&) {
    return not_expected(app);
  } catch (const CLI::ParseError& reason) {
    return ended(app, reason);
  }
  if (version->parsed()) return version_command{};
  if (help->parsed()) return help_of_command(app, words_of_help);
  if (completion->parsed()) return completion_of(app, shell);
  if (simulate->parsed()) return simulated;
  if (rbac->parsed()) return with_platform(std::move(wanted_rights), given, program_environment(environment_variables));
  if (lint->parsed()) return with_platform(std::move(linted), given, program_environment(environment_variables));
  if (plan->parsed()) return with_platform(std::move(planned), given, program_environment(environment_variables));
  if (webhooks_remove->parsed())
    return with_platform(webhooks_remove_command(), given, program_environment(environment_variables));
  if (hooks.asked()) return *hooks.asked();
  if (new_one->parsed()) return wanted_skeleton;
  if (questions.render()) return with_platform(*questions.render(), given, program_environment(environment_variables));
  if (trace.is_asked()) return with_socket(trace, given, program_environment(environment_variables));
  if (questions.page()) return with_socket(*questions.page(), given, program_environment(environment_variables));
  if (questions.asked()) return with_socket(*questions.asked(), given, program_environment(environment_variables));
  return start_command(argc > 0 ? argv[0] : "", given, program_environment(environment_variables));
}

} // namespace cli
