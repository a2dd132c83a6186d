#include "simulation/day_player.hpp"

#include "kube/access/kubeconfig_text.hpp"
#include "simulation/fake_api_documents.hpp"
#include "sys/files/files.hpp"
#include "sys/log/log.hpp"
#include "trace/event.hpp"

#include <algorithm>
#include <chrono>
#include <utility>
#include <variant>

namespace simulation {

namespace {

using std::chrono::microseconds;
using std::chrono::nanoseconds;
using text::json;

std::int64_t in_us(nanoseconds x) {
  return std::chrono::duration_cast<microseconds>(x).count();
}

/// False for variables of this process that would lead programs to another cluster, or let them write into
/// the platform's directory.
bool is_for_programs(const std::string& variable) {
  for (const auto* prefix : {"KUBECONFIG=", "KUBECACHEDIR=", "KUBERNETES_", "HELM_", "PYTHONDONTWRITEBYTECODE="})
    if (variable.starts_with(prefix)) return false;
  return true;
}

json config_map_of(const day& x) {
  return json::object({{"apiVersion", "v1"},
                       {"kind", "ConfigMap"},
                       {"metadata", json::object({{"name", x.config_map}, {"namespace", x.namespace_name}})}});
}

} // namespace

day_player::day_player(day what, day_stage stage)
  : day_(std::move(what)), stage_(std::move(stage)), cluster_(day_.namespace_name) {
  sys::log::replace_log_sink([this](std::string_view line) { take_log(line); });
  cluster_.api().put_between(
    [this](const kube::api::http_request& request) -> std::optional<base::result<kube::api::http_response>> {
      for (auto& [number, x] : wrong_answers_) {
        if (!x.method.empty() && x.method != request.method) continue;
        if (request.target.find(x.path) == std::string::npos) continue;
        const auto status = x.status;
        if (x.times && --*x.times == 0) wrong_answers_.erase(number);
        return base::result<kube::api::http_response>(
          response_of(api_failure{status, status == 403 ? "Forbidden" : "Fault", "a fault of the day"}));
      }
      return std::nullopt;
    });
}

day_player::~day_player() {
  life_.reset();
  sys::log::replace_log_sink({});
}

base::result<void> day_player::begin() {
  auto gate = cluster_gate::open(bell_);
  if (!gate) return tl::unexpected(gate.error());
  gate_ = std::move(*gate);
  if (day_.begins_us) now_us_ = *day_.begins_us - virtual_actors::start_us;
  if (auto prepared = stage_.prepare(cluster_); !prepared) return prepared;
  const auto space = json::object(
    {{"apiVersion", "v1"}, {"kind", "Namespace"}, {"metadata", json::object({{"name", day_.namespace_name}})}});
  if (auto made = cluster_.apply(space); !made) return made;
  for (const auto& x : day_.cluster)
    if (auto made = cluster_.apply(x); !made) return base::fail(day_.file + ": cluster", made.error());
  const auto text = kube::access::kubeconfig_text(gate_->access(day_.namespace_name));
  if (auto written = sys::files::write_file_private(stage_.tmp_dir + "/kubeconfig", text); !written) return written;
  if (auto started = start_operator(); !started) return started;
  settle();
  return {};
}

base::result<void> day_player::start_operator() {
  auto setup = stage_.make_setup();
  if (!setup) return tl::unexpected(setup.error());
  setup->namespace_name = day_.namespace_name;
  setup->config_map = day_.config_map;
  setup->tmp.path = stage_.tmp_dir;
  setup->api_host = "virtual";
  // The start does not wait for global hooks that fail: during such a wait the steps of the day would pass on
  // a platform that has not started.
  setup->global_hooks.patience = std::chrono::seconds(0);
  setup->helm.kubeconfig = kube::access::kubeconfig_text(gate_->access(day_.namespace_name));
  setup->environment.clear();
  for (const auto& variable : stage_.environment)
    if (is_for_programs(variable)) setup->environment.push_back(variable);
  for (const auto& variable : day_.environment) setup->environment.push_back(variable);
  setup->environment.push_back("KUBECONFIG=" + stage_.tmp_dir + "/kubeconfig");
  setup->environment.push_back("KUBECACHEDIR=" + stage_.tmp_dir + "/kube-cache");
  for (const auto* kind : {"CACHE", "CONFIG", "DATA"})
    setup->environment.push_back(std::string("HELM_") + kind + "_HOME=" + stage_.tmp_dir + "/helm-" + kind);
  // Python would write its caches into the user's directory.
  setup->environment.emplace_back("PYTHONDONTWRITEBYTECODE=1");
  modules_.clear();
  for (const auto& module : setup->modules) modules_.push_back(module.source.name);
  life_ = std::make_unique<virtual_operator>(
    std::move(*setup), surroundings{.cluster = cluster_,
                                    .processes = stage_.processes,
                                    .bell = bell_,
                                    .program_limit = stage_.program_limit,
                                    .program_faults = program_faults_,
                                    .answer_requests = [this] { return gate_->answer(cluster_); },
                                    .record =
                                      [this](trace::event x) {
                                        last_id_ = std::max(last_id_, x.id);
                                        if (auto line = run_line(x); !line.empty()) ran_.push_back(std::move(line));
                                        stage_.record(x);
                                        events_.push_back(std::move(x));
                                      },
                                    .report = [this](const std::string& text) { failures_.push_back(text); },
                                    .now_us = now_us_,
                                    .last_id = last_id_});
  life_->programs().on_failure = [this](failed_program x) { failed_programs_.push_back(std::move(x)); };
  life_->programs().on_start = [this](const std::string& command) {
    // No program starts any more: the day ends here, in the middle of a step.
    if (stage_.is_over()) {
      life_->interrupt();
      return true;
    }
    const auto found = std::find_if(killers_.begin(), killers_.end(), [&](const std::string& part) {
      // The fault is meant for a run of the hook. `--config` runs at each start and would use up the fault.
      return command.find(part) != std::string::npos && !command.ends_with(" --config");
    });
    if (found == killers_.end()) return false;
    killers_.erase(found);
    life_->interrupt();
    return true;
  };
  life_->begin();
  return {};
}

// -- events ---------------------------------------------------------------------

step_result day_player::play(const day_step& x) {
  happen(x);
  settle();
  pass(x.wait);
  await(x);
  step_result done;
  done.failures = std::exchange(failures_, {});
  // Without an operator all unmet expectations are consequences of its end.
  if (life_ || done.failures.empty())
    for (auto& text : differences(x)) done.failures.push_back(std::move(text));
  done.failed_programs = std::exchange(failed_programs_, {});
  done.ran = std::exchange(ran_, {});
  done.events = std::exchange(events_, {});
  for (auto& line : std::exchange(log_, {}))
    if (line.find(" WARN ") != line.npos || line.find(" ERROR ") != line.npos) done.warnings.push_back(std::move(line));
  return done;
}

void day_player::happen(const day_step& x) {
  for (const auto& fault : x.faults) begin_fault(fault);
  for (const auto& object : x.applied) fail(cluster_.apply(object));
  for (const auto& name : x.deleted) fail(cluster_.remove(name));
  edit_config(x);
  if (x.restart) restart(*x.restart);
}

void day_player::fail(const base::result<void>& x) {
  if (!x) failures_.push_back(x.error().message);
}

void day_player::edit_config(const day_step& x) {
  if (x.config.empty()) return;
  json::object_type data;
  for (const auto& [key, text] : x.config) data.emplace_back(key, text ? json(*text) : json());
  fail(cluster_.apply(config_map_of(day_).with("data", json::object(std::move(data)))));
}

void day_player::begin_fault(const day_fault& x) {
  std::visit([this](const auto& concrete) { begin_fault(concrete); }, x);
}

void day_player::begin_fault(const api_unreachable& x) {
  cluster_.api().go_away({base::error_code::unavailable, "the API server is unreachable: a fault of the day"});
  ++outages_;
  agenda_.at(now_us_ + in_us(x.duration), [this] {
    if (--outages_ == 0) cluster_.api().come_back();
  });
}

void day_player::begin_fault(const watches_cut& x) {
  if (x.expired) cluster_.api().expire_history();
  cluster_.api().end_watches();
}

void day_player::begin_fault(const wrong_answer& x) {
  // Numbered, because an equal fault may have begun before this fault ends.
  const auto number = ++last_wrong_answer_;
  wrong_answers_.emplace(number, x);
  if (x.duration) agenda_.at(now_us_ + in_us(*x.duration), [this, number] { wrong_answers_.erase(number); });
}

void day_player::restart(restart_kind how) {
  if (life_ && how == restart_kind::stopped) {
    is_stopping_ = true;
    life_->stop();
    // A minute of virtual time, in steps, because the stop is over when its programs have ended.
    for (int second = 0; second < 60 && life_ && !life_->has_stopped() && !stage_.is_over(); ++second)
      pass(std::chrono::seconds(1));
    if (life_ && !life_->has_stopped()) failures_.emplace_back("the operator has not stopped within a minute");
  }
  is_stopping_ = false;
  life_.reset();
  fail(start_operator());
}

// -- time ----------------------------------------------------------------------

void day_player::settle() {
  pass(nanoseconds(0));
}

void day_player::pass(nanoseconds duration) {
  const auto end = now_us_ + in_us(duration);
  do {
    // Time stops at each event of the agenda, so that the event happens before the operator sees a later
    // time.
    const auto next = std::min(end, std::max(now_us_, agenda_.next_us().value_or(end)));
    const auto step = microseconds(next - now_us_);
    if (life_) life_->advance(step);
    now_us_ = next;
    agenda_.run_due(now_us_);
    if (life_) life_->run();
    if (stage_.is_over()) return;
    if (life_)
      for (const auto& command : life_->programs().take_overdue())
        failures_.push_back("a program has not ended within " + std::to_string(stage_.program_limit.count())
                            + " s of real time and was killed: " + command);
    notice_end();
    if (life_ && life_->interrupted()) start_again_soon();
  } while (now_us_ < end && failures_.empty());
}

/// Handles an operator that has ended by itself. The step has failed if the operator could not start.
void day_player::notice_end() {
  if (!life_ || !life_->has_stopped() || is_stopping_) return;
  // An operator that has ended by itself is started again, as the kubelet does with a Pod.
  const auto& why = life_->why_not_started();
  if (why.empty()) return start_again_soon();
  failures_.push_back("the operator cannot start: " + why);
  life_.reset();
}

void day_player::start_again_soon() {
  life_.reset();
  agenda_.at(now_us_ + in_us(std::chrono::seconds(1)), [this] {
    if (!life_) fail(start_operator());
  });
}

void day_player::await(const day_step& x) {
  const auto end = now_us_ + in_us(x.within);
  while (now_us_ < end && failures_.empty() && !stage_.is_over() && !differences(x).empty()) {
    auto next = std::min(end, agenda_.next_us().value_or(end));
    if (life_)
      if (const auto left = life_->time_to_next())
        next = std::min(next, now_us_ + std::chrono::ceil<microseconds>(*left).count());
    pass(microseconds(std::max<std::int64_t>(next - now_us_, 1)));
  }
}

void day_player::take_log(std::string_view line) {
  stage_.log(line);
  log_.emplace_back(line.substr(0, line.find('\n')));
}

} // namespace simulation
