#include "contract/rules/rule_world.hpp"

#include "core/text/yaml.hpp"
#include "kube/curl_transport.hpp"
#include "kube/kubeconfig.hpp"
#include "platform_files.hpp"
#include "support/http_client.hpp"
#include "support/process_run.hpp"
#include "support/threaded_api.hpp"
#include "sys/alarm.hpp"
#include "sys/environment.hpp"
#include "sys/files.hpp"
#include "sys/log.hpp"
#include "sys/process_reactor.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

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

kube::resource resource_of(const core::json& x) {
  const auto kind = x.string_at("kind").value_or("ConfigMap");
  for (const auto& known : {config_maps(), secrets(), namespaces(), services(), deployments()})
    if (known.kind == kind) return known;
  throw std::runtime_error("rules do not know kind " + kind);
}

/// True if `x` has all members of `wanted`, and theirs.
bool has(const core::json& x, const core::json& wanted) {
  if (!wanted.is_object()) return x == wanted;
  const auto& members = wanted.as_object();
  return std::all_of(members.begin(), members.end(), [&](const core::json::member& member) {
    const auto* found = x.find(member.first);
    return found != nullptr && has(*found, member.second);
  });
}

core::result<std::string> read_file(const std::string& path) {
  return sys::read_file(path);
}

/// Nothing if no cluster is given.
std::shared_ptr<kube::transport> real_transport() {
  const auto paths = sys::environment_variable("KUBECONFIG").value_or("");
  const bool wanted = sys::environment_variable("ADDON_OPERATOR_TEST_REAL") == "1";
  if (paths.empty() || !wanted) return nullptr;
  auto cluster = kube::load_kubeconfig(
    {.paths = kube::split_path_list(paths), .context = {}, .now = std::chrono::system_clock::now()}, read_file);
  if (!cluster) throw std::runtime_error(cluster.error().message);
  return std::make_shared<kube::curl_transport>(
    kube::curl_transport_options{.cluster = std::move(*cluster), .read_file = read_file});
}

constexpr auto fence_config = "configVersion: v1\n"
                              "kubernetes: [{name: fence, kind: ConfigMap,\n"
                              "  namespace: {nameSelector: {matchNames: [$ns-fence]}}}]";

} // namespace

std::vector<rule_api> rule_apis() {
  static const auto real = real_transport();
  std::vector<rule_api> all{{"the fake API server", std::make_shared<threaded_api>()}};
  if (real) all.push_back({"a real API server", real});
  return all;
}

// -- the operator ----------------------------------------------------------------

rule_world::rule_world(const rule_api& api, const rule& x)
  : rule_(x), root_(*sys::temp_dir::create(std::filesystem::temp_directory_path().string(), "rule-")),
    transport_(api.transport), api_(*transport_), namespace_(api_.new_namespace("rule")),
    reports_(made_directory(root_.file("reports"))) {
  sys::replace_log_sink([log = log_](std::string_view line) {
    const std::lock_guard lock(log->guard);
    log->text += line;
    log->changed.notify_all();
  });
  const auto* directory = x.global ? "global-hooks/hook.sh" : "modules/010-web/hooks/hook.sh";
  write(root_.file("modules/010-web/values.yaml"), "webEnabled: true\nweb: {a: 1}\n", false);
  std::filesystem::create_directories(root_.file("global-hooks"));
  write(root_.file(directory), reports_.hook("hook", filled(x.config), filled(x.script)), true);
  write(root_.file("modules/010-web/hooks/fence.sh"), reports_.hook("fence", filled(fence_config), ""), true);
  act("[{put: $ns-fence, kind: Namespace}]");
}

rule_world::~rule_world() {
  if (running_) {
    running_->stop("the rule has failed");
    static_cast<void>(running_->wait());
    running_.reset();
  }
  sys::replace_log_sink({});
}

std::string rule_world::filled(std::string text) const {
  const std::string mark = "$ns";
  for (auto at = text.find(mark); at != std::string::npos; at = text.find(mark, at + namespace_.size()))
    text.replace(at, mark.size(), namespace_);
  return text;
}

core::json rule_world::read(const std::string& yaml) const {
  auto parsed = core::parse_yaml(filled(yaml));
  REQUIRE_MESSAGE(parsed, yaml);
  return parsed->is_null() ? core::json::array() : *parsed;
}

void rule_world::start() {
  auto platform = read_platform_files({root_.file("modules")}, root_.file("global-hooks"));
  REQUIRE_MESSAGE(platform, platform.error().message);
  actors::operator_setup setup;
  setup.modules = std::move(platform->modules);
  setup.global_hooks = std::move(platform->global_hooks);
  setup.values = std::move(platform->values);
  setup.namespace_name = namespace_;
  setup.config_map = "addon-operator";
  setup.tmp_dir = root_.file("tmp");
  setup.transport = transport_;
  setup.processes = std::make_shared<sys::process_reactor>();
  setup.alarm = std::make_shared<sys::wall_clock_alarm>();
  setup.environment = sys::environment();
  setup.retry = {std::chrono::milliseconds(50), std::chrono::milliseconds(200)};
  actors::running_operator_options options;
  options.listen.address = sys::tcp_address{"127.0.0.1", 0};
  auto started = actors::running_operator::start(std::move(setup), options);
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

void rule_world::fence() {
  // Its Synchronization first: what is put before it is no event.
  for (; fence_runs_ == 0; take_run()) {
  }
  const auto before = fence_runs_;
  act("[{put: fence, in: $ns-fence, data: {round: '" + std::to_string(before) + "'}}]");
  for (; fence_runs_ == before; take_run()) {
  }
}

void rule_world::take_run() {
  auto run = reports_.next();
  if (run.hook == "fence")
    ++fence_runs_;
  else
    other_.push_back(std::move(run));
}

std::string rule_world::log() const {
  const std::lock_guard lock(log_->guard);
  return log_->text;
}

std::vector<reported_run> rule_world::take_runs(std::size_t count) {
  while (other_.size() < count) take_run();
  std::vector<reported_run> runs(other_.begin(), other_.begin() + static_cast<std::ptrdiff_t>(count));
  other_.erase(other_.begin(), other_.begin() + static_cast<std::ptrdiff_t>(count));
  return runs;
}

// -- what happens ----------------------------------------------------------------

kube::object_location rule_world::place_of(const core::json& x, const char* name) const {
  const bool namespaced = resource_of(x).namespaced;
  return {namespaced ? x.string_at("in").value_or(namespace_) : "", x.string_at(name).value()};
}

void rule_world::act(const std::string& yaml) {
  const auto acts = read(yaml);
  for (const auto& x : acts.as_array()) act_one(x);
}

void rule_world::act_one(const core::json& x) {
  if (x.find("put") != nullptr) return put(x);
  if (x.find("delete") != nullptr) {
    static_cast<void>(api_.call(kube::remove_request(resource_of(x), place_of(x, "delete"), {})));
    return;
  }
  if (x.find("await") != nullptr) return reports_.await_gate();
  const auto gate = x.string_at("gate");
  REQUIRE_MESSAGE(gate, x.dump());
  if (*gate == "closed")
    reports_.close_gate();
  else
    reports_.open_gate();
}

void rule_world::put(const core::json& x) {
  const auto what = resource_of(x);
  const auto where = place_of(x, "put");
  auto metadata = core::json::object({{"name", where.name}});
  if (what.namespaced) metadata = metadata.with("namespace", where.namespace_);
  if (const auto* labels = x.find("labels")) metadata = metadata.with("labels", *labels);
  auto object = core::json::object({{"apiVersion", "v1"}, {"kind", what.kind}, {"metadata", metadata}});
  if (const auto* data = x.find("data")) object = object.with("data", *data);
  const auto created = api_.try_call(kube::create_request(what, {where.namespace_, {}}, object.dump()));
  if (!created) static_cast<void>(api_.call(kube::update_request(what, where, object.dump())));
}

// -- what follows ----------------------------------------------------------------

void rule_world::expect(const std::string& yaml) {
  const auto all = read(yaml);
  for (const auto& x : all.as_array()) expect_one(x);
}

void rule_world::expect_one(const core::json& x) {
  CAPTURE(x.dump());
  if (x.find("object") != nullptr) {
    const auto* wanted = x.find("has");
    static_cast<void>(api_.await(resource_of(x), place_of(x, "object"), [wanted](const core::json& object) {
      return wanted == nullptr || has(object, *wanted);
    }));
  } else if (x.find("absent") != nullptr) {
    api_.await_absence(resource_of(x), place_of(x, "absent"));
  } else if (const auto text = x.string_at("log")) {
    await_log(*text);
  } else {
    const auto line = x.string_at("metrics");
    REQUIRE(line);
    // Metrics are applied at the end of a run, before queue main goes on.
    fence();
    http_client client(connect_tcp(running_->http_port()));
    const auto shown_metrics = client.get("/metrics/hooks").body;
    CHECK_MESSAGE(shown_metrics.find(*line) != std::string::npos, shown_metrics);
  }
}

void rule_world::await_log(const std::string& text) {
  std::unique_lock lock(log_->guard);
  const bool came = log_->changed.wait_for(lock, deadline, [&] { return log_->text.find(text) != std::string::npos; });
  CHECK_MESSAGE(came, log_->text);
}

// -- as rules write it -------------------------------------------------------------

core::json rule_world::shown_object(const core::json& object) const {
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
  return in.empty() || in == namespace_ ? name : in + "/" + name;
}

core::json rule_world::shown(const core::json& contexts) const {
  if (contexts.is_array()) {
    core::json::array_type items;
    for (const auto& x : contexts.as_array()) items.push_back(shown(x));
    return core::json::array(std::move(items));
  }
  if (!contexts.is_object()) return contexts;
  core::json::object_type members;
  for (const auto& [key, x] : contexts.as_object())
    members.emplace_back(key, key == "object" ? shown_object(x) : key == "filterResult" ? x : shown(x));
  return core::json::object(std::move(members));
}

} // namespace test
