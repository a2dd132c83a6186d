// Every command about traces on the record of a real operator, with its output in trace_commands.md.
#include "given.hpp"
#include "story.hpp"
#include "support/process_environment.hpp"
#include "support/process_run.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>
#include <fmt/format.h>

#include <algorithm>
#include <condition_variable>
#include <future>
#include <map>
#include <mutex>
#include <sstream>
#include <string>
#include <vector>

using e2e::story;

namespace {

constexpr const char* page = "test/e2e/trace_commands.md";

std::string sets(const std::string& path, const std::string& value) {
  return R"(echo '[{"op": "add", "path": ")" + path + R"(", "value": )" + value
         + R"(}]' >"$VALUES_JSON_PATCH_PATH")"
           "\n";
}

/// A module with a chart and a hook, and a module that its flag switches off.
void describe(story& told) {
  told.files.add_chart("010-web", "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: page}\n"
                                  "data: {title: '{{ .Values.web.title }}', size: '{{ .Values.web.size }}'}\n");
  told.files.add_file("modules/010-web/values.yaml", "webEnabled: true\nweb: {title: Hello}\n");
  told.files.add_file("modules/values.yaml", "offEnabled: false\n");
  told.add_hook("modules/010-web/hooks/size.sh", "beforeHelm: 1\n", sets("/web/size", "\"large\""));
  told.add_hook("modules/020-off/hooks/hook.sh", "onStartup: 1\n", "");
}

/// Up, an edit of the ConfigMap, and an object that a user deletes.
void live_through_a_day(story& told) {
  told.create(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"}})");
  auto run = told.start();
  run.await_converged();
  told.edit(R"({"data":{"web":"title: Goodbye\n"}})");
  run.await_module_run("web");
  e2e::cluster().call(kube::api::remove_request(test::config_maps(), {.namespace_ = told.space, .name = "page"}));
  run.await_module_run("web");
  told.await_rest();
  CHECK_EQ(run.stop().exit_code, 0);
}

/// The texts of a JSON array.
std::vector<std::string> texts_of(const text::json& array) {
  std::vector<std::string> texts;
  for (const auto& x : array.as_array()) texts.emplace_back(x.as_string());
  return texts;
}

/// Requests to the API server and Helm's work on objects come at any time.
bool is_free_to_come(std::string_view group, std::string_view label) {
  return group == "API"
         || (group == "Causes" && (label.starts_with("Added ") || label.starts_with("Modified Secret ")));
}

/// The spans that the page of a run draws: a line for each.
std::string drawn_on(const std::string& html) {
  const std::string begin = R"(<script type="application/json" id="data">)";
  const auto from = html.find(begin) + begin.size();
  const auto data = *text::parse_json(html.substr(from, html.find("</script>", from) - from));
  const auto texts = texts_of(*data.find("texts"));
  const auto& lanes = data.find("lanes")->as_array();
  const auto& spans = data.find("spans")->as_array();
  const auto number = [](const text::json& x) { return static_cast<std::size_t>(*x.as_int()); };
  const auto label = [&](const text::json& span) { return texts.at(number(span.as_array()[5])); };
  std::string drawn;
  for (const auto& span : spans) {
    const auto& lane = lanes.at(number(span.as_array()[0])).as_array();
    if (is_free_to_come(lane[0].as_string(), label(span))) continue;
    drawn += fmt::format("{} / {}: {} | {}", lane[0].as_string(), lane[1].as_string(), label(span),
                         texts.at(number(span.as_array()[6])));
    if (span.as_array()[8].is_array())
      for (const auto& cause : span.as_array()[8].as_array()) drawn += " <- " + label(spans.at(number(cause)));
    drawn += "\n";
  }
  return drawn;
}

/// The spans that Perfetto gets: a line for each, with its process; and how many arrows.
std::string drawn_by_perfetto(const std::string& json) {
  const auto events = *text::parse_json(json);
  std::map<std::string, std::string> processes;
  std::string drawn;
  std::size_t begun = 0;
  std::size_t ended = 0;
  for (const auto& x : events.find("traceEvents")->as_array()) {
    const auto phase = x.string_at("ph").value_or("");
    const auto process = x.find("pid")->dump();
    if (phase == "M" && x.string_at("name") == "process_name") processes[process] = *x.find("args")->string_at("name");
    begun += phase == "s" ? 1 : 0;
    ended += phase == "f" ? 1 : 0;
    const auto label = x.string_at("name").value_or("");
    if (phase == "X" && !is_free_to_come(processes[process], label))
      drawn += fmt::format("{}: {}\n", processes[process], label);
  }
  CHECK_GT(begun, 0);
  CHECK_EQ(begun, ended);
  return drawn;
}

/// `trace tail` while an operator runs.
class running_tail {
public:
  explicit running_tail(const story& told) {
    sys::process::process_events events;
    events.on_line = [this](sys::process::stream from, std::string_view line) {
      const std::lock_guard lock(mutex_);
      if (from == sys::process::stream::out) lines_.emplace_back(line);
      came_.notify_all();
      return sys::process::flow::go_on;
    };
    events.on_exit = [this](const sys::process::process_exit&) { ended_.set_value(); };
    reactor_.start({.argv = {e2e::given().operator_program, "trace", "tail", "--lines"},
                    .environment = test::environment_with({"DEBUG_UNIX_SOCKET=" + told.files.path("debug.socket")}),
                    .working_directory = {}},
                   std::move(events));
  }
  /// Whether a line has come in this time.
  [[nodiscard]] bool has_begun(std::chrono::milliseconds limit) {
    std::unique_lock lock(mutex_);
    return came_.wait_for(lock, limit, [this] { return !lines_.empty(); });
  }
  /// Waits for lines with these texts, in this order.
  void await_lines(const std::vector<std::string>& texts) {
    std::unique_lock lock(mutex_);
    const auto have_come = [&] {
      auto at = lines_.begin();
      for (const auto& text : texts)
        at = std::find_if(at, lines_.end(), [&](const auto& line) { return e2e::contains(line, text); });
      return at != lines_.end();
    };
    REQUIRE_MESSAGE(came_.wait_for(lock, std::chrono::seconds(30), have_come),
                    fmt::format("{}", fmt::join(lines_, "\n")));
  }
  /// All lines, once the operator has ended.
  [[nodiscard]] std::vector<std::string> lines() {
    auto ended = ended_.get_future();
    test::await(ended);
    const std::lock_guard lock(mutex_);
    return lines_;
  }

private:
  std::mutex mutex_;
  std::condition_variable came_;
  std::vector<std::string> lines_;
  std::promise<void> ended_;
  sys::process::reactor reactor_; ///< last: its thread writes the members above
};

} // namespace

TEST_CASE("questions about a recorded run, its page, and what Perfetto is given" * doctest::skip(e2e::no_cluster())) {
  story told("trace-commands", page);
  describe(told);
  live_through_a_day(told);
  told.check_answers("A day");
  told.check_text("Its page", drawn_on(told.answer({"trace", "html", "run.jsonl", "--out", "-"})));
  told.check_text("For Perfetto",
                  drawn_by_perfetto(told.answer({"trace", "export", "--perfetto", "run.jsonl", "--out", "-"})));
}

TEST_CASE("questions to an operator whose module fails, and what it still has in memory"
          * doctest::skip(e2e::no_cluster())) {
  story told("trace-failing", page);
  describe(told);
  told.add_hook("modules/010-web/hooks/size.sh", "beforeHelm: 1\n", "echo 'no nodes' >&2\nexit 1\n");
  auto run = told.start("run.jsonl", {.first = "10m", .most = "10m"});
  run.await({{"event", "task_retry"}, {"queue", "main"}});
  told.check_answers("A module that fails");
  CHECK_EQ(run.stop().exit_code, 0);
}

TEST_CASE("live lines are those of trace order" * doctest::skip(e2e::no_cluster())) {
  story told("trace-tail", page);
  describe(told);
  told.create(R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"addon-operator"}})");
  auto run = told.start();
  run.await_converged();
  running_tail tail(told);
  // It does not report when it has begun to listen.
  int edits = 0;
  do {
    told.edit(fmt::format(R"({{"data":{{"web":"title: Edit {}\n"}}}})", ++edits));
    run.await_module_run("web");
  } while (!tail.has_begun(std::chrono::milliseconds(200)) && edits < 100);
  const auto last = "ConfigMap (version " + told.edit(R"({"data":{"web":"title: The last one\n"}})") + ")";
  tail.await_lines({last, "ModuleRun:main:web"});
  CHECK_EQ(run.stop().exit_code, 0);

  auto live = tail.lines();
  for (auto& line : live) line = told.without_names(line);
  std::istringstream recorded(told.answer({"trace", "order", "run.jsonl", "--lines"}));
  std::vector<std::string> whole;
  for (std::string line; std::getline(recorded, line);) whole.push_back(line);
  for (const auto& line : live) CHECK_MESSAGE(std::find(whole.begin(), whole.end(), line) != whole.end(), line);
  const auto last_edit = std::find_if(live.begin(), live.end(), [&](const auto& x) { return e2e::contains(x, last); });
  REQUIRE(last_edit != live.end());
  told.check_text("Live", fmt::format("{}\n", fmt::join(last_edit, live.end(), "\n")));
}

TEST_CASE("two runs of a platform" * doctest::skip(e2e::no_cluster())) {
  story told("trace-diff", page);
  describe(told);
  {
    auto run = told.start("a.jsonl");
    run.await_converged();
    told.await_rest();
    CHECK_EQ(run.stop().exit_code, 0);
  }
  told.files.add_file("modules/values.yaml", "offEnabled: true\n");
  told.files.add_file("modules/010-web/values.yaml", "webEnabled: true\nweb: {title: Goodbye}\n");
  {
    auto run = told.start("b.jsonl");
    run.await_converged();
    told.await_rest();
    CHECK_EQ(run.stop().exit_code, 0);
  }
  const auto text = told.answer({"trace", "diff", "a.jsonl", "b.jsonl"});
  // Which tasks are slower is a matter of chance.
  told.check_text("Two runs", text.substr(0, std::min(text.find("\nslower in B:"), text.find("\nfaster in B:"))));
  CHECK_EQ(told.answer({"trace", "diff", "a.jsonl", "a.jsonl"}), "no difference\n");
}
