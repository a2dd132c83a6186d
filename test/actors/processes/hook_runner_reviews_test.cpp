// Reviews in the HOOK RUNNER: when their contexts are made, and their room in --tmp-dir.
#include "hook_runner_fixture.hpp"

#include "actors/messages/conversions.hpp"
#include "actors/messages/debug.hpp"
#include "actors/messages/hook_rate.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/scheduler.hpp"
#include "actors/messages/task.hpp"
#include "actors/messages/webhooks.hpp"
#include "core/bindings/webhook_binding.hpp"

#include <algorithm>
#include <chrono>
#include <filesystem>
#include <map>

using namespace actors::messages;
using namespace std::chrono_literals;
using test::fake_end;
using test::fake_process;

namespace {

/// An owner of hooks that makes contexts: by number, so many bytes.
struct context_maker {
  using handle_type = hook_owner_actor;
  struct script {
    std::map<std::uint64_t, std::size_t> bytes;
    std::vector<std::uint64_t> made;
  };

  context_maker(actors::framework::actor_base<handle_type>* self, script* all) : self_(self), all_(all) {}

  handle_type::behavior_type make_behavior() {
    return actors::framework::behavior(
      self_, [](const execute_task&) { return task_outcome{}; }, [](const objects_listed&) {},
      [](const object_changed&) {}, [](const schedule_fired&) {}, [](const hook_wait_over&) {},
      [](const review_asked&) { return review_answered{}; },
      [](const conversion_asked&) { return conversion_answered{}; }, [](const review_wait_over&) {},
      [this](const make_review_context& x) { return make(x); }, [](const describe_hooks&) { return hooks_described{}; },
      [](const dump_snapshots&) { return snapshots_dumped{}; });
  }

  review_context_made make(const make_review_context& x) {
    all_->made.push_back(x.number);
    if (!all_->bytes.contains(x.number))
      return {{}, base::fail(base::error_code::unavailable, "objects of binding 'pods' are not known")};
    return {{}, std::make_shared<const text::text_pieces>(std::string(all_->bytes.at(x.number), ' '))};
  }

  actors::framework::actor_base<handle_type>* self_;
  script* all_;
};

struct reviews_fixture : test::hook_runner_fixture {
  context_maker::script contexts;
  hook_owner_actor owner = own(actors::framework::spawn<context_maker>(system(), actors::framework::placement::shared,
                                                                       shared(), "owner", &contexts));
  core::bindings::webhook_ptr webhook = std::make_shared<const core::bindings::webhook_binding>();
  std::size_t largest_sum = 0; ///< of the contexts on disk at a time

  reviews_fixture() {
    values.config_values = "{}";
    values.values = "{}";
    processes->on("discover.sh", [this](fake_process& hook) {
      std::size_t sum = 0;
      for (const auto& entry : std::filesystem::recursive_directory_iterator(tmp.path()))
        if (entry.is_regular_file()) sum += entry.file_size();
      largest_sum = std::max(largest_sum, sum);
      hook.write_file("VALIDATING_RESPONSE_PATH", R"({"allowed":true})");
      return fake_end::goes_on();
    });
  }

  using slot = simulation::pending<hook_finished>;

  /// The run of a review with a context of so many bytes.
  slot begin(std::uint64_t number, std::size_t bytes, std::chrono::milliseconds time = 10s,
             const std::string& address = "192.0.2.1") {
    contexts.bytes[number] = bytes;
    auto x = hook_run();
    x.context.reset();
    review_run review{.binding = webhook, .operation = "CREATE"};
    review.deadline_us = shared()->steady_time_us() + std::chrono::microseconds(time).count();
    review.client = {address, true};
    review.owner = owner;
    review.number = number;
    x.review = std::make_shared<const review_run>(review);
    auto later = ask_later<hook_finished>(runner, std::move(x));
    run();
    return later;
  }
  void finish_first() {
    processes->finish(processes->running().front(), 0);
    run();
  }
};

} // namespace

TEST_CASE_FIXTURE(reviews_fixture, "the context of a review is made when its run begins, not while it waits") {
  options.parallel_reviews = 1;
  start();
  const auto first = begin(1, 10);
  const auto second = begin(2, 10);
  CHECK(contexts.made == std::vector<std::uint64_t>{1});
  finish_first();
  CHECK(first.has_come());
  CHECK(contexts.made == std::vector<std::uint64_t>{1, 2});
  finish_first();
  CHECK(second.has_come());
}

TEST_CASE_FIXTURE(reviews_fixture, "a review whose context cannot be made fails with the reason") {
  start();
  auto x = hook_run();
  review_run review{.binding = webhook};
  review.deadline_us = shared()->steady_time_us() + 10'000'000;
  review.owner = owner;
  review.number = 7;
  x.review = std::make_shared<const review_run>(review);
  CHECK(run_one(x).result.error().message == "objects of binding 'pods' are not known");
  CHECK(processes->started().empty());
}

TEST_CASE_FIXTURE(reviews_fixture, "the files of all reviews that run have one bound, and a review waits for room") {
  options.review_files_max = 100'000;
  start();
  const auto first = begin(1, 40'000);
  const auto second = begin(2, 40'000);
  const auto third = begin(3, 40'000);
  CHECK(processes->running().size() == 2);
  finish_first();
  CHECK(first.has_come());
  CHECK(processes->running().size() == 2);
  finish_first();
  finish_first();
  CHECK(second.has_come());
  CHECK(third.has_come());
  CHECK(largest_sum > 80'000);
  CHECK(largest_sum < 100'000);
}

TEST_CASE_FIXTURE(reviews_fixture, "a review that finds no room fails before its deadline with the reason") {
  options.review_files_max = 100'000;
  start();
  const auto first = begin(1, 60'000, 30s);
  const auto second = begin(2, 60'000, 2s);
  advance(1900ms);
  REQUIRE(second.has_come());
  CHECK_FALSE(first.has_come());
  const auto& failure = second.get().result;
  REQUIRE_FALSE(failure);
  CHECK(failure.error().code == base::error_code::unavailable);
  CHECK_MESSAGE(failure.error().message.starts_with("was not started: its input files have 58 KiB and find no room"),
                failure.error().message);
  finish_first();
  CHECK(first.has_come());
  CHECK(processes->started().size() == 1);
}

TEST_CASE_FIXTURE(reviews_fixture, "a review with more bytes than all room fails at once") {
  options.review_files_max = 100'000;
  start();
  const auto got = begin(1, 200'000);
  REQUIRE(got.has_come());
  CHECK_FALSE(got.get().result);
  CHECK(begin(2, 50'000).has_come() == false);
  CHECK(processes->running().size() == 1);
}

TEST_CASE_FIXTURE(reviews_fixture, "an address with large contexts leaves room for the contexts of another address") {
  options.review_files_max = 100'000;
  start();
  for (std::uint64_t i = 1; i <= 10; ++i) static_cast<void>(begin(i, 10'000, 10s, "192.0.2.66"));
  const auto running = processes->running().size();
  CHECK(running < 10);
  static_cast<void>(begin(11, 10'000, 10s, "192.0.2.1"));
  CHECK(processes->running().size() == running + 1);
}

TEST_CASE_FIXTURE(reviews_fixture, "many failed runs of reviews have a few lines in the log, and one for the rest") {
  processes->on("discover.sh", [](fake_process&) { return fake_end::exits(1); });
  start();
  for (std::uint64_t i = 1; i <= 20; ++i) CHECK(begin(i, 10).has_come());
  CHECK(log.count({"hook_failed", "exit status 1"}) == 5);
  CHECK(run_one().result.has_value() == false);
  CHECK(log.count({"hook_failed", "exit status 1"}) == 6);
  advance(60s);
  CHECK(log.count({"review_failures_left_out", "event=hook_failed", "hook=hooks/discover.sh", "failures=15"}) == 1);
}

TEST_CASE_FIXTURE(reviews_fixture, "a review that was answered has no line at level info") {
  processes->on("discover.sh", [](fake_process& hook) {
    hook.write_file("VALIDATING_RESPONSE_PATH", R"({"allowed":true})");
    return fake_end::exits(0);
  });
  start();
  CHECK(begin(1, 10).get().result);
  CHECK(log.count({"hook_finished"}) == 0);
  CHECK(run_one().result.has_value());
  CHECK(log.count({"hook_finished"}) == 1);
}

TEST_CASE_FIXTURE(reviews_fixture, "the answer to a conversion may be as long as a list of objects") {
  webhook = nullptr;
  processes->on("discover.sh", [](fake_process& hook) {
    hook.write_file("CONVERSION_RESPONSE_PATH", R"({"convertedObjects":[]})" + std::string(std::size_t{65} << 20, ' '));
    return fake_end::goes_on();
  });
  start();
  const auto run = begin(1, 10);
  finish_first();
  REQUIRE(run.has_come());
  CHECK(run.get().result.has_value());
}
