#include "hook_cases/occasion.hpp"

#include "parsed.hpp"

#include <doctest/doctest.h>

#include <string>

namespace {

/// What remains of an occasion after its form in a case was read and written again.
std::string rewritten(const std::string& form) {
  const auto read = hook_cases::read_occasion(test::yaml(form));
  return read ? hook_cases::as_json(*read).dump() : "error: " + read.error().message;
}

std::string usual(const std::string& config) {
  const auto why = hook_cases::usual_occasion(test::hook_with(config));
  return why ? hook_cases::describe(*why) : "error: " + why.error().message;
}

} // namespace

TEST_CASE("an occasion keeps its form in a case") {
  for (const auto* form :
       {R"("afterDeleteHelm")", R"("synchronization")", R"({"synchronization":"pods"})", R"({"schedule":""})",
        R"({"schedule":"nightly"})", R"({"binding":"pods","event":"deleted","object":"red/web"})",
        R"({"object":{"kind":"Pod"},"oldObject":{"kind":"Pod"},"review":"UPDATE"})"})
    CHECK(rewritten(form) == form);
}

TEST_CASE("a wrong occasion is refused with the words that are possible") {
  CHECK(rewritten("beforeHelmet").starts_with("error: 'beforeHelmet' is no point of the lifecycle; there are onStart"));
  CHECK(rewritten("{event: removed, object: a}")
        == "error: 'removed' is no event; there are added, modified and deleted");
  CHECK(rewritten("{event: added}") == "error: an event needs 'object': NAMESPACE/NAME");
  CHECK(rewritten("{review: CONNECT, object: {}}")
        == "error: a review is of CREATE, UPDATE or DELETE, not of 'CONNECT'");
  CHECK(rewritten("{review: CREATE}") == "error: a review needs 'object': the object of the request");
  CHECK(rewritten("{event: added, object: a, bindings: b}") == "error: 'bindings' is not known in 'run'");
  CHECK(rewritten("[1]").starts_with("error: 'run' is a point of the lifecycle"));
}

TEST_CASE("the usual occasion is the Synchronization, else a point of the lifecycle, else the only schedule") {
  CHECK(usual("{configVersion: v1, beforeHelm: 1, kubernetes: [{kind: Pod}]}") == "Synchronization");
  CHECK(usual("{configVersion: v1, beforeHelm: 1, kubernetes: [{kind: Pod, executeHookOnSynchronization: false}]}")
        == "beforeHelm");
  CHECK(usual("{configVersion: v1, schedule: [{crontab: '0 3 * * *'}]}") == "schedule");
  CHECK(usual("{configVersion: v1, schedule: [{name: a, crontab: '0 3 * * *'}, {name: b, crontab: '0 4 * * *'}]}")
          .starts_with("error: say for what the hook runs"));
}

TEST_CASE("an occasion is described in few words") {
  using core::bindings::watch_event;
  CHECK(hook_cases::describe(hook_cases::at_event{watch_event::modified, "red/web", {}})
        == "event modified of red/web");
  CHECK(hook_cases::describe(hook_cases::at_schedule{"nightly"}) == "schedule of 'nightly'");
  CHECK(hook_cases::describe(hook_cases::at_review{"DELETE", {}, {}, {}}) == "review of a DELETE");
}
