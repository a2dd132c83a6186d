#include "core/bindings/outdated_contexts.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::bindings;

namespace {

event_context event(const std::string& hook, std::size_t binding, watch_event what, const std::string& name) {
  event_context x;
  x.id = {hook, binding};
  x.event = what;
  x.object.name = name;
  return x;
}

schedule_context tick(const std::string& binding) {
  return {binding, "", {}};
}

/// Contexts of a hook and queue, numbered from 1.
std::vector<std::uint64_t> outdated(std::vector<context>& contexts) {
  std::vector<waiting_context> waiting;
  for (auto& x : contexts) waiting.push_back({waiting.size() + 1, "a.sh", "main", false, &x});
  return outdated_contexts(waiting);
}

} // namespace

TEST_CASE("of the events of an object only the newest state is needed, in each binding") {
  std::vector<context> contexts{
    event("a.sh", 0, watch_event::modified, "p"), event("a.sh", 1, watch_event::modified, "p"),
    event("a.sh", 0, watch_event::added, "q"),    event("b.sh", 0, watch_event::modified, "p"),
    event("a.sh", 0, watch_event::modified, "p"), event("a.sh", 0, watch_event::modified, "q"),
  };
  CHECK(outdated(contexts) == std::vector<std::uint64_t>{1, 3});
  CHECK_MESSAGE(std::get<event_context>(contexts[5]).event == watch_event::added, "the hook has never seen it");
}

TEST_CASE("of an object that has come and gone nothing is needed, and of one that has gone its deletion") {
  std::vector<context> contexts{
    event("a.sh", 0, watch_event::added, "p"),
    event("a.sh", 0, watch_event::deleted, "p"),
    event("a.sh", 0, watch_event::modified, "q"),
    event("a.sh", 0, watch_event::deleted, "q"),
  };
  CHECK(outdated(contexts) == std::vector<std::uint64_t>{1, 2, 3});
}

TEST_CASE("of the ticks of a schedule the last one is needed") {
  std::vector<context> contexts{tick("minute"), tick("hour"), tick("minute")};
  CHECK(outdated(contexts) == std::vector<std::uint64_t>{1});
}

TEST_CASE("ticks of two hooks, of two queues, and of runs that may and may not fail are each needed") {
  context context = tick("minute");
  CHECK(outdated_contexts({{1, "a.sh", "main", false, &context},
                           {2, "b.sh", "main", false, &context},
                           {3, "a.sh", "side", false, &context},
                           {4, "a.sh", "main", true, &context}})
          .empty());
}

TEST_CASE("contexts that are neither events nor ticks are all needed") {
  std::vector<context> contexts{synchronization_context{}, synchronization_context{}, lifecycle_context{},
                                lifecycle_context{}};
  CHECK(outdated(contexts).empty());
}
