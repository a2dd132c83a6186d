#include "worlds/world.hpp"

#include "worlds/bites.hpp"
#include "worlds/operator_life.hpp"
#include "worlds/rule.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <filesystem>
#include <stdexcept>
#include <utility>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
constexpr std::int64_t stop_us = 60'000 * ms;

sys::files::temp_dir make_root() {
  const auto* memory = "/dev/shm";
  const auto base = std::filesystem::is_directory(memory) ? memory : std::filesystem::temp_directory_path().string();
  auto made = sys::files::temp_dir::create(base, "world-");
  if (!made) throw std::runtime_error(made.error().message);
  return std::move(*made);
}

} // namespace

world::world(plan what)
  : plan_(std::move(what)), root_(make_root()), chance_(dice(plan_.seed).split("times")),
    helm_(api_, operator_namespace) {
  helm_.now_s = [this] { return (simulation::virtual_actors::start_us + now_us_) / 1'000'000; };
  count_directories_anew();
  write_tree();
  plan_happenings();
  plan_troubles();
  for (auto& x : make_rules(*this)) observers_.push_back(std::move(x));
  observers_.push_back(make_bites(*this));
}

world::~world() = default;

void world::play() {
  begin_life();
  advance_to(busy_ms * ms);
  is_calm_ = true;
  if (!life_) begin_life();
  // Several Helms may hang in a row, each until its time limit.
  advance_to(now_us_ + (has_hung_ ? 12 * settle_us : settle_us));
  tell(&observer::settles);
  if (!breaches_.empty()) return;
  look_at_end();
  tell(&observer::rests);
  stop_in_order();
  look_at_stop();
}

void world::look_at_end() {
  const auto described = life_->describe();
  end_of_world end;
  end.wanted = wanted_of(plan_, api_);
  end.enabled.insert(described.enabled_modules.begin(), described.enabled_modules.end());
  end.problems = described.problems;
  end.is_first_converge_done = described.first_reload_done;
  end.reload_tasks = described.reload_tasks;
  end.running = described.running;
  end.metrics = life_->metrics();
  end.hook_metrics = life_->hook_metrics();
  for (const auto& problem : end.problems) {
    note("/readyz: " + problem);
    tell(&observer::shows, problem);
  }
  for (const auto& x : observers_)
    if (breaches_.empty()) x->ends(end);
}

void world::look_at_stop() {
  if (breaches_.empty()) tell(&observer::stopped);
}

void world::advance_to(std::int64_t time_us) {
  while (now_us_ < time_us && breaches_.empty()) {
    auto next = std::min(time_us, std::max(agenda_.next_us().value_or(time_us), now_us_));
    if (life_)
      if (const auto left = life_->time_to_next())
        next = std::min(next, now_us_ + std::chrono::ceil<std::chrono::microseconds>(*left).count());
    const auto step = std::chrono::microseconds(next - now_us_);
    now_us_ = next;
    if (life_) life_->advance(step);
    agenda_.run_due(now_us_);
    if (life_)
      life_->run();
    else
      while (api_.deliver() + processes_.deliver() > 0) {
      }
    note_revision();
    tell(&observer::time_passes);
    if (life_ && life_->interrupted()) terminates_ ? terminate() : kill();
    if (life_ && life_->has_stopped() && !is_stopping_) {
      note("the operator has ended by itself");
      life_.reset();
      agenda_.at(now_us_ + 1000 * ms, [this] {
        if (!life_) begin_life();
      });
    }
  }
}

void world::begin_life() {
  note("the operator starts");
  is_stopping_ = false;
  forget_life();
  tell(&observer::life_begins);
  ++lives_;
  life_ = std::make_unique<operator_life>(*this, dice(plan_.seed).split("life " + std::to_string(lives_)).next() | 1U);
  life_->begin();
}

void world::kill() {
  note("the operator is killed");
  tell(&observer::life_ends, trouble_kind::crash);
  life_.reset();
  forget_life();
}

void world::terminate() {
  note("the operator gets SIGTERM");
  tell(&observer::life_ends, trouble_kind::restart);
  terminates_ = false;
  is_stopping_ = true;
  life_->resume_after_interrupt();
  life_->stop();
}

void world::end_life() {
  life_.reset();
}

void world::forget_life() {
  terminates_ = false;
  tally_ = {};
  tally_.began_us = now_us_;
  tell(&observer::forgets_life);
}

void world::stop_in_order() {
  if (!life_) return;
  note("the operator gets SIGTERM");
  ++seen_.rules["stop"];
  is_stopping_ = true;
  life_->stop();
  const auto end = now_us_ + stop_us;
  while (now_us_ < end && breaches_.empty() && life_ && !life_->has_stopped()) advance_to(now_us_ + 100 * ms);
  if (life_ && !life_->has_stopped()) breach_of("stop", "the operator has not stopped");
}

void world::plan_happenings() {
  for (const auto& x : plan_.happenings)
    agenda_.at(x.at_ms * ms, [this, &x] {
      note("# " + describe(x));
      happen(x);
    });
}

void world::plan_troubles() {
  for (const auto& x : plan_.troubles) {
    agenda_.at(x.from_ms * ms, [this, &x] {
      note("! " + describe(x));
      begin_trouble(x);
      if (x.kind == trouble_kind::group_away) end_life_beside(x);
    });
    agenda_.at((x.from_ms + x.for_ms) * ms, [this, &x] { end_trouble(x); });
  }
}

void world::note(std::string line) {
  // The name of the directory differs in each play.
  for (auto at = line.find(root_.path()); at != line.npos; at = line.find(root_.path()))
    line.replace(at, root_.path().size(), "ROOT");
  const auto passed = now_us_ / ms;
  auto time = std::to_string(passed / 1000) + "." + std::to_string(1000 + passed % 1000).substr(1);
  time.insert(0, time.size() < 8 ? 8 - time.size() : 0, ' ');
  journal_.push_back(time + " " + std::move(line));
}

void world::note(const trace::event& event) {
  ++seen_.messages[event.type.text()];
  if (event.step != 0) ++seen_.steps[event.step];
  tell(&observer::handles, event);
  const auto add = [&](std::uint64_t x) { trace_digest_ = dice(trace_digest_ ^ x).next(); };
  add(event.id);
  add(event.cause);
  add(static_cast<std::uint64_t>(event.time_us));
  add(std::hash<std::string>()(event.type.text() + " " + event.sender + " " + event.receiver));
}

const module_plan* world::module_named(const std::string& name) const {
  for (const auto& x : plan_.modules)
    if (x.name == name) return &x;
  return nullptr;
}

void world::breach_of(std::string rule, std::string text) {
  note("BREACH of " + rule + ": " + text);
  breaches_.push_back({std::move(rule), std::move(text)});
}

} // namespace worlds
