#include "contract/rules/rule_world.hpp"

#include "setup/modules_on_disk.hpp"
#include "support/http_client.hpp"
#include "support/process_run.hpp"
#include "sys/files/environment.hpp"
#include "sys/log/log.hpp"
#include "sys/process/reactor.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <iomanip>
#include <sstream>
#include <utility>

namespace test {

namespace {

void write(const std::filesystem::path& path, std::string_view text, bool executable) {
  std::filesystem::create_directories(path.parent_path());
  std::ofstream(path, std::ios::binary) << text;
  if (executable) std::filesystem::permissions(path, std::filesystem::perms::owner_all);
}

std::string made_directory(const std::string& path) {
  std::filesystem::create_directories(path);
  return path;
}

rule_clock::time_point time_of(const std::string& text) {
  std::tm fields{};
  std::istringstream stream(text);
  stream >> std::get_time(&fields, "%Y-%m-%dT%H:%M:%SZ");
  REQUIRE_MESSAGE(!stream.fail(), text);
  return rule_clock::time_point(std::chrono::seconds(::timegm(&fields)));
}

std::shared_ptr<rule_clock> clock_of(const rule& x) {
  return x.clock.empty() ? std::make_shared<rule_clock>() : std::make_shared<rule_clock>(time_of(x.clock));
}

/// A text, or a list of them.
std::vector<std::string> texts_of(const text::json& x) {
  if (!x.is_array()) return {x.as_string()};
  std::vector<std::string> texts;
  for (const auto& item : x.as_array()) texts.push_back(item.as_string());
  return texts;
}

bool has_all(const std::string& line, const std::vector<std::string>& texts) {
  return std::all_of(texts.begin(), texts.end(),
                     [&](const auto& text) { return line.find(text) != std::string::npos; });
}

/// The module that goes first, so that it is there when a hook of the rule is held. Its binding `fence` runs
/// in queue main, `events` beside it.
constexpr auto fence_config = R"(
configVersion: v1
kubernetes:
- {name: fence, kind: ConfigMap, namespace: {nameSelector: {matchNames: [$ns-fence]}}}
- {name: events, kind: Secret, namespace: {nameSelector: {matchNames: [$ns-fence]}}, queue: fence,
   executeHookOnSynchronization: false}
)";

} // namespace

// -- the operator ----------------------------------------------------------------

rule_world::rule_world(const rule_api& api, const rule& x)
  : rule_(x), root_(*sys::files::temp_dir::create(std::filesystem::temp_directory_path().string(), "rule-")), api_(api),
    cluster_(api), reports_(made_directory(root_.file("reports"))), clock_(clock_of(x)) {
  sys::log::replace_log_sink([log = log_](std::string_view line) {
    const std::lock_guard lock(log->guard);
    log->lines.emplace_back(line);
    log->changed.notify_all();
  });
  write_platform();
  act("[{put: $ns-fence, kind: Namespace}]");
}

rule_world::~rule_world() {
  running_.reset();
  sys::log::replace_log_sink({});
}

void rule_world::write_platform() {
  const auto module = root_.file("modules/010-web/");
  const auto hook = [&](const std::string& name, const std::string& config, const std::string& script) {
    return reports_.hook(name, cluster_.filled(config), cluster_.filled(script));
  };
  write(root_.file("modules/values.yaml"), "webEnabled: true\nfenceEnabled: true\nweb: {a: 1}\n", false);
  std::filesystem::create_directories(root_.file("global-hooks"));
  std::filesystem::create_directories(module);
  write(rule_.global ? root_.file("global-hooks/hook.sh") : module + "hooks/hook.sh",
        hook("hook", rule_.config, rule_.script), true);
  if (!rule_.other.empty()) write(module + "hooks/other.sh", hook("other", rule_.other, ""), true);
  for (const auto& [path, text] : rule_.files) write(module + path, text, false);
  write(root_.file("modules/000-fence/hooks/fence.sh"), hook("fence", fence_config, ""), true);
}

void rule_world::start() {
  auto platform = setup::read_modules_on_disk({root_.file("modules")}, root_.file("global-hooks"));
  REQUIRE_MESSAGE(platform, platform.error().message);
  actors::supervision::operator_setup setup;
  setup.modules = std::move(platform->modules);
  setup.global_hooks = std::move(platform->global_hooks);
  setup.values = std::move(platform->values);
  setup.namespace_name = cluster_.namespace_name();
  setup.config_map = "addon-operator";
  setup.tmp.path = root_.file("tmp");
  setup.transport = api_.transport;
  setup.processes = std::make_shared<sys::process::reactor>();
  setup.alarm = clock_;
  setup.environment = sys::files::environment();
  setup.environment.emplace_back("RULE=rule");
  setup.retry = {std::chrono::milliseconds(50), std::chrono::milliseconds(200)};
  actors::supervision::running_operator_options options;
  options.listen.address = sys::http::tcp_address{"127.0.0.1", 0};
  options.wall_time_us = [clock = clock_] { return clock->now_us(); };
  options.steady_time_us = options.wall_time_us;
  auto started = actors::supervision::running_operator::start(std::move(setup), options);
  REQUIRE_MESSAGE(started, started.error().message);
  running_ = std::move(*started);
}

std::vector<reported_run> rule_world::stop() {
  fence();
  running_->stop("the rule is over");
  CHECK(running_->wait() == 0);
  running_.reset();
  return std::exchange(other_, {});
}

void rule_world::await_fence(const std::string& binding, const std::string& kind) {
  // The Synchronization of the fence comes first, because an object that is put before it causes no event.
  while (fence_runs_["fence"] == 0) take_run();
  const auto before = fence_runs_[binding];
  const auto round = text::json::object({{"round", std::to_string(before)}});
  cluster_.put(
    text::json::object({{"put", binding}, {"kind", kind}, {"in", cluster_.filled("$ns-fence")}, {"labels", round}}));
  while (fence_runs_[binding] == before) take_run();
}

void rule_world::take_run() {
  auto run = reports_.next();
  if (run.hook == "fence")
    ++fence_runs_[run.contexts.as_array().front().string_at("binding").value()];
  else
    other_.push_back(std::move(run));
}

std::vector<reported_run> rule_world::take_runs(std::size_t count) {
  while (other_.size() < count) take_run();
  std::vector<reported_run> runs(other_.begin(), other_.begin() + static_cast<std::ptrdiff_t>(count));
  other_.erase(other_.begin(), other_.begin() + static_cast<std::ptrdiff_t>(count));
  return runs;
}

std::string rule_world::log() const {
  const std::lock_guard lock(log_->guard);
  std::string text;
  for (const auto& line : log_->lines) text += line;
  return text;
}

// -- events ----------------------------------------------------------------------

void rule_world::act(const std::string& yaml) {
  const auto acts = read(yaml);
  for (const auto& x : acts.as_array()) act_one(x);
}

void rule_world::await(const std::string& what) {
  if (what == "gate") return reports_.await_gate();
  if (what == "main") return fence();
  REQUIRE(what == "events");
  await_fence("events", "Secret");
}

void rule_world::act_one(const text::json& x) {
  if (x.find("put") != nullptr) return cluster_.put(x);
  if (x.find("delete") != nullptr) return cluster_.remove(x);
  if (x.find("collect") != nullptr) return cluster_.collect(x);
  if (const auto kind = x.string_at("define")) return cluster_.define(*kind);
  if (const auto time = x.string_at("clock")) {
    const auto* early = x.find("early");
    const std::chrono::seconds early_max(early == nullptr ? 0 : early->as_int().value_or(0));
    REQUIRE_MESSAGE(clock_->go_on_to(time_of(*time), early_max), log());
    return;
  }
  if (const auto what = x.string_at("await")) return await(*what);
  const auto gate = x.string_at("gate");
  REQUIRE_MESSAGE(gate, x.dump());
  if (*gate == "closed")
    reports_.close_gate();
  else
    reports_.open_gate();
}

// -- consequences ----------------------------------------------------------------

void rule_world::expect(const std::string& yaml) {
  const auto all = read(yaml);
  for (const auto& x : all.as_array()) expect_one(x);
}

void rule_world::expect_one(const text::json& x) {
  CAPTURE(x.dump());
  if (x.find("object") != nullptr) return cluster_.await(x);
  if (x.find("absent") != nullptr) return cluster_.await_absence(x);
  if (const auto* texts = x.find("log")) return await_log(texts_of(*texts));
  fence();
  if (const auto text = x.string_at("no_log")) {
    CHECK_MESSAGE(log().find(*text) == std::string::npos, log());
    return;
  }
  const auto wanted = x.string_at("metrics");
  const auto begin = wanted ? *wanted : x.string_at("no_metrics").value();
  const auto all = metrics();
  CHECK_MESSAGE((("\n" + all).find("\n" + begin) != std::string::npos) == wanted.has_value(), all);
}

std::string rule_world::metrics() {
  http_client client(connect_tcp(running_->http_port()));
  return client.get("/metrics/hooks").body;
}

void rule_world::await_log(const std::vector<std::string>& texts) {
  std::unique_lock lock(log_->guard);
  const bool came = log_->changed.wait_for(lock, deadline, [&] {
    return std::any_of(log_->lines.begin(), log_->lines.end(), [&](const auto& line) { return has_all(line, texts); });
  });
  lock.unlock();
  CHECK_MESSAGE(came, log());
}

// -- as rules write it -------------------------------------------------------------

text::json rule_world::shown_object(const text::json& object) const {
  const auto* metadata = object.find("metadata");
  if (metadata == nullptr) return object;
  if (rule_.whole_objects) {
    auto kept = *metadata;
    for (const auto* key : {"creationTimestamp", "generation", "managedFields", "resourceVersion", "uid"})
      kept = kept.without(key);
    return object.with("metadata", kept);
  }
  const auto in = metadata->string_at("namespace").value_or("");
  const auto name = metadata->string_at("name").value();
  return in.empty() || in == cluster_.namespace_name() ? name : in + "/" + name;
}

text::json rule_world::shown(const text::json& contexts) const {
  if (contexts.is_array()) {
    text::json::array_type items;
    for (const auto& x : contexts.as_array()) items.push_back(shown(x));
    return text::json::array(std::move(items));
  }
  if (!contexts.is_object()) return contexts;
  text::json::object_type members;
  for (const auto& [key, x] : contexts.as_object())
    members.emplace_back(key, key == "object" ? shown_object(x) : key == "filterResult" ? x : shown(x));
  return text::json::object(std::move(members));
}

text::json rule_world::shown(const reported_run& run) const {
  auto contexts = shown(run.contexts);
  return run.hook == "hook" ? contexts : text::json::object({{run.hook, std::move(contexts)}});
}

} // namespace test
