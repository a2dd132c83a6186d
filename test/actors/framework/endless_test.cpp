// If messages go round at the same point of time forever, the test fails, and does not hang.
#include "support/actor_fixture.hpp"

#include <stdexcept>
#include <string>

namespace actors {

struct try_again {
  base::origin origin;
};
constexpr void only_in_tests(const try_again&) {}
inline std::string summary(const try_again&) {
  return "no disk";
}

} // namespace actors

ACTORS_MESSAGE(actors::try_again)

namespace {

using trying_actor = actors::framework::handle<void(actors::try_again)>;

/// An actor that always requests another try from outside.
struct trying_state {
  using handle_type = trying_actor;

  trying_state(actors::framework::actor_base<trying_actor>* self, std::function<void()> ask)
    : self_(self), ask_(std::move(ask)) {}
  trying_actor::behavior_type make_behavior() {
    return actors::framework::behavior(self_, [this](const actors::try_again&) { ask_(); });
  }

private:
  actors::framework::actor_base<trying_actor>* self_;
  std::function<void()> ask_;
};

struct endless_fixture : test::actor_fixture {
  /// Starts an actor that requests another try through `ask`.
  void start(std::function<void()> ask) {
    actor_ = own(actors::framework::spawn<trying_state>(system(), actors::framework::placement::shared, shared(),
                                                        "queue main", std::move(ask)));
    tell(actor_, actors::try_again{});
  }
  template <class Run>
  std::string failure_of(Run run) {
    try {
      run();
    } catch (const std::logic_error& x) {
      return x.what();
    }
    return "";
  }

  trying_actor actor_;
};

constexpr auto what_goes_round = "try_again to queue main (no disk)";

} // namespace

TEST_CASE_FIXTURE(endless_fixture, "tries without end through the outside are a failure that names them") {
  bool is_asked = false;
  add_outside([&] {
    if (!std::exchange(is_asked, false)) return false;
    tell(actor_, actors::try_again{});
    return true;
  });
  start([&] { is_asked = true; });
  const auto failure = failure_of([&] { run(); });
  CHECK_MESSAGE(failure.find(what_goes_round) != failure.npos, failure);
  CHECK_MESSAGE(failure_of([&] { advance(std::chrono::hours(1)); }).empty(), "what is left stays undone");
}

TEST_CASE_FIXTURE(endless_fixture, "waits of no length without end are a failure that names them") {
  start([&] { after(std::chrono::nanoseconds(0), [&] { tell(actor_, actors::try_again{}); }); });
  const auto failure = failure_of([&] { advance(std::chrono::hours(1)); });
  CHECK_MESSAGE(failure.find(what_goes_round) != failure.npos, failure);
}
