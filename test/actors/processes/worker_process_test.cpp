#include "hook_runner_fixture.hpp"

#include <chrono>
#include <csignal>
#include <string>
#include <utility>
#include <vector>

using namespace actors::messages;
using namespace std::chrono_literals;
using test::fake_end;
using test::fake_process;
using signals = std::vector<std::pair<sys::process::process_id, int>>;

namespace {

/// A program with answers that the test gives.
struct standing_fixture : test::hook_runner_fixture {
  standing_fixture() {
    processes->on("/clerk", [this](fake_process& clerk) {
      if (!greeting.empty()) clerk.print(sys::process::stream::out, greeting);
      clerk.on_input = [this](fake_process& x, const std::string& line) { answer(x, line); };
      return fake_end::ignores_sigterm();
    });
  }

  ask_program question(std::string text = R"({"do":"greet"})", bool may_finish = false) {
    return {{}, command, std::move(text), 60s, may_finish, "clerk"};
  }
  /// `{"id":3,"do":…}`: 3
  static std::string id_in(const std::string& line) { return line.substr(6, line.find_first_of(",}", 6) - 6); }

  std::string greeting = R"({"protocol":2})";
  std::vector<std::string> asked;
  std::function<void(fake_process&, const std::string&)> answer = [this](fake_process& x, const std::string& line) {
    asked.push_back(line);
    x.print(sys::process::stream::out, "{\"id\":" + id_in(line) + ",\"said\":\"yes\"}");
  };
  std::shared_ptr<const standing_command> command =
    std::make_shared<const standing_command>(standing_command{{"/bin/clerk", "sit"}, {"A=b"}, "/"});
};

} // namespace

TEST_CASE_FIXTURE(standing_fixture, "a program that stays is started once and answers each question") {
  start();
  const auto first = ask<program_answered>(runner, question());
  const auto second = ask<program_answered>(runner, question(R"({"do":"again","what":[1]})"));
  REQUIRE(first.result);
  REQUIRE(second.result);
  CHECK_EQ(processes->started().size(), 1);
  REQUIRE_EQ(asked.size(), 2);
  CHECK_EQ(asked[1], "{\"id\":" + id_in(asked[1]) + R"(,"do":"again","what":[1]})");
  CHECK_EQ(second.answer, "{\"id\":" + id_in(asked[1]) + R"(,"said":"yes"})");
}

TEST_CASE_FIXTURE(standing_fixture, "a stage before the answer is no answer") {
  answer = [this](fake_process& x, const std::string& line) {
    asked.push_back(line);
    for (const auto* said : {R"("stage":"waits for Job migrate")", R"("stage":"")", R"("said":"yes","stage":"x")"})
      x.print(sys::process::stream::out, "{\"id\":" + id_in(line) + "," + said + "}");
  };
  start();
  const auto answered = ask<program_answered>(runner, question());
  REQUIRE(answered.result);
  CHECK_EQ(answered.answer, "{\"id\":" + id_in(asked.at(0)) + R"(,"said":"yes","stage":"x"})");
}

TEST_CASE_FIXTURE(standing_fixture, "questions under way at the same time get their own answers, in any order") {
  std::vector<std::pair<fake_process*, std::string>> open;
  answer = [&](fake_process& x, const std::string& line) { open.emplace_back(&x, id_in(line)); };
  start();
  const auto first = ask_later<program_answered>(runner, question());
  const auto second = ask_later<program_answered>(runner, question());
  run();
  REQUIRE_EQ(open.size(), 2);
  open[1].first->print(sys::process::stream::out, "{\"id\":" + open[1].second + ",\"n\":2}");
  run();
  CHECK_FALSE(first.has_come());
  CHECK(second.get().answer.ends_with("\"n\":2}"));
  open[0].first->print(sys::process::stream::out, "{\"id\":" + open[0].second + ",\"n\":1}");
  run();
  CHECK(first.get().answer.ends_with("\"n\":1}"));
}

TEST_CASE_FIXTURE(standing_fixture,
                  "a program that nobody asks for half a minute ends, and the next question starts another") {
  start();
  CHECK(ask<program_answered>(runner, question()).result);
  advance(20s);
  CHECK(ask<program_answered>(runner, question()).result);
  advance(30s - 1ms);
  CHECK(processes->signals().empty());
  advance(1ms);
  CHECK(processes->signals() == signals{{1, SIGKILL}});
  run();
  CHECK(ask<program_answered>(runner, question()).result);
  CHECK_EQ(processes->started().size(), 2);
}

TEST_CASE_FIXTURE(standing_fixture,
                  "a program that ends fails what it has not answered, with its last words for the log") {
  answer = [this](fake_process& x, const std::string&) {
    x.print(sys::process::stream::err, "fatal error: stack overflow");
    processes->finish(x.id(), 2);
  };
  start();
  const auto failed = ask<program_answered>(runner, question());
  REQUIRE_FALSE(failed.result);
  CHECK_EQ(failed.result.error().message, "cmd run: exit status 2");
  CHECK_EQ(failed.error_text, "fatal error: stack overflow");
  answer = [](fake_process& x, const std::string& line) {
    x.print(sys::process::stream::out, "{\"id\":" + id_in(line) + "}");
  };
  CHECK(ask<program_answered>(runner, question()).result);
}

TEST_CASE_FIXTURE(standing_fixture, "a question that takes too long is cancelled") {
  answer = [this](fake_process& x, const std::string& line) {
    asked.push_back(line);
    if (line.find("cancel") != line.npos)
      x.print(sys::process::stream::out, "{\"id\":" + id_in(line) + R"(,"error":"context canceled"})");
  };
  start();
  const auto late = ask_later<program_answered>(runner, question());
  advance(60s);
  REQUIRE_EQ(asked.size(), 2);
  CHECK_EQ(asked[1], "{\"id\":" + id_in(asked[0]) + R"(,"do":"cancel"})");
  CHECK_EQ(late.get().result.error().message, "took longer than its time limit of 60 s and was ended");
  CHECK(processes->signals().empty());
}

TEST_CASE_FIXTURE(
  standing_fixture,
  "a program that does not answer a cancelling gets no new questions, and is ended after its last answer") {
  std::vector<std::string> ids;
  answer = [&](fake_process&, const std::string& line) {
    if (line.find("cancel") != line.npos) return;
    ids.push_back(id_in(line));
  };
  start();
  const auto hanging = ask_later<program_answered>(runner, question());
  advance(30s);
  const auto slow = ask_later<program_answered>(runner, question());
  advance(30s + 15s);
  CHECK_EQ(hanging.get().result.error().code, base::error_code::timeout);
  CHECK(processes->signals().empty());
  const auto next = ask_later<program_answered>(runner, question());
  run();
  CHECK_EQ(processes->started().size(), 2);
  // The first process answers as many questions as it can.
  REQUIRE_EQ(ids.size(), 3);
  processes->go_on(1, [&](fake_process& x) {
    x.print(sys::process::stream::out, "{\"id\":" + ids[1] + "}");
    return fake_end::ignores_sigterm();
  });
  run();
  CHECK(slow.get().result);
  CHECK(processes->signals() == signals{{1, SIGKILL}});
}

TEST_CASE_FIXTURE(standing_fixture, "a program whose cancelled question goes on is ended, and another takes over") {
  answer = [this](fake_process& x, const std::string& line) {
    asked.push_back(line);
    if (line.find("cancel") == line.npos) return;
    x.print(sys::process::stream::out, "{\"id\":" + id_in(line) + R"(,"left":true,"error":"context canceled"})");
  };
  start();
  const auto endless = ask_later<program_answered>(runner, question());
  advance(60s);
  CHECK_EQ(endless.get().result.error().code, base::error_code::timeout);
  CHECK(processes->signals() == signals{{1, SIGKILL}});
  const auto next = ask_later<program_answered>(runner, question());
  run();
  CHECK_EQ(processes->started().size(), 2);
  CHECK_EQ(asked.size(), 3);
}

TEST_CASE_FIXTURE(standing_fixture,
                  "the answers to others are awaited before a program whose cancelled question goes on is ended") {
  std::vector<std::string> ids;
  answer = [&](fake_process& x, const std::string& line) {
    if (line.find("cancel") == line.npos) return ids.push_back(id_in(line));
    x.print(sys::process::stream::out, "{\"id\":" + id_in(line) + R"(,"left":true,"error":"context canceled"})");
  };
  start();
  const auto endless = ask_later<program_answered>(runner, question());
  advance(30s);
  const auto slow = ask_later<program_answered>(runner, question());
  const auto never = ask_later<program_answered>(runner, question());
  advance(30s);
  CHECK_EQ(endless.get().result.error().code, base::error_code::timeout);
  CHECK(processes->signals().empty());
  REQUIRE_EQ(ids.size(), 3);
  processes->go_on(1, [&](fake_process& x) {
    x.print(sys::process::stream::out, "{\"id\":" + ids[1] + R"(,"said":"\"left\":true"})");
    return fake_end::ignores_sigterm();
  });
  run();
  CHECK(slow.get().result);
  CHECK(processes->signals().empty());
  advance(30s);
  CHECK_EQ(never.get().result.error().code, base::error_code::timeout);
  CHECK(processes->signals() == signals{{1, SIGKILL}});
}

TEST_CASE_FIXTURE(standing_fixture, "a program that speaks another protocol is not asked") {
  greeting = R"({"protocol":7})";
  answer = [](fake_process&, const std::string&) {};
  start();
  const auto failed = ask<program_answered>(runner, question());
  REQUIRE_FALSE(failed.result);
  CHECK(failed.error_text.starts_with("it does not speak protocol 2: {\"protocol\":7}"));
}

TEST_CASE_FIXTURE(standing_fixture, "a program that cannot be started fails the question") {
  command = std::make_shared<const standing_command>(standing_command{{"/bin/nobody"}, {}, "/"});
  start();
  CHECK_EQ(ask<program_answered>(runner, question()).result.error().message, "/bin/nobody: no such file or directory");
}

TEST_CASE_FIXTURE(standing_fixture,
                  "a stop waits half of the grace period for work that may finish, and ends the program with it") {
  std::vector<std::string> ids;
  answer = [&](fake_process& x, const std::string& line) {
    ids.push_back(id_in(line));
    if (line.find("cancel") != line.npos) x.print(sys::process::stream::out, "{\"id\":" + ids.back() + "}");
  };
  start();
  const auto shown = ask_later<program_answered>(runner, question());
  const auto upgrade = ask_later<program_answered>(runner, question(R"({"do":"upgrade"})", true));
  run();
  const auto stopped = ask_later<stopped_running>(runner, stop_running{{}, 10s});
  run();
  CHECK_EQ(shown.get().result.error().code, base::error_code::cancelled);
  CHECK_FALSE(stopped.has_come());
  advance(5s);
  CHECK_EQ(upgrade.get().result.error().code, base::error_code::cancelled);
  CHECK(processes->signals() == signals{{1, SIGKILL}});
  run();
  CHECK(stopped.has_come());
  CHECK_EQ(ask<program_answered>(runner, question()).result.error().code, base::error_code::cancelled);
}

TEST_CASE_FIXTURE(standing_fixture, "a stop ends a program that has nothing to do at once") {
  start();
  CHECK(ask<program_answered>(runner, question()).result);
  const auto stopped = ask_later<stopped_running>(runner, stop_running{{}, 10s});
  run();
  CHECK(processes->signals() == signals{{1, SIGKILL}});
  CHECK(stopped.has_come());
}

TEST_CASE_FIXTURE(standing_fixture, "a program that stays and dies for want of memory is reported with its limit") {
  answer = [](fake_process& x, const std::string&) {
    x.print(sys::process::stream::err, "runtime: out of memory: cannot allocate 8 bytes");
  };
  start();
  auto asked_for = question();
  asked_for.command = std::make_shared<const standing_command>(
    standing_command{{"/bin/clerk", "sit"}, {"A=b"}, "/", std::uint64_t{64} << 20U});
  const auto answered = ask_later<program_answered>(runner, asked_for);
  run();
  processes->finish(1, 2);
  run();
  REQUIRE(answered.has_come());
  CHECK(answered.get().result.error().message == "cmd run: exit status 2 for want of memory: it may take 64 MiB");
}
