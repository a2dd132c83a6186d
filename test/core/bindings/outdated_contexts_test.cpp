#include "core/bindings/outdated_contexts.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::bindings;

namespace {

kept_context event(const std::string& hook, std::size_t binding, watch_event what, const std::string& name,
                   bool has_failed = false) {
  event_context x;
  x.id = {hook, binding};
  x.event = what;
  x.object.key = {"", name};
  return {x, "main", false, has_failed};
}

kept_context tick(const std::string& binding, const std::string& group = "") {
  return {schedule_context{binding, group, {}}, "main"};
}

kept_context of_group(kept_context x, const std::string& group) {
  std::get<event_context>(x.shown).group = group;
  return x;
}

/// The outdated contexts of a hook; the contexts are numbered from 1.
std::vector<std::uint64_t> outdated(std::vector<kept_context>& contexts) {
  std::vector<waiting_context> waiting;
  for (auto& x : contexts) waiting.push_back({waiting.size() + 1, &x});
  return outdated_contexts(waiting);
}

} // namespace

TEST_CASE("of the events of an object only the newest state is needed, in each binding") {
  std::vector<kept_context> contexts{
    event("a.sh", 0, watch_event::modified, "p"), event("a.sh", 1, watch_event::modified, "p"),
    event("a.sh", 0, watch_event::added, "q"),    event("b.sh", 0, watch_event::modified, "p"),
    event("a.sh", 0, watch_event::modified, "p"), event("a.sh", 0, watch_event::modified, "q"),
  };
  CHECK(outdated(contexts) == std::vector<std::uint64_t>{1, 3});
  CHECK_MESSAGE(std::get<event_context>(contexts[5].shown).event == watch_event::added, "the hook has never seen it");
}

TEST_CASE("of an object that has come and gone nothing is needed, and of one that has gone its deletion") {
  std::vector<kept_context> contexts{
    event("a.sh", 0, watch_event::added, "p"),
    event("a.sh", 0, watch_event::deleted, "p"),
    event("a.sh", 0, watch_event::modified, "q"),
    event("a.sh", 0, watch_event::deleted, "q"),
  };
  CHECK(outdated(contexts) == std::vector<std::uint64_t>{1, 2, 3});
}

TEST_CASE("the deletion of an object that a failed run has shown is needed until a run has shown it") {
  std::vector<kept_context> contexts{
    event("a.sh", 0, watch_event::added, "p", true),
    event("a.sh", 0, watch_event::modified, "p"),
    event("a.sh", 0, watch_event::deleted, "p"),
  };
  CHECK(outdated(contexts) == std::vector<std::uint64_t>{1});
  CHECK_MESSAGE(contexts[1].has_failed, "it stands for the context that a failed run has shown");
  contexts.erase(contexts.begin());
  CHECK(outdated(contexts).empty());
  contexts[1].has_failed = true;
  CHECK(outdated(contexts) == std::vector<std::uint64_t>{1, 2});
}

TEST_CASE("of the ticks of a schedule the last one is needed") {
  std::vector<kept_context> contexts{tick("minute"), tick("hour"), tick("minute")};
  CHECK(outdated(contexts) == std::vector<std::uint64_t>{1});
}

TEST_CASE("of the events and ticks of a group the last one is needed") {
  std::vector<kept_context> contexts{
    of_group(event("a.sh", 0, watch_event::added, "p"), "g"),   event("a.sh", 1, watch_event::added, "p"),
    of_group(event("a.sh", 0, watch_event::deleted, "p"), "g"), tick("minute", "g"),
    of_group(event("a.sh", 0, watch_event::added, "p"), "h"),
  };
  CHECK(outdated(contexts) == std::vector<std::uint64_t>{1, 3});
}

TEST_CASE("ticks of two queues, and of runs that may and may not fail, are each needed") {
  std::vector<kept_context> contexts{tick("minute"), tick("minute"), tick("minute")};
  contexts[1].queue = "side";
  contexts[2].allow_failure = true;
  CHECK(outdated(contexts).empty());
}

TEST_CASE("contexts that are neither events nor ticks are all needed") {
  std::vector<kept_context> contexts{{synchronization_context{}, "main"},
                                     {synchronization_context{}, "main"},
                                     {lifecycle_context{}, "main"},
                                     {lifecycle_context{}, "main"}};
  CHECK(outdated(contexts).empty());
}
