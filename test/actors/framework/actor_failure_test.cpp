#include "support/actor_fixture.hpp"
#include "sys/log/log.hpp"

#include <sys/wait.h>
#include <unistd.h>

#include <stdexcept>

namespace actors {

bool is_summary_broken = false;

struct be_asked {
  base::origin origin;
};
constexpr void only_in_tests(const be_asked&) {}
struct was_asked {
  base::origin origin;
};
constexpr void only_in_tests(const was_asked&) {}

/// A question of a user.
struct be_looked_at {
  base::origin origin;
};
constexpr void only_in_tests(const be_looked_at&) {}
struct was_looked_at {
  base::origin origin;
};
constexpr void only_in_tests(const was_looked_at&) {}
constexpr void only_for_people(const be_looked_at&) {}

/// A question that is answered later.
struct be_studied {
  base::origin origin;
};
constexpr void only_in_tests(const be_studied&) {}
struct was_studied {
  base::origin origin;
};
constexpr void only_in_tests(const was_studied&) {}
constexpr void only_for_people(const be_studied&) {}

inline std::string summary(const be_asked&) {
  if (is_summary_broken) throw std::out_of_range("no such summary");
  return {};
}

} // namespace actors

ACTORS_MESSAGE(actors::be_looked_at)
ACTORS_MESSAGE(actors::was_looked_at)
ACTORS_MESSAGE(actors::be_studied)
ACTORS_MESSAGE(actors::was_studied)
ACTORS_MESSAGE(actors::be_asked)
ACTORS_MESSAGE(actors::was_asked)

namespace {

using asked_actor =
  actors::framework::handle<actors::was_asked(actors::be_asked), actors::was_looked_at(actors::be_looked_at)>;

/// An actor that does an action of the test when it is asked.
struct asked_state {
  using handle_type = asked_actor;
  using action = std::function<void(actors::framework::actor_base<asked_actor>*)>;

  asked_state(actors::framework::actor_base<asked_actor>* self, action x) : self_(self), action_(std::move(x)) {}
  asked_actor::behavior_type make_behavior() {
    return actors::framework::behavior(
      self_,
      [this](const actors::be_asked&) {
        action_(self_);
        return actors::was_asked{};
      },
      [this](const actors::be_looked_at&) {
        action_(self_);
        return actors::was_looked_at{};
      });
  }

private:
  actors::framework::actor_base<asked_actor>* self_;
  action action_;
};

using studied_actor = actors::framework::handle<actors::was_studied(actors::be_studied)>;

/// The part of a later answer that fails.
enum class part { promise, other_answer, other_end, none };

/// An actor that asks another actor before it answers, and fails in a part of this.
struct studied_state {
  using handle_type = studied_actor;

  studied_state(actors::framework::actor_base<studied_actor>* self, asked_actor other, const part& broken)
    : self_(self), other_(std::move(other)), broken_(broken) {}
  studied_actor::behavior_type make_behavior() {
    return actors::framework::behavior(self_, [this](const actors::be_studied&) {
      auto to = self_->later<actors::was_studied>();
      pass(part::promise);
      self_->ask(
        other_, actors::be_asked{}, [this, to](const actors::was_asked&) mutable { finish(part::other_answer, to); },
        [this, to](const std::string&) mutable { finish(part::other_end, to); });
      return to;
    });
  }

private:
  void pass(part x) const {
    if (x == broken_) throw std::out_of_range("no such page");
  }
  void finish(part x, actors::framework::promise<actors::was_studied>& to) {
    pass(x);
    self_->answer(to, actors::was_studied{});
  }

  actors::framework::actor_base<studied_actor>* self_;
  asked_actor other_;
  const part& broken_;
};

struct failure_fixture : test::actor_fixture {
  failure_fixture() {
    shared()->on_actor_failed = [this](const std::string& actor, const std::string& reason) {
      failures.push_back(actor + ": " + reason);
    };
    shared()->on_report_failed = [this](const std::string& actor, const std::string& report,
                                        const std::string& reason) {
      missed.push_back(actor + ": " + report + ": " + reason);
    };
  }

  asked_actor actor(asked_state::action action) {
    return own(actors::framework::spawn<asked_state>(system(), actors::framework::placement::shared, shared(),
                                                     "queue main", action));
  }
  /// Asks an actor that does this action.
  void ask_for(asked_state::action action) {
    tell(actor(std::move(action)), actors::be_asked{});
    run();
  }

  std::vector<std::string> failures;
  std::vector<std::string> missed;
};

} // namespace

TEST_CASE_FIXTURE(failure_fixture, "an actor whose handler throws has failed, by its name and what was thrown") {
  ask_for([](auto*) { throw std::out_of_range("no such task"); });
  CHECK(failures == std::vector<std::string>{"queue main: no such task"});
}

TEST_CASE_FIXTURE(failure_fixture, "an actor that throws what is no exception has failed too") {
  ask_for([](auto*) { throw 7; });
  CHECK(failures == std::vector<std::string>{"queue main: something that is not a std::exception"});
}

TEST_CASE_FIXTURE(failure_fixture, "an actor that ends by an error has failed") {
  ask_for([](auto* self) { self->quit(caf::make_error(caf::sec::runtime_error, "no such task")); });
  REQUIRE(failures.size() == 1);
  CHECK(failures[0].starts_with("queue main: "));
  CHECK(failures[0].find("no such task") != std::string::npos);
}

TEST_CASE_FIXTURE(failure_fixture, "an actor that quits, is stopped or is not needed any more has not failed") {
  ask_for([](auto* self) { self->quit(); });
  actors::framework::stop_now(actor([](auto*) {}));
  static_cast<void>(actors::framework::spawn<asked_state>(system(), actors::framework::placement::shared, shared(),
                                                          "unused", [](auto*) {}));
  run();
  CHECK(failures.empty());
}

TEST_CASE_FIXTURE(failure_fixture, "an actor whose answer to people throws goes on, and is asked in vain") {
  bool throws = true;
  const auto asked = actor([&](auto*) {
    if (throws) throw std::out_of_range("no such task");
  });
  const auto first = ask_later<actors::was_looked_at>(asked, actors::be_looked_at{});
  run();
  CHECK_FALSE(first.has_come());
  CHECK_EQ(missed, std::vector<std::string>{"queue main: be_looked_at: no such task"});
  CHECK(failures.empty());
  throws = false;
  static_cast<void>(ask<actors::was_looked_at>(asked, actors::be_looked_at{}));
  static_cast<void>(ask<actors::was_asked>(asked, actors::be_asked{}));
}

TEST_CASE_FIXTURE(failure_fixture,
                  "an answer to people that was promised and cannot be made is an error, and not a silence") {
  auto broken = part::none;
  asked_actor other;
  SUBCASE("after the promise") {
    other = actor([](auto*) {});
    broken = part::promise;
  }
  SUBCASE("when another actor has answered") {
    other = actor([](auto*) {});
    broken = part::other_answer;
  }
  SUBCASE("when another actor has ended") {
    broken = part::other_end;
  }
  const auto studied = own(actors::framework::spawn<studied_state>(system(), actors::framework::placement::shared,
                                                                   shared(), "module web", other, broken));
  std::vector<std::string> answers;
  const auto asking = actor([&](auto* self) {
    self->ask(
      studied, actors::be_studied{}, [&](const actors::was_studied&) { answers.emplace_back("done"); },
      [&](const std::string& reason) {
        answers.emplace_back(actors::framework::is_report_failure(reason) ? "failed" : reason);
      });
  });
  tell(asking, actors::be_asked{});
  run();
  CHECK_EQ(answers, std::vector<std::string>{"failed"});
  CHECK_EQ(missed, std::vector<std::string>{"module web: be_studied: no such page"});
  CHECK(failures.empty());
  broken = part::none;
  tell(asking, actors::be_asked{});
  run();
  CHECK_EQ(answers, std::vector<std::string>{"failed", "done"});
}

TEST_CASE_FIXTURE(failure_fixture, "a message that cannot be recorded is handled all the same") {
  std::vector<std::string> recorded;
  shared()->record = [&](trace::packed_event x) { recorded.push_back(trace::unpacked(x).type.text()); };
  int handled = 0;
  actors::is_summary_broken = true;
  const auto asked = actor([&](auto*) { ++handled; });
  static_cast<void>(ask<actors::was_asked>(asked, actors::be_asked{}));
  actors::is_summary_broken = false;
  static_cast<void>(ask<actors::was_asked>(asked, actors::be_asked{}));
  shared()->record = nullptr;
  CHECK_EQ(handled, 2);
  CHECK_EQ(std::count(recorded.begin(), recorded.end(), "be_asked"), 1);
  CHECK_EQ(missed, std::vector<std::string>{"queue main: be_asked: no such summary"});
  CHECK(failures.empty());
}

TEST_CASE("the failure of an actor ends the process with its name, the reason and exit code 1") {
  int log[2];
  REQUIRE(pipe(log) == 0);
  const auto child = fork();
  REQUIRE(child >= 0);
  if (child == 0) {
    sys::log::replace_log_sink(
      [&](std::string_view line) { static_cast<void>(!write(log[1], line.data(), line.size())); });
    actors::framework::context{}.on_actor_failed("module web", "no such task");
    _exit(0);
  }
  close(log[1]);
  std::string text(4096, '\0');
  const auto size = read(log[0], text.data(), text.size());
  close(log[0]);
  int status = 0;
  REQUIRE(waitpid(child, &status, 0) == child);
  REQUIRE(WIFEXITED(status));
  CHECK(WEXITSTATUS(status) == 1);
  text.resize(static_cast<std::size_t>(std::max<ssize_t>(size, 0)));
  CHECK(text.find("actor_failed") != std::string::npos);
  CHECK(text.find("module web") != std::string::npos);
  CHECK(text.find("no such task") != std::string::npos);
}
