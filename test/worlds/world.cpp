#include "worlds/world.hpp"

#include "worlds/bites.hpp"
#include "worlds/file_faults.hpp"
#include "worlds/operator_life.hpp"
#include "worlds/rule.hpp"

#include <algorithm>
#include <utility>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;
constexpr std::int64_t stop_us = 60'000 * ms;

} // namespace

world::world(plan what)
  : here_(std::move(what)), troubles_(here_), config_(here_), kind_(here_), cluster_(here_, config_, kind_),
    items_(here_, cluster_), losses_(here_, config_), faults_(here_, troubles_, cluster_), admission_(here_, troubles_),
    programs_(here_, troubles_), scripts_(here_, troubles_, cluster_),
    tree_(here_, {troubles_, config_, kind_, scripts_, programs_}), hands_(here_, config_, scripts_),
    events_(*this, {troubles_, config_, kind_, cluster_, faults_, items_, losses_, hands_}) {
  here_.helm.now_s = [this] { return (simulation::virtual_actors::start_us + here_.now_us) / 1'000'000; };
  count_directories_anew();
  tree_.write();
  plan_happenings();
  plan_troubles();
  for (auto& x : make_rules(*this)) here_.observers.push_back(std::move(x));
  here_.observers.push_back(make_bites(*this));
}

// The operator ends before the parts that its programs and requests come to.
world::~world() {
  here_.life.reset();
}

void world::play() {
  begin_life();
  advance_to(busy_ms * ms);
  here_.is_calm = true;
  if (!here_.life) begin_life();
  // Several Helms may hang in a row, each until its time limit.
  advance_to(here_.now_us + (here_.has_hung ? 12 * settle_us : settle_us));
  here_.tell(&observer::settles);
  if (!here_.breaches.empty()) return;
  look_at_end();
  here_.tell(&observer::rests);
  stop_in_order();
  look_at_stop();
}

void world::look_at_end() {
  const auto described = here_.life->describe();
  end_of_world end;
  end.wanted = wanted_of(here_.planned, here_.api);
  end.enabled.insert(described.enabled_modules.begin(), described.enabled_modules.end());
  end.problems = described.problems;
  end.is_first_converge_done = described.first_reload_done;
  end.reload_tasks = described.reload_tasks;
  end.running = described.running;
  end.metrics = here_.life->metrics();
  end.hook_metrics = here_.life->hook_metrics();
  for (const auto& problem : end.problems) {
    here_.note("/readyz: " + problem);
    here_.tell(&observer::shows, problem);
  }
  for (const auto& x : here_.observers)
    if (here_.breaches.empty()) x->ends(end);
}

void world::look_at_stop() {
  if (here_.breaches.empty()) here_.tell(&observer::stopped);
}

void world::advance_to(std::int64_t time_us) {
  while (here_.now_us < time_us && here_.breaches.empty()) {
    auto next = std::min(time_us, std::max(here_.agenda.next_us().value_or(time_us), here_.now_us));
    if (here_.life)
      if (const auto left = here_.life->time_to_next())
        next = std::min(next, here_.now_us + std::chrono::ceil<std::chrono::microseconds>(*left).count());
    const auto step = std::chrono::microseconds(next - here_.now_us);
    here_.now_us = next;
    if (here_.life) here_.life->advance(step);
    here_.agenda.run_due(here_.now_us);
    if (here_.life)
      here_.life->run();
    else
      while (here_.api.deliver() + here_.processes.deliver() > 0) {
      }
    faults_.note_revision();
    here_.tell(&observer::time_passes);
    if (here_.life && here_.life->interrupted()) will_terminate() ? terminate() : kill();
    if (here_.life && here_.life->has_stopped() && !is_stopping_) {
      here_.note("the operator has ended by itself");
      here_.life.reset();
      here_.agenda.at(here_.now_us + 1000 * ms, [this] {
        if (!here_.life) begin_life();
      });
    }
  }
}

void world::begin_life() {
  here_.note("the operator starts");
  is_stopping_ = false;
  forget_life();
  here_.tell(&observer::life_begins);
  ++here_.lives;
  here_.life =
    std::make_unique<operator_life>(here_, operator_surroundings{faults_, scripts_, admission_},
                                    dice(here_.planned.seed).split("life " + std::to_string(here_.lives)).next() | 1U);
  here_.life->begin();
}

void world::kill() {
  here_.note("the operator is killed");
  here_.tell(&observer::life_ends, trouble_kind::crash);
  here_.life.reset();
  forget_life();
}

void world::terminate() {
  here_.note("the operator gets SIGTERM");
  here_.tell(&observer::life_ends, trouble_kind::restart);
  next_ = interruption::kill;
  is_stopping_ = true;
  here_.life->resume_after_interrupt();
  here_.life->stop();
}

void world::end_life() {
  here_.life.reset();
}

void world::forget_life() {
  next_ = interruption::kill;
  here_.tally = {};
  here_.tally.began_us = here_.now_us;
  here_.tell(&observer::forgets_life);
}

void world::stop_in_order() {
  if (!here_.life) return;
  here_.note("the operator gets SIGTERM");
  ++here_.seen.rules["stop"];
  is_stopping_ = true;
  here_.life->stop();
  const auto end = here_.now_us + stop_us;
  while (here_.now_us < end && here_.breaches.empty() && here_.life && !here_.life->has_stopped())
    advance_to(here_.now_us + 100 * ms);
  if (here_.life && !here_.life->has_stopped()) here_.breach_of("stop", "the operator has not stopped");
}

void world::plan_happenings() {
  for (const auto& x : here_.planned.happenings)
    here_.agenda.at(x.at_ms * ms, [this, &x] {
      here_.note("# " + describe(x));
      if (x.kind == happening_kind::review) return admission_.ask(x.subject);
      cluster_.happen(x);
    });
}

void world::plan_troubles() {
  for (const auto& x : here_.planned.troubles) {
    here_.agenda.at(x.from_ms * ms, [this, &x] {
      here_.note("! " + describe(x));
      events_.begin(x);
      if (x.kind == trouble_kind::group_away) events_.end_life_beside(x);
    });
    here_.agenda.at((x.from_ms + x.for_ms) * ms, [this, &x] { events_.end(x); });
  }
}

} // namespace worlds
