#include "support/operator_fixture.hpp"
#include "core/values/names.hpp"

#include "actors/supervision/supervisor.hpp"
#include "actors/telemetry/metrics.hpp"
#include "setup/modules_on_disk.hpp"
#include "simulation/fake_alarm.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <utility>

namespace test {

namespace {

constexpr auto config_map_name = "addon-operator";

sys::files::temp_dir make_root() {
  auto made = sys::files::temp_dir::create(std::filesystem::temp_directory_path().string(), "operator-");
  REQUIRE_MESSAGE(made, made.error().message);
  return std::move(*made);
}

} // namespace

operator_fixture::operator_fixture(std::uint64_t seed) : actor_fixture(seed), root_(make_root()) {
  std::filesystem::create_directories(root_.file("global-hooks"));
  std::filesystem::create_directories(root_.file("modules"));
  std::filesystem::create_directories(tmp_dir());
  sys::log::replace_log_sink([this](std::string_view line) { log_ += line; });

  // The namespace of the operator.
  api().put_object(text::json::object(
    {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", text::json::object({{"name", namespace_name}})}}));

  auto* here = world_.get();
  const auto note = [here](std::string line) { here->journal.push_back(std::move(line)); };
  here->hooks.on_run = note;
  here->helm.on_run = note;
  here->processes.on("", [here](fake_process& process) { return here->hooks.run(process); });
  here->processes.on("/helm", [here](fake_process& process) { return here->helm.run(process); });
  add_outside([kept = world_] { return kept->api.deliver() > 0; });
  add_outside([kept = world_] { return kept->processes.deliver() > 0; });

  setup.namespace_name = namespace_name;
  setup.config_map = config_map_name;
  setup.tmp.path = tmp_dir();
  setup.helm.binary = root_.file("helm");
  // All scenarios are played with a helm for each task, and with a helm that stays.
  setup.helm.stays = std::getenv("TEST_HELM_STAYS") != nullptr;
  setup.api_host = "api:6443";
  setup.transport = std::shared_ptr<kube::api::transport>(world_, &world_->api);
  setup.processes = std::shared_ptr<sys::process::process_starter>(world_, &world_->processes);
  setup.alarm = std::make_shared<simulation::fake_alarm>(*this);
  setup.environment = {"HOME=/nonexistent"};
  setup.blocking = actors::framework::placement::shared;
  setup.on_stopped = [this](int code) { exit_codes_.push_back(code); };
}

operator_fixture::~operator_fixture() {
  if (top_ && exit_codes_.empty()) {
    stop();
    advance(setup.stop_grace);
  }
  sys::log::replace_log_sink({});
}

// -- running hooks -----------------------------------------------------------

std::vector<sys::process::process_id> operator_fixture::running_hooks() {
  auto found = processes().running();
  std::erase_if(found, [this](sys::process::process_id id) {
    return processes().started()[static_cast<std::size_t>(id) - 1].front() == setup.helm.binary;
  });
  return found;
}

void operator_fixture::finish_running(int exit_code) {
  for (const auto id : running_hooks()) processes().finish(id, exit_code);
  run();
}

// -- the platform ------------------------------------------------------------

void operator_fixture::write(const std::string& path, std::string_view text, bool executable) {
  const std::filesystem::path full = root_.file(path);
  std::filesystem::create_directories(full.parent_path());
  std::ofstream(full, std::ios::binary | std::ios::trunc) << text;
  using std::filesystem::perms;
  std::filesystem::permissions(full, executable ? perms::owner_all : perms::owner_read | perms::owner_write);
}

void operator_fixture::module(const std::string& directory, std::optional<std::string> values) {
  const auto digits = directory.find_first_not_of("0123456789");
  const auto name = digits > 0 && directory[digits] == '-' ? directory.substr(digits + 1) : directory;
  module_directories_[name] = "modules/" + directory;
  write("modules/" + directory + "/values.yaml", values.value_or(core::values::to_camel(name) + "Enabled: true\n"));
}

void operator_fixture::chart(const std::string& module, std::string_view manifest) {
  const auto& directory = module_directories_.at(module);
  write(directory + "/Chart.yaml", "apiVersion: v2\nname: " + module + "\nversion: 0.1.0\n");
  write(directory + "/templates/all.yaml", manifest);
}

std::string operator_fixture::path_of(const std::string& script) const {
  const auto slash = script.find('/');
  const auto owner = script.substr(0, slash);
  const auto file = script.substr(slash + 1);
  if (owner == "global") return "global-hooks/" + file;
  return module_directories_.at(owner) + (file == "enabled" ? "/enabled" : "/hooks/" + file);
}

void operator_fixture::enabled_script(const std::string& module, hook_script play) {
  const auto path = path_of(module + "/enabled");
  write(path, "", true);
  hooks().add_enabled(root_.file(path), module + "/enabled", std::move(play));
}

void operator_fixture::hook(const std::string& script, const std::string& config, hook_script play) {
  const auto path = path_of(script);
  write(path, "", true);
  hooks().add_hook(root_.file(path), script, config, std::move(play));
}

void operator_fixture::replay(const std::string& script, hook_script play) {
  if (script.ends_with("/enabled")) write(path_of(script), "# edited " + std::to_string(++edits_) + "\n", true);
  hooks().replace(script, std::move(play));
}

// -- the ConfigMap -----------------------------------------------------------

text::json operator_fixture::config_map() const {
  if (auto found = world_->api.object("ConfigMap", namespace_name, config_map_name)) return *found;
  return object_of("v1", "ConfigMap", config_map_name, {}, namespace_name);
}

void operator_fixture::set_config(const std::map<std::string, std::string>& texts) {
  const auto object = config_map();
  std::map<std::string, text::json> data(texts.begin(), texts.end());
  if (const auto* found = object.find("data"))
    for (const auto& [key, yaml] : found->as_object()) data.try_emplace(key, yaml);
  api().put_object(object.with("data", text::json::object(text::json::object_type(data.begin(), data.end()))));
}

void operator_fixture::remove_config(const std::string& key) {
  const auto object = config_map();
  if (const auto* data = object.find("data")) api().put_object(object.with("data", data->without(key)));
}

std::optional<std::string> operator_fixture::config(const std::string& key) const {
  const auto object = config_map();
  const auto* data = object.find("data");
  return data == nullptr ? std::nullopt : data->string_at(key);
}

// -- the life of the operator ------------------------------------------------

void operator_fixture::start() {
  std::vector<std::string> directories;
  for (const auto& directory : modules_dirs) directories.push_back(root_.file(directory));
  auto platform = setup::read_modules_on_disk(directories, root_.file("global-hooks"));
  REQUIRE_MESSAGE(platform, platform.error().message);
  setup.modules = std::move(platform->modules);
  setup.modules_dirs = std::move(platform->modules_dirs);
  setup.helm.platform.modules_dirs = setup.modules_dirs;
  setup.global_hooks = std::move(platform->global_hooks);
  setup.values = std::move(platform->values);
  setup.metrics = actors::telemetry::metrics(system(), shared(), setup.metrics_prefix);
  top_ = own(actors::supervision::supervisor(system(), shared(),
                                             std::make_shared<const actors::supervision::operator_setup>(setup)));
  tell(top_, actors::messages::start_operator{});
  run();
}

void operator_fixture::stop() {
  tell(top_, actors::messages::stop_operator{{}, "terminated"});
  run();
}

actors::messages::operator_description operator_fixture::describe() {
  return ask<actors::messages::operator_description>(top_, actors::messages::describe_operator{});
}

std::string operator_fixture::metrics_text(const actors::messages::render_metrics& which) {
  return *ask<actors::messages::metrics_rendered>(setup.metrics, which).text;
}

sys::http::server_response operator_fixture::debug_page(const std::string& path,
                                                        actors::telemetry::debug_limits limits) {
  return debug_answer("GET", path, limits);
}

sys::http::server_response operator_fixture::debug_answer(const char* method, const std::string& path,
                                                          actors::telemetry::debug_limits limits) {
  const auto server = own(actors::telemetry::debug_server(system(), actors::framework::placement::shared, shared(),
                                                          {top_, recorder, {}, look_at_process}, limits));
  sys::http::server_request asked{.method = method, .path = path.substr(0, path.find('?'))};
  std::istringstream query(path.substr(std::min(path.size(), asked.path.size() + 1)));
  for (std::string part; std::getline(query, part, '&');)
    asked.query[part.substr(0, part.find('='))] = part.substr(part.find('=') + 1);
  auto request = std::make_shared<const sys::http::server_request>(std::move(asked));
  auto reply = std::make_shared<std::optional<sys::http::server_response>>();
  tell(server, actors::messages::http_asked{
                 {}, std::move(request), [reply](sys::http::server_response x) { *reply = std::move(x); }});
  run();
  REQUIRE_MESSAGE(reply->has_value(), "no answer has come");
  return **reply;
}

std::string operator_fixture::take_journal() {
  std::string text;
  for (const auto& line : std::exchange(world_->journal, {})) text += (text.empty() ? "" : "; ") + line;
  return text;
}

std::vector<hook_run> operator_fixture::runs_of(std::string_view script) const {
  std::vector<hook_run> runs;
  for (const auto& run : world_->hooks.runs())
    if (run.script == script) runs.push_back(run);
  return runs;
}

hook_run operator_fixture::last_run(std::string_view script) const {
  auto runs = runs_of(script);
  REQUIRE_MESSAGE(!runs.empty(), "the script has not run: ", std::string(script));
  return runs.back();
}

text::json object_of(const std::string& api_version, const std::string& kind, const std::string& name,
                     const std::map<std::string, std::string>& labels, const std::string& namespace_name) {
  text::json::object_type metadata{{"name", name}, {"namespace", namespace_name}};
  if (!labels.empty()) {
    text::json::object_type members;
    for (const auto& [key, value] : labels) members.emplace_back(key, value);
    metadata.emplace_back("labels", text::json::object(std::move(members)));
  }
  return text::json::object(
    {{"apiVersion", api_version}, {"kind", kind}, {"metadata", text::json::object(std::move(metadata))}});
}

} // namespace test
