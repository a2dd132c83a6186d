// The Helm that stays (`helm worker`). Its answers take time, it may be killed at any moment, and only the
// operator that has started it sends it questions.
#include "worlds/helm_programs.hpp"

#include <csignal>

namespace worlds {

namespace {

constexpr std::int64_t ms = 1000;

std::string failed(const std::string& number, const std::string& words) {
  return "{\"id\":" + number + R"(,"error":")" + words + "\"}";
}

} // namespace

test::fake_end helm_programs::run_worker(test::fake_process& process) {
  const auto end = helm_.stay(process);
  process.on_input = [this](test::fake_process& worker, const std::string& line) { take_question(worker.id(), line); };
  return end;
}

void helm_programs::take_question(sys::process::process_id worker, const std::string& line) {
  const auto asked = text::parse_json(line).value();
  const auto number = asked.find("id")->dump();
  const auto verb = asked.string_at("do").value();
  if (verb == "cancel") return cancel_question(worker, number);
  const auto release = asked.string_at("release").value();
  ++here_.programs;
  ++tally_.helms;
  if (verb == "upgrade") ++tally_.upgrades[release];
  questions_[{worker, number}] = release;
  const auto fails = [&](const std::string& words) {
    if (verb == "upgrade") ++tally_.bad_helms[release];
    answer_question(worker, number, failed(number, words), 50 * ms);
  };
  if (verb == "render") {
    if (troubles_.at({trouble_kind::helm_fails}, release) != nullptr) return fails("the simulated world makes me fail");
    return answer_question(worker, number, line, chance_.between(1 * ms, 50 * ms));
  }
  begin_work(verb, release, worker);
  if (troubles_.at({trouble_kind::helm_fails}, release) != nullptr) {
    note("helm " + verb + " " + release + " fails");
    tell(&observer::fails, "helm " + release);
    return fails("the simulated world makes me fail");
  }
  const auto latest = helm_.latest(release);
  if (verb == "upgrade" && latest && latest->status.starts_with("pending"))
    return fails("UPGRADE FAILED: another operation (install/upgrade/rollback) is in progress");
  if (const auto begun = helm_.begin(line); !begun) return fails(begun.error().message);
  if (verb == "upgrade") tell(&observer::upgrade_begins, release);
  if (troubles_.at({trouble_kind::helm_hangs}, release) != nullptr) {
    note("helm worker hangs in the middle of " + verb + " " + release);
    here_.has_hung = true;
    return;
  }
  const bool is_slow = troubles_.at({trouble_kind::helm_slow}, release) != nullptr;
  const auto delay = is_slow ? chance_.between(5000 * ms, 60000 * ms) : chance_.between(15 * ms, 1500 * ms);
  if (troubles_.at({trouble_kind::helm_killed}, release) != nullptr) {
    note("helm worker is killed in the middle of " + verb + " " + release);
    agenda_.at(now_us_ + delay, [this, worker] { processes_.signal_group(worker, SIGKILL); });
    return;
  }
  answer_question(worker, number, line, delay);
}

/// @param what the answer; or the question, if Helm shall answer it only then.
void helm_programs::answer_question(sys::process::process_id worker, const std::string& number, const std::string& what,
                                    std::int64_t delay_us) {
  agenda_.at(now_us_ + delay_us, [this, worker, number, what] {
    const auto question = questions_.extract({worker, number});
    if (question.empty()) return;
    processes_.go_on(worker, [&](test::fake_process& x) {
      tell(&observer::helm_answers, helm_work{{}, question.mapped(), worker});
      if (what.find(R"("do":)") == what.npos)
        x.print(sys::process::stream::out, what);
      else
        helm_.answer(x, what);
      return test::fake_end::ignores_sigterm();
    });
  });
}

void helm_programs::cancel_question(sys::process::process_id worker, const std::string& number) {
  if (!questions_.contains({worker, number})) return;
  note("a question to the helm worker is cancelled");
  answer_question(worker, number, failed(number, "context canceled"), 100 * ms);
}

} // namespace worlds
