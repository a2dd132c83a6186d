#include "worlds/operator_life.hpp"

#include "actors/messages/observation.hpp"
#include "actors/supervision/supervisor.hpp"
#include "actors/telemetry/debug_server.hpp"
#include "actors/telemetry/metrics.hpp"
#include "actors/webhooks/webhook_server.hpp"
#include "setup/modules_on_disk.hpp"
#include "simulation/fake_alarm.hpp"
#include "sys/http/client_reply.hpp"
#include "sys/log/log.hpp"
#include "worlds/admission.hpp"
#include "worlds/hook_scripts.hpp"
#include "worlds/item_troubles.hpp"
#include "worlds/registration.hpp"
#include "worlds/request_faults.hpp"

#include <csignal>
#include <filesystem>
#include <stdexcept>
#include <utility>
#include <vector>

namespace worlds {

/// The programs of an operator. They are killed with it, as `sys::process::reactor` sees to it.
class operator_life::mortal_processes final : public sys::process::process_starter {
public:
  using end_seen = std::function<void(const std::vector<std::string>& argv, const sys::process::process_exit&)>;

  mortal_processes(test::fake_processes& all, end_seen on_end) : all_(all), on_end_(std::move(on_end)) {}

  sys::process::process_id start(sys::process::process_spec spec, sys::process::process_events events) override {
    if (!*alive_) return 0;
    const auto argv = spec.argv;
    started_.push_back(all_.start(
      std::move(spec), {[alive = alive_, to = events.on_start](int pid) {
                          if (*alive && to) to(pid);
                        },
                        [alive = alive_, to = events.on_line](sys::process::stream from, std::string_view line) {
                          return *alive ? to(from, line) : sys::process::flow::go_on;
                        },
                        [this, argv, alive = alive_, to = events.on_exit](sys::process::process_exit x) {
                          if (!*alive) return;
                          on_end_(argv, x);
                          to(std::move(x));
                        }}));
    return started_.back();
  }
  void signal_group(sys::process::process_id id, int signal) override {
    if (*alive_) all_.signal_group(id, signal);
  }
  void resume(sys::process::process_id id) override { all_.resume(id); }
  void write(sys::process::process_id id, std::string text) override { all_.write(id, std::move(text)); }

  void die() {
    *alive_ = false;
    for (const auto id : started_) all_.signal_group(id, SIGKILL);
  }

private:
  test::fake_processes& all_;
  end_seen on_end_;
  std::vector<sys::process::process_id> started_;
  std::shared_ptr<bool> alive_ = std::make_shared<bool>(true);
};

operator_life::operator_life(stage& around, const operator_surroundings& parts, std::uint64_t seed)
  : actor_fixture(seed), around_(around),
    way_(std::make_shared<rough_transport>(
      rough_world{
        around.api, around.agenda, [&around] { return around.now_us; },
        [&faults = parts.faults](const kube::api::http_request& request) { return faults.of_request(request); },
        [&faults = parts.faults](const kube::api::http_request& request, std::string_view line) {
          return faults.of_line(request, line);
        },
        [&faults = parts.faults](const kube::api::http_request& request) {
          return faults.answer_from_the_past(request);
        },
        [&around](const kube::api::http_request& request) {
          if (request.method != "GET") around.tell(&observer::writes_lost, std::size_t{1});
        },
        [&reviews = parts.reviews](const kube::api::http_request& request) { return reviews.has_review(request); },
        [&reviews = parts.reviews](const kube::api::http_request& request, std::function<void()> then) {
          reviews.admit(request, std::move(then));
        }},
      dice(seed).split("transport"))),
    processes_(std::make_shared<mortal_processes>(
      around.processes,
      [&scripts = parts.scripts](const std::vector<std::string>& argv, const sys::process::process_exit& how) {
        scripts.count_end(argv, how);
      })) {
  set_clock(std::chrono::microseconds(around.now_us));
  sys::log::replace_log_sink([this](std::string_view line) {
    around_.tell(&observer::logs, std::string(line.substr(0, line.find('\n'))));
    const bool is_info = line.find(" WARN ") == line.npos && line.find(" ERROR ") == line.npos;
    if (is_info && !around_.planned.tells_all) return;
    const std::string text(line.substr(0, line.find('\n')));
    // The time of the machine is left out, because it differs in each play.
    around_.note("log: " + text.substr(text.find(' ') + 1));
    around_.tell(&observer::shows, text.substr(text.find(' ') + 1));
  });
  shared()->record = [this](trace::packed_event event) { around_.note(trace::unpacked(event)); };
  shared()->on_actor_failed = [this](const std::string& actor, const std::string& reason) {
    around_.breach_of("actor", "actor '" + actor + "' has failed: " + reason);
  };
  shared()->on_report_failed = [this](const std::string& actor, const std::string& report, const std::string& reason) {
    around_.breach_of("actor", "a report of actor '" + actor + "' has failed: " + report + ": " + reason);
  };
  fail_files([&faults = parts.faults](file_request what, std::string_view path) { return faults.of_file(what, path); });
  add_outside([this] { return around_.api.deliver() > 0; });
  add_outside([this] { return around_.processes.deliver() > 0; });

  const auto& root = around.root;
  setup_.namespace_name = operator_namespace;
  setup_.config_map = operator_config;
  setup_.tmp.path = root.file("tmp-" + std::to_string(around.lives));
  std::filesystem::create_directories(setup_.tmp.path);
  setup_.helm.binary = root.file("helm");
  setup_.helm.platform.name = "worlds";
  setup_.parallel_module_runs = around.planned.at_once;
  if (around.planned.passes) setup_.on_module_failure = core::main_queue::module_failure::go_on;
  if (around.planned.few_wait) setup_.waiting_max = {1, 1000};
  if (around.planned.watches_rest) setup_.watch_portion = std::chrono::microseconds(0);
  if (has_trouble(around.planned, trouble_kind::group_hangs)) setup_.places = few_places;
  if (has_trouble(around.planned, trouble_kind::item_swells)) setup_.watched_bytes_max = small_room;
  if (has_trouble(around.planned, trouble_kind::fields_edited))
    setup_.repair_drift = core::releases::drift_mode::repair;
  if (has_webhooks(around.planned)) setup_.registration = registration_of_worlds();
  setup_.helm.stays = around.planned.helm_stays;
  setup_.removal_grace = std::chrono::seconds(around.planned.removal_grace_s);
  setup_.ignored_release = foreign_release;
  setup_.api_host = "api:6443";
  setup_.transport = way_;
  setup_.processes = processes_;
  setup_.alarm = std::make_shared<simulation::fake_alarm>(*this);
  setup_.environment = {"HOME=/nonexistent"};
  setup_.blocking = actors::framework::placement::shared;
  setup_.on_stopped = [this](int code) { exit_code_ = code; };
}

operator_life::~operator_life() {
  fail_files({});
  way_->sever();
  processes_->die();
  sys::log::replace_log_sink([](std::string_view) {});
  shared()->record = nullptr;
  shared()->on_actor_failed = [](const std::string&, const std::string&) {};
  shared()->on_report_failed = [](const std::string&, const std::string&, const std::string&) {};
  // Killed actors must not act any more, but they must end to be freed.
  resume_after_interrupt();
  if (!top_ || has_stopped()) return;
  stop();
  advance(setup_.stop_grace);
}

void operator_life::begin() {
  const auto& root = around_.root;
  auto platform = setup::read_modules_on_disk({root.file("modules")}, root.file("global-hooks"));
  if (!platform) throw std::logic_error(platform.error().message);
  setup_.modules = std::move(platform->modules);
  setup_.global_hooks = std::move(platform->global_hooks);
  setup_.values = std::move(platform->values);
  setup_.metrics = actors::telemetry::metrics(system(), shared(), setup_.metrics_prefix);
  setup_.webhooks = own(actors::webhooks::webhook_server(system(), shared(), setup_.metrics, {}));
  top_ = own(actors::supervision::supervisor(system(), shared(),
                                             std::make_shared<const actors::supervision::operator_setup>(setup_)));
  tell(top_, actors::messages::start_operator{});
  run();
}

void operator_life::review(sys::http::server_request request, sys::http::reply_function reply) {
  tell(setup_.webhooks,
       actors::messages::http_asked{{},
                                    std::make_shared<const sys::http::server_request>(std::move(request)),
                                    sys::http::client_reply{std::move(reply), "192.0.2.1", {}, true}});
}

void operator_life::stop() {
  tell(top_, actors::messages::stop_operator{{}, "terminated"});
  run();
}

std::string operator_life::metrics() {
  return *ask<actors::messages::metrics_rendered>(setup_.metrics, actors::messages::render_metrics{}).text;
}

std::string operator_life::hook_metrics() {
  return *ask<actors::messages::metrics_rendered>(setup_.metrics, actors::messages::render_metrics{{}, true}).text;
}

std::string operator_life::values_of(const std::string& module) {
  if (!debug_)
    debug_ = own(actors::telemetry::debug_server(system(), actors::framework::placement::shared, shared(), {top_, {}}));
  auto request = std::make_shared<sys::http::server_request>();
  request->method = "GET";
  request->path = "/module/" + module + "/values.json";
  request->query["global"] = "true";
  const auto body = std::make_shared<std::string>();
  tell(debug_, actors::messages::http_asked{
                 {}, std::move(request), [body](const sys::http::server_response& x) { *body = x.body; }});
  run();
  return *body;
}

actors::messages::operator_description operator_life::describe() {
  return ask<actors::messages::operator_description>(top_, actors::messages::describe_operator{});
}

} // namespace worlds
