#include "cli/debug_command_line.hpp"

#include "cli/command_group.hpp"
#include "cli/option_values.hpp"
#include "cli/page_address.hpp"
#include "core/modules/module_directory.hpp"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <utility>

namespace cli {

namespace {

/// The shortest interval of `--watch`: more frequent questions would cost the operator more than its work.
constexpr std::chrono::milliseconds interval_min{200};

constexpr auto contents_of_secrets = "Show the contents of Secrets, in place of their sizes";

struct values_part {
  const char* name;
  const char* help;
};
constexpr values_part parts_of_values[] = {
  {"values", "Show the values as hooks and Helm get them"},
  {"config", "Show the section of the ConfigMap"},
  {"patches", "Show the changes that patches of hooks have made to the values so far"},
};

/// Empty if `text` can be the name of a module; else the form of such names.
std::string check_module_name(const std::string& text) {
  const auto directory = core::modules::parse_module_directory(text);
  if (directory && !text.empty() && text.find_first_of("/?#%") == text.npos) return {};
  return "'" + text + "' is no name of a module: that is the name of its directory without the number, in lower case "
         + "with dashes, as in 'ingress-nginx'";
}

} // namespace

debug_command_line::debug_command_line(CLI::App& app, given_options& given) : given_(given) {
  add_status(app);
  add_queue(app);
  add_config(app);
  add_global(app);
  add_module(app);
  add_hook(app);
  add_raw(app);
  add_page(app);
}

void debug_command_line::add_status(CLI::App& app) {
  auto& made = *app.add_subcommand("status", "Show a running operator's problems, modules and queues; begin here");
  made.footer("Exit codes: 0 all is well; 2 something is wrong, or the operator is starting; 1 no operator answers.");
  add_output(made, "text");
  add_socket(made);
  add_watch(made);
  made.callback([this] { ask_readable("/status", "text"); });
}

void debug_command_line::add_queue(CLI::App& app) {
  auto* queue = add_group(app, "queue", "Ask a running operator what it does and what waits");
  auto& list = add_readable(*queue, {"list", "Show the tasks of all queues, and what each head does"}, "text");
  list.add_flag("-e,--show-empty", with_empty_, "Name the queues without tasks, too");
  add_watch(list);
  add_watch(add_readable(*queue, {"main", "Show the tasks of queue main"}, "text"));
  add_queue_orders(*queue);
}

void debug_command_line::add_queue_orders(CLI::App& queue) {
  auto& pause = add_order(queue, {"pause", "Begin no further task of a queue, until it is resumed or the operator "
                                           "starts again"});
  pause.add_option("--reason", reason_, "Why, for others who see the pause");
  for (auto* made : {&pause, &add_order(queue, {"resume", "Let a paused queue go on"})})
    made->add_option("NAME", queue_, "The queue")->required();
}

void debug_command_line::add_module_orders(CLI::App& module) {
  auto& pause = add_order(module, {"pause", "Leave a module as it is: no run, no hook, no deletion, until it is "
                                            "resumed; kept in the ConfigMap"});
  pause.add_option("--reason", reason_, "Why, for others who see the pause");
  for (auto* made : {&pause, &add_order(module, {"resume", "Let a paused module go on"}),
                     &add_order(module, {"retry", "Try the failed work of a module again now"}),
                     &add_order(module, {"run", "Run a module now, even if nothing has changed"})})
    add_name(*made);
}

CLI::App& debug_command_line::add_order(CLI::App& to, const word& x) {
  auto& made = *to.add_subcommand(x.name, x.help);
  add_socket(made);
  const auto place = "/" + to.get_name() + "/";
  made.callback([this, place, what = x.name] {
    asked_ =
      debug_command{{}, place + (module_.empty() ? queue_ : module_) + "/" + what, {}, debug_output::as_it_comes};
    asked_->is_order = true;
    asked_->reason = reason_;
  });
  return made;
}

void debug_command_line::add_config(CLI::App& app) {
  auto* config = add_group(app, "config", "Ask a running operator about its options");
  add_readable(*config, {"list", "List the options of the operator with their values, and where these come from"},
               "text");
  auto& set = *config->add_subcommand("set", "Change the level of the log of a running operator for a time");
  set.add_option("NAME", setting_, "The option: log-level")
    ->required()
    ->check(CLI::IsMember({"log-level", "log.level"}));
  set.add_option("LEVEL", value_, "debug, info, warning or error")->required();
  set.add_option("DURATION", duration_, "How long, up to 24h; after it the level is as before; default: 30m");
  add_socket(set);
  set.callback([this] {
    asked_ = debug_command{{}, "/config/log-level", {}, debug_output::as_it_comes};
    asked_->is_order = true;
    asked_->arguments.emplace("value", value_);
    if (!duration_.empty()) asked_->arguments.emplace("for", duration_);
  });
}

void debug_command_line::add_global(CLI::App& app) {
  auto* global = add_group(app, "global", "Ask a running operator about its global hooks and values");
  add(*global, {"list", "List the global hooks"});
  add_secrets(add_readable(*global, {"snapshots", "Show the objects that global hooks see"}, "yaml"),
              contents_of_secrets);
  for (const auto& part : parts_of_values) add_secrets(add(*global, {part.name, part.help}));
}

void debug_command_line::add_module(CLI::App& app) {
  auto* module = add_group(app, "module", "Ask a running operator about its modules");
  add_readable(*module, {"list", "List the modules: state, revision, last run"}, "yaml");
  auto& snapshots = add_readable(*module, {"snapshots", "Show the objects that hooks of a module see"}, "yaml");
  add_name(snapshots);
  add_secrets(snapshots, contents_of_secrets);
  for (const auto& part : parts_of_values) {
    auto& made = add(*module, {part.name, part.help});
    add_name(made);
    add_secrets(made);
    made.add_flag("-g,--global", with_global_, "With the global section");
  }
  add_render(*module);
  add_drift(*module);
  add_module_orders(*module);
  add_readable(*module, {"resource-monitor", "Show the objects that releases must have, and those that are absent"},
               "yaml");
}

void debug_command_line::add_hook(CLI::App& app) {
  auto* hook = add_group(app, "hook", "Ask a running operator about all hooks; run and test hooks without an operator");
  add_readable(*hook, {"list", "List the hooks: bindings, queues, last run, next tick"}, "text");
  auto& snapshot = *hook->add_subcommand("snapshot", "Show the objects that a hook sees");
  snapshot.add_option("NAME", hook_, "The hook, as 'global list' names it")->required();
  snapshot.add_option("--module", module_, "The module of the hook; default: it is a global hook")
    ->check(check_module_name);
  add_secrets(snapshot, contents_of_secrets);
  add_output(snapshot, "yaml");
  add_socket(snapshot);
  snapshot.callback([this] {
    ask_readable(module_.empty() ? std::string("/global/snapshots") : "/module/" + module_ + "/snapshots", "yaml");
    asked_->arguments = {{"hook", hook_}};
  });
}

void debug_command_line::add_render(CLI::App& module) {
  auto& render =
    add_readable(module, {"render", "Show the objects that helm would apply now; text: their names"}, "yaml");
  add_name(render);
  add_secrets(render);
  auto* diff = render.add_flag("-d,--diff", with_diff_,
                               "Show how they differ from the release and from the cluster; text by default");
  auto* values =
    render
      .add_option("--values", values_file_,
                  "Render the chart on disk, without an operator, with this file laid over the values files of the "
                  "modules; it has the same keys: global, webApp, webAppEnabled")
      ->excludes(diff);
  for (const auto& option : start_option_table()) {
    if (option.flag != "--modules-dir" && option.flag != "--global-hooks-dir" && option.flag != "--namespace") continue;
    render
      .add_option_function<std::string>(
        option.flag, [this, flag = option.flag](const std::string& text) { given_[flag] = text; },
        help_of(option) + "; with --values")
      ->needs(values);
  }
}

void debug_command_line::add_drift(CLI::App& module) {
  auto& drift = add_readable(module, {"drift", "Show the fields of releases that another client has changed"}, "text");
  drift.footer("Exit codes: 0 no drift; 2 there is drift; 1 no operator answers.");
  drift.add_option("NAME", module_, "The module; default: all modules")->check(check_module_name);
  add_secrets(drift);
}

void debug_command_line::add_raw(CLI::App& app) {
  auto* made =
    app.add_subcommand("raw", "Show a page of a running operator's debug socket, as in 'raw /module/list.json'");
  made->add_option("PATH", path_, "The page, with what follows its '?'")->required();
  add_socket(*made);
  made->callback([this] {
    const auto mark = std::min(path_.find('?'), path_.size());
    auto page = path_.substr(0, mark);
    if (!page.starts_with('/')) page.insert(0, 1, '/');
    asked_ =
      debug_command{{}, std::move(page), path_.substr(std::min(mark + 1, path_.size())), debug_output::as_it_comes};
  });
}

void debug_command_line::add_page(CLI::App& app) {
  auto* made = app.add_subcommand("page", "Serve the live page of a running operator to a browser, until Ctrl-C");
  made->footer("In a cluster: kubectl -n NAMESPACE exec deploy/addon-operator -- addon-operator page, and in a second\n"
               "shell kubectl -n NAMESPACE port-forward deploy/addon-operator 9652. With --page-address of 'start'\n"
               "the operator serves the page itself, and the second command is enough.");
  made->add_option_function<std::string>(
    "--page-address",
    [this](const std::string& text) {
      const auto address = page_address(text);
      if (!address) throw CLI::ValidationError("--page-address", address.error().message);
      given_page_address_ = *address;
    },
    "Loopback address of the page [127.0.0.1:9652]");
  add_socket(*made);
  made->callback([this] {
    page_.emplace();
    if (!given_page_address_.empty()) page_->address = given_page_address_;
  });
}

CLI::App& debug_command_line::add(CLI::App& to, const word& x) {
  auto& made = *to.add_subcommand(x.name, x.help);
  add_output(made, "yaml");
  add_socket(made);
  const auto place = "/" + to.get_name() + "/";
  made.callback([this, place, page = x.name] {
    asked_ = debug_command{{}, place + (module_.empty() ? "" : module_ + "/") + page, query(), output()};
  });
  return made;
}

CLI::App& debug_command_line::add_readable(CLI::App& to, const word& x, const char* default_output) {
  auto& made = *to.add_subcommand(x.name, x.help);
  add_output(made, default_output);
  add_socket(made);
  const auto place = "/" + to.get_name() + "/";
  made.callback([this, place, page = x.name, default_output] {
    if (!values_file_.empty()) {
      render_ = render_options{{}, module_, values_file_, with_secrets_, output()};
      return;
    }
    ask_readable(place + (module_.empty() ? "" : module_ + "/") + page, default_output);
  });
  return made;
}

void debug_command_line::ask_readable(const std::string& page, const char* default_output) {
  const auto format = !output_.empty() ? output_ : with_diff_ ? std::string("text") : std::string(default_output);
  asked_ = debug_command{{}, page + "." + format, query(), debug_output::as_it_comes};
  asked_->has_width = format == "text" && (page == "/status" || page == "/module/list" || page == "/hook/list");
  if (is_watching_) asked_->watch = interval_;
}

void debug_command_line::add_output(CLI::App& to, const char* default_output) {
  to.add_option("-o,--output", output_,
                std::string("json, yaml or text, a line for each value; default: ") + default_output)
    ->check(CLI::IsMember({"json", "text", "yaml"}));
}

void debug_command_line::add_socket(CLI::App& to) {
  to.add_option_function<std::string>(
    debug_socket_flag, [this](const std::string& text) { given_[debug_socket_flag] = text; }, help_of(socket_option()));
}

void debug_command_line::add_name(CLI::App& to) {
  to.add_option("NAME", module_, "The module")->required()->check(check_module_name);
}

void debug_command_line::add_secrets(CLI::App& to, const char* help) {
  to.add_flag("--show-secrets", with_secrets_, help);
}

void debug_command_line::add_watch(CLI::App& to) {
  to.add_flag("-w,--watch", is_watching_, "Show it again and again, until Ctrl-C");
  to.add_option_function<std::string>(
    "-t,--watch-interval,--watchInterval",
    [this](const std::string& text) {
      const auto interval = duration(text);
      if (!interval) throw CLI::ValidationError("--watch-interval", interval.error().message);
      interval_ = std::max(*interval, interval_min);
    },
    "How long to wait in between; default: 1s");
}

std::string debug_command_line::query() const {
  std::string text;
  const auto add = [&text](bool is_set, const char* flag) {
    if (is_set) text += (text.empty() ? "" : "&") + std::string(flag);
  };
  add(with_global_, "global=true");
  add(with_secrets_, "secrets=true");
  add(with_empty_, "showEmpty=true");
  add(with_diff_, "diff=true");
  return text;
}

debug_output debug_command_line::output() const {
  if (output_ == "json") return debug_output::json;
  return output_ == "text" ? debug_output::text : debug_output::yaml;
}

} // namespace cli
