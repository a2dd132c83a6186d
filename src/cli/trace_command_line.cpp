#include "cli/trace_command_line.hpp"

#include "cli/command_group.hpp"

#include <CLI/CLI.hpp>

#include <optional>
#include <string>
#include <utility>

namespace cli {

namespace {

void add_time(CLI::App& command, const char* flag, std::optional<trace::read::trace_moment>& to, const char* help) {
  command.add_option_function<std::string>(
    flag,
    [&to, flag](const std::string& text) {
      const auto time = trace::read::parse_trace_moment(text);
      if (!time) throw CLI::ValidationError(flag, time.error().message);
      to = *time;
    },
    help);
}

constexpr const char* since_help =
  "Only what ended then or later: 10m, 03:00 (UTC), 2026-02-03T04:05:06Z, or +12.5 (seconds after the start)";
constexpr const char* until_help = "Only what began then or before";
constexpr const char* at_help =
  "As it was then, whatever came later: -5m, 03:12 (UTC), 2026-02-03T04:05:06Z, now, or +12.5";
constexpr const char* file_help = "A trace file, of 'start --trace-file FILE' or of 'trace dump'";

} // namespace

trace_command_line::trace_command_line(CLI::App& app, given_options& given) : given_(given) {
  auto* trace = add_group(app, "trace", "Read the trace of a run: order, causes, differences");
  add_order(*trace);
  add_why(*trace);
  add_diff(*trace);
  add_exports(*trace);
  add_dump(*trace);
  add_tail(*trace);
}

void trace_command_line::add_order(CLI::App& trace) {
  auto* order = trace.add_subcommand("order", "Report a run reload by reload, with the causes");
  order->add_option("FILE", file_, std::string(file_help) + "; without one, what a running operator still has");
  order->add_option("--module", order_.part.module, "Only what a module does");
  order->add_option("--hook", order_.part.hook, "Only what a hook does: hooks/10-title.sh");
  order->add_option("--queue", order_.part.queue, "Only the tasks of a queue");
  add_time(*order, "--since", order_.part.since, since_help);
  add_time(*order, "--until", order_.part.until, until_help);
  order->add_flag_callback(
    "--lines", [this] { order_.detail = trace_order_detail::lifecycle; },
    "A line for each task, hook, Helm run and change of values, with the outermost cause");
  order->add_flag_callback(
    "--all", [this] { order_.detail = trace_order_detail::everything; }, "A line for every message");
  order->add_flag_callback(
    "--verify", [this] { order_.detail = trace_order_detail::verified; },
    "Check the rules of the order; exit code 1 names the first that was broken");
  add_socket(*order);
  order->parse_complete_callback([this] { kind_ = kind::order; });
}

void trace_command_line::add_why(CLI::App& trace) {
  using about = trace::read::why_question::about;
  auto* why = add_group(trace, "why", "Report the causes of a result");
  add_question(*why, about::run, "run", "Why a module, or a hook for its binding, ran the last time");
  add_question(*why, about::value, "value", "Why a value is as it is");
  auto& release = add_question(*why, about::release, "release", "Helm's last work on a release, and its causes");
  release.add_option("REVISION", why_.question.revision, "The revision that an upgrade made; else the last work");
  add_question(*why, about::disabled, "disabled", "Why a module is not enabled");
  add_question(*why, about::review, "review", "Why a request was refused or allowed by a hook, or why that was slow");
  add_question(*why, about::waiting, "waiting", "The reason for which a queue waits, and its causes");
  auto* negation = add_group(*why, "not", "The reasons for which the operator is not ready");
  auto* ready = negation->add_subcommand("ready", "Why the first converge has not come to its end");
  add_file(*ready);
  add_time(*ready, "--at", why_.at, at_help);
  add_socket(*ready);
  ready->parse_complete_callback([this] {
    kind_ = kind::why;
    why_.question.what = about::not_ready;
  });
}

CLI::App& trace_command_line::add_question(CLI::App& why, trace::read::why_question::about what, const char* word,
                                           const char* help) {
  using about = trace::read::why_question::about;
  auto* question = why.add_subcommand(word, help);
  question
    ->add_option("NAME", why_.question.name,
                 what == about::value     ? "The value: webApp.replicas"
                 : what == about::waiting ? "The queue: main"
                 : what == about::review  ? "The object, the uid, the hook or the webhook: ConfigMap/default/web"
                 : what == about::run     ? "The module, or the path of a hook: hooks/pods.sh"
                                          : "The module")
    ->required();
  add_file(*question);
  add_time(*question, "--at", why_.at, at_help);
  add_socket(*question);
  question->parse_complete_callback([this, what] {
    kind_ = kind::why;
    why_.question.what = what;
  });
  return *question;
}

void trace_command_line::add_diff(CLI::App& trace) {
  auto* diff = trace.add_subcommand("diff", "Compare two runs of the same platform");
  diff->add_option("A", diff_.a, "The trace file of a run, of 'start --trace-file FILE' or of 'trace dump'")
    ->required();
  diff->add_option("B", diff_.b, "The trace file of another run")->required();
  diff->parse_complete_callback([this] { kind_ = kind::diff; });
}

void trace_command_line::add_exports(CLI::App& trace) {
  auto* page = trace.add_subcommand("html", "Draw a run as a page that needs nothing else, and print its path");
  auto* other = trace.add_subcommand("export", "Write a run for another program that draws it, and print the path");
  other
    ->add_flag_callback(
      "--perfetto", [this] { export_.format = trace_format::perfetto; },
      "JSON for https://ui.perfetto.dev and chrome://tracing")
    ->required();
  for (auto* x : {page, other}) {
    x->add_option("FILE", file_, std::string(file_help) + "; without one, what a running operator still has");
    add_time(*x, "--since", export_.since, since_help);
    add_time(*x, "--until", export_.until, until_help);
    x->add_option("--out", export_.to, "Where to write it, with mode 0600 [named like the trace]; - for stdout");
    add_socket(*x);
    x->parse_complete_callback([this] { kind_ = kind::exported; });
  }
}

void trace_command_line::add_dump(CLI::App& trace) {
  auto* dump = trace.add_subcommand("dump", "Write what a running operator still has of its run, as a trace file");
  dump->add_option("FILE", dump_.to, "Where to write it, with mode 0600; without one, on stdout");
  add_socket(*dump);
  dump->parse_complete_callback([this] { kind_ = kind::dump; });
}

void trace_command_line::add_tail(CLI::App& trace) {
  auto* tail = trace.add_subcommand("tail", "Show what a running operator does, as it happens, until Ctrl-C");
  tail->add_flag_callback(
    "--lines", [this] { tail_.detail = trace_order_detail::lifecycle; },
    "A line for each task, hook, Helm run and change of values, with the outermost cause");
  tail->add_flag_callback(
    "--all", [this] { tail_.detail = trace_order_detail::everything; }, "A line for every message");
  add_socket(*tail);
  tail->parse_complete_callback([this] { kind_ = kind::tail; });
}

void trace_command_line::add_file(CLI::App& to) {
  to.add_option("--file", file_, std::string(file_help) + "; without it, the running operator is asked");
}

void trace_command_line::add_socket(CLI::App& to) {
  to.add_option_function<std::string>(
    debug_socket_flag, [this](const std::string& text) { given_[debug_socket_flag] = text; }, help_of(socket_option()));
}

trace_command_line::command_type trace_command_line::asked(const std::string& socket) const {
  const auto from = [&](auto command) {
    command.source = {file_, socket};
    return command_type(std::move(command));
  };
  if (kind_ == kind::diff) return diff_;
  if (kind_ == kind::why) return from(why_);
  if (kind_ == kind::exported) return from(export_);
  if (kind_ == kind::dump) return from(dump_);
  if (kind_ == kind::tail) return from(tail_);
  return from(order_);
}

} // namespace cli
