#pragma once

#include "core/leadership/machine_under_test.hpp"

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace test {

/// The dangers of a world, each as a share of 1 000.
struct lease_dangers {
  unsigned lost = 0;         ///< requests and answers that are lost
  unsigned slow = 0;         ///< messages that take up to 9 s
  unsigned slow_answers = 0; ///< answers that take up to 2.9 s, although the request was fast
  unsigned broken = 0;       ///< lines after which the watch ends
  bool has_wrong_rates = false;
};

/// Two machines, their clocks, and a Lease that both write over a network. Times are of the world, unless a
/// machine is asked.
class lease_world {
public:
  using instant = core::leadership::instant;

  struct replica {
    std::string identity;
    double rate = 1;
    instant offset{0};
    std::unique_ptr<machine_under_test> process; ///< null: it does not run
    unsigned starts = 0;
    std::uint64_t watch = 0; ///< number of its watch; 0: no watch
    instant watch_free{0};   ///< the lines of a watch come in their order
    instant frozen_until{0};
    instant granted{0}; ///< the last grant of the permit
    unsigned leads = 0; ///< how often it has begun to lead
  };

  lease_world(std::uint64_t seed, lease_dangers dangers) : dangers_(dangers), random_(seed) {
    for (auto* x : {&a, &b}) {
      x->identity = x == &a ? "a" : "b";
      x->offset = std::chrono::seconds(1 + random(1000));
      if (dangers.has_wrong_rates) x->rate = 0.9 + static_cast<double>(random(200)) / 1000;
      start(*x);
    }
  }

  void run_until(instant end) {
    while (!agenda_.empty() && agenda_.begin()->first <= end) {
      auto node = agenda_.extract(agenda_.begin());
      now = node.key();
      node.mapped()();
    }
    now = end;
  }

  void after(instant delay, std::function<void()> work) { agenda_.emplace(now + delay, std::move(work)); }

  void start(replica& x) {
    ++x.starts;
    x.frozen_until = instant{0};
    x.watch = 0;
    x.process = std::make_unique<machine_under_test>(x.identity);
    give(x, core::leadership::lease_input::began{});
  }
  /// SIGKILL: all processes of the replica have ended.
  void kill(replica& x) {
    x.process.reset();
    x.watch = 0;
  }
  void end_work(replica& x) { give(x, core::leadership::lease_input::work_ended{}); }
  void freeze(replica& x, instant time) { x.frozen_until = now + time; }

  /// A person writes the Lease.
  void write_by_hand(std::optional<std::string> holder) {
    if (!lease) return;
    ++version_;
    if (holder)
      lease->holder = *holder;
    else
      lease.reset();
    if (lease) lease->version = std::to_string(version_);
    announce();
  }

  /// The time at which the processes of the replica have ended for sure, if it leads no longer.
  [[nodiscard]] instant end_of_lead(const replica& x) const {
    if (!x.process || x.process->deadlines.lead_until == instant{0}) return instant{0};
    const auto own = static_cast<double>((x.process->deadlines.lead_until - x.offset).count());
    return instant{static_cast<std::int64_t>(own / x.rate)};
  }
  [[nodiscard]] bool leads(const replica& x) const {
    return x.process && x.process->stage() == core::leadership::leadership_stage::leading;
  }
  [[nodiscard]] instant clock_of(const replica& x) const {
    return x.offset + instant{static_cast<std::int64_t>(static_cast<double>(now.count()) * x.rate)};
  }
  [[nodiscard]] unsigned random(unsigned below) { return static_cast<unsigned>(random_() % below); }

  replica a;
  replica b;
  instant now{0};
  std::optional<core::leadership::lease_record> lease;
  std::vector<std::string> faults; ///< broken promises

private:
  [[nodiscard]] bool happens(unsigned share) { return random(1000) < share; }
  [[nodiscard]] instant delay() {
    if (happens(dangers_.slow)) return std::chrono::milliseconds(random(9000));
    return std::chrono::milliseconds(1 + random(40));
  }
  [[nodiscard]] replica& other(const replica& x) { return &x == &a ? b : a; }

  /// Gives an input to the process that runs now. A frozen process gets it when it goes on.
  template <class Input>
  void give(replica& x, Input input) {
    if (!x.process) return;
    if (x.frozen_until > now)
      return after(x.frozen_until - now, [this, &x, input, starts = x.starts] {
        if (x.starts == starts) give(x, input);
      });
    const bool led = leads(x);
    x.process->at(clock_of(x), input);
    const auto effects = x.process->effects;
    for (const auto& effect : effects) std::visit([&](const auto& y) { perform(x, y); }, effect);
    if (!led && leads(x)) ++x.leads;
    if (x.process && x.process->stage() == core::leadership::leadership_stage::over) restart(x);
  }

  /// The process ends with the rest of its work, and the container starts it again.
  void restart(replica& x) {
    const auto end = std::max(end_of_lead(x), now);
    const auto starts = x.starts;
    after(end - now, [this, &x, starts] {
      if (x.starts != starts) return;
      kill(x);
      after(std::chrono::milliseconds(500), [this, &x, starts] {
        if (x.starts == starts) start(x);
      });
    });
  }

  void perform(replica& x, const core::leadership::lease_effect::lead_until& y) {
    if (y.deadlines.begin_until <= clock_of(x)) return;
    x.granted = now;
    const auto end = end_of_lead(other(x));
    if (end > now)
      faults.push_back(x.identity + " leads at " + std::to_string(now.count()) + ", and the other one until "
                       + std::to_string(end.count()));
  }
  void perform(replica& x, const core::leadership::lease_effect::wake_at& y) {
    const auto wait = static_cast<double>((y.time - clock_of(x)).count()) / x.rate;
    after(instant{static_cast<std::int64_t>(wait) + 1}, [this, &x, starts = x.starts] {
      if (x.starts == starts) give(x, core::leadership::lease_input::time_came{});
    });
  }
  void perform(replica& x, const core::leadership::lease_effect::read_lease& y) {
    ask(x, y.call, [this, call = y.call]() -> core::leadership::lease_machine_input {
      return core::leadership::lease_input::found{call, lease};
    });
  }
  void perform(replica& x, const core::leadership::lease_effect::write_lease& y) {
    const auto acquired = std::to_string(clock_of(x).count());
    ask(x, y.call, [this, y, acquired, identity = x.identity] { return write(y, acquired, identity); });
  }
  void perform(replica& x, const core::leadership::lease_effect::open_watch&) {
    x.watch = ++watches_;
    after(delay(), [this, &x, watch = x.watch] {
      if (x.watch != watch) return;
      give(x, core::leadership::lease_input::watch_began{});
      if (lease) send_line(x, {lease->version, lease});
    });
  }
  void perform(replica&, const core::leadership::lease_effect::view_changed&) {}
  void perform(replica&, const core::leadership::lease_effect::gave_away&) {}

  /// A request may be lost, may arrive after its time limit, and may lose its answer.
  void ask(replica& x, core::leadership::lease_call call,
           std::function<core::leadership::lease_machine_input()> serve) {
    const auto answered = std::make_shared<bool>(false);
    const auto give_once = [this, &x, answered, starts = x.starts](core::leadership::lease_machine_input input) {
      if (!std::exchange(*answered, true) && x.starts == starts) give(x, std::move(input));
    };
    after(std::chrono::seconds(3), [give_once, call] {
      give_once(core::leadership::lease_input::unanswered{call, "timeout"});
    });
    if (happens(dangers_.lost)) return;
    after(delay(), [this, serve = std::move(serve), give_once] {
      auto answer = serve();
      if (happens(dangers_.lost)) return;
      const auto way = happens(dangers_.slow_answers) ? instant(std::chrono::milliseconds(random(2900))) : delay();
      after(way, [give_once, answer = std::move(answer)] { give_once(answer); });
    });
  }

  core::leadership::lease_machine_input write(const core::leadership::lease_effect::write_lease& y,
                                              const std::string& time, const std::string& identity) {
    if (y.version != (lease ? lease->version : std::string())) return core::leadership::lease_input::overtaken{y.call};
    const bool holds = y.wish == core::leadership::lease_wish::hold;
    auto next = lease.value_or(core::leadership::lease_record{});
    next.version = std::to_string(++version_);
    next.holder = holds ? identity : std::string();
    next.is_given_away = !holds;
    next.duration = core::leadership::lease_terms{}.duration;
    next.transitions = y.transitions;
    next.renewed = time;
    if (y.changes_holder) next.acquired = time;
    lease = next;
    announce();
    return core::leadership::lease_input::written{y.call, next};
  }

  void announce() {
    for (auto* x : {&a, &b})
      if (x->watch != 0) send_line(*x, {std::to_string(version_), lease});
  }
  void send_line(replica& x, core::leadership::lease_input::seen line) {
    x.watch_free = std::max(x.watch_free, now + delay());
    const bool breaks = happens(dangers_.broken);
    after(x.watch_free - now, [this, &x, line = std::move(line), watch = x.watch, breaks] {
      if (x.watch != watch || !x.process) return;
      if (!breaks) return give(x, line);
      x.watch = 0;
      give(x, core::leadership::lease_input::watch_ended{});
    });
  }

  lease_dangers dangers_;
  std::mt19937_64 random_;
  std::multimap<instant, std::function<void()>> agenda_;
  std::uint64_t version_ = 0;
  std::uint64_t watches_ = 0;
};

} // namespace test
