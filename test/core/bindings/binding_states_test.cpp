#include "core/bindings/binding_states.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::bindings;

namespace {

const binding_id pods{"hook", 0};
const binding_id nodes{"hook", 1};

hook_registry two_bindings() {
  hook_definition hook;
  hook.name = "hook";
  hook.kubernetes = {{.name = "pods", .kind = "Pod"}, {.name = "nodes", .kind = "Node"}};
  hook.kubernetes[1].queue = "other";
  hook.kubernetes[1].wait_for_synchronization = false;
  return hook_registry({hook});
}

object_event event(snapshot_revision revision, source_number source = 1) {
  object_event x;
  x.event = watch_event::modified;
  x.source = source;
  x.revision = revision;
  return x;
}

/// The position of a binding that has a single watch.
snapshot_position at(snapshot_revision revision) {
  return {{{1, revision}}, 1};
}

std::vector<snapshot_revision> revisions(const std::vector<object_event>& events) {
  std::vector<snapshot_revision> out;
  for (const auto& x : events) out.push_back(x.revision);
  return out;
}

using list = std::vector<snapshot_revision>;

} // namespace

TEST_CASE("every event runs the hook once: in the snapshot of its Synchronization, or after it") {
  // A letter per message: L the binding is listed, R a Synchronization run reads the snapshot, B3 the run
  // begins with revision 3, S the run has succeeded, 5 an event of revision 5.
  struct interleaving {
    const char* claim;
    std::vector<std::string> messages;
    list run_at_once;
    list released;
  };
  const std::vector<interleaving> table{
    {"an event before the list is in the snapshot of the run", {"1", "L", "R", "B1", "S"}, {}, {}},
    {"an event after the list and before the run is in the snapshot of the run", {"L", "1", "R", "B1", "S"}, {}, {}},
    {"an event while the snapshot is read is dropped if it has it", {"L", "R", "1", "B1", "S"}, {}, {}},
    {"an event that the snapshot does not have is released after the run", {"L", "R", "1", "2", "B1", "S"}, {}, {2}},
    {"an event during the run is held", {"L", "R", "B1", "2", "3", "S"}, {}, {2, 3}},
    {"an event during the run that its snapshot has is dropped", {"L", "R", "B2", "1", "2", "3", "S"}, {}, {3}},
    {"an event after the run passes at once", {"L", "R", "B1", "S", "2", "3"}, {2, 3}, {}},
    {"an event that arrives late and was in the snapshot is dropped", {"L", "R", "B2", "S", "1", "2", "3"}, {3}, {}},
    {"a second try reads the snapshot anew", {"L", "R", "B1", "2", "R", "B2", "3", "S"}, {}, {3}},
    {"an event while a second try reads is held", {"L", "R", "B1", "2", "R", "3", "B2", "S"}, {}, {3}},
    {"a second success releases nothing more", {"L", "R", "B0", "1", "S", "S", "2"}, {2}, {1}},
    {"a second list changes nothing", {"L", "R", "B1", "S", "L", "2"}, {2}, {}},
    {"a reading after the success drops nothing", {"L", "R", "B1", "S", "R", "B5", "2"}, {2}, {}},
    {"a success that no run has earned releases nothing", {"L", "1", "S", "2"}, {}, {}},
  };
  for (const auto& x : table) {
    CAPTURE(x.claim);
    binding_states states(two_bindings());
    list at_once;
    list released;
    for (const auto& message : x.messages) {
      if (message == "L")
        states.listed(pods);
      else if (message == "R")
        states.reading_begins(pods);
      else if (message == "S")
        for (auto revision : revisions(states.synchronized(pods))) released.push_back(revision);
      else if (message[0] == 'B')
        states.synchronization_begins(pods, at(std::stoul(message.substr(1))));
      else if (auto now = states.object_changed(pods, event(std::stoul(message))))
        at_once.push_back(now->revision);
    }
    CHECK(at_once == x.run_at_once);
    CHECK(released == x.released);
  }
}

TEST_CASE("the events of each watch of a binding follow the position that was read of it") {
  binding_states states(two_bindings());
  states.listed(pods);
  states.reading_begins(pods);
  for (const auto& x : {event(5, 1), event(2, 2), event(6, 1), event(3, 2)})
    CHECK_FALSE(states.object_changed(pods, x));
  states.synchronization_begins(pods, {{{1, 5}, {2, 2}}, 2});
  CHECK(revisions(states.synchronized(pods)) == list{6, 3});
  CHECK_FALSE(states.object_changed(pods, event(2, 2)));
  CHECK(states.object_changed(pods, event(4, 2)));
}

TEST_CASE("a watch that joins after the snapshot brings all its events, one that had left brings none") {
  binding_states states(two_bindings());
  states.listed(pods);
  states.reading_begins(pods);
  // Watch 1 stays, watch 2 has ended before the snapshot is read, watch 3 joins afterwards.
  CHECK_FALSE(states.object_changed(pods, event(9, 2)));
  CHECK_FALSE(states.object_changed(pods, event(1, 3)));
  states.synchronization_begins(pods, {{{1, 5}}, 2});
  CHECK_FALSE(states.object_changed(pods, event(10, 2)));
  CHECK(revisions(states.synchronized(pods)) == list{1});
  CHECK_FALSE(states.object_changed(pods, event(11, 2)));
  CHECK(states.object_changed(pods, event(2, 3)));
}

TEST_CASE("a binding's Synchronization is due from its list to its success") {
  binding_states states(two_bindings());
  CHECK(states.unknown() == std::vector{pods, nodes});
  CHECK(states.due().empty());
  states.listed(nodes);
  CHECK(states.due() == std::vector{nodes});
  CHECK_FALSE(states.all_listed());
  states.listed(pods);
  CHECK(states.all_listed());
  CHECK(states.due() == std::vector{pods, nodes});
  states.reading_begins(pods);
  CHECK(states.due() == std::vector{pods, nodes});
  states.synchronization_begins(pods, at(1));
  CHECK(states.due() == std::vector{pods, nodes});
  CHECK(states.synchronized(pods).empty());
  CHECK(states.due() == std::vector{nodes});
}

TEST_CASE("a start does not wait for a binding with waitForSynchronization: false, and waits for all others") {
  binding_states states(two_bindings());
  CHECK_FALSE(states.all_awaited_synchronized());
  states.listed(pods);
  states.synchronization_begins(pods, at(1));
  CHECK_FALSE(states.all_awaited_synchronized());
  (void)states.synchronized(pods);
  CHECK(states.all_awaited_synchronized());
}

TEST_CASE("of two bindings that are awaited, each has to come to its end, in whichever order") {
  hook_definition hook;
  hook.name = "hook";
  hook.kubernetes = {{.name = "pods", .kind = "Pod"}, {.name = "nodes", .kind = "Node"}};
  hook.kubernetes[1].queue = "other";
  // A letter per message, upper case for the pods and lower case for the nodes: L listed, R a run reads the
  // snapshot, B the run begins, S the run has succeeded, F `forget`.
  struct way {
    const char* messages;
    bool is_over;
  };
  const std::vector<way> table{
    {"", false},          {"Ll", false},        {"LRBS", false},       {"lrbs", false},         {"LlRBSr", false},
    {"LlRBSrb", false},   {"LlrbsRB", false},   {"LRBSS", false},      {"lrbss", false},        {"LlRBSrbs", true},
    {"LlrbsRBS", true},   {"LlRrBbSs", true},   {"LlRrBbsS", true},    {"LRBSlrbs", true},      {"LlRBRBSrbrbs", true},
    {"LlRBSrbsF", false}, {"LlRBSFrbs", false}, {"LlRBSFlrbs", false}, {"LlRBSFlrbsLRBS", true}};
  for (const auto& x : table) {
    CAPTURE(x.messages);
    binding_states states(hook_registry({hook}));
    for (const auto message : std::string(x.messages)) {
      const auto& id = message >= 'a' ? nodes : pods;
      switch (message) {
        case 'L':
        case 'l': states.listed(id); break;
        case 'R':
        case 'r': states.reading_begins(id); break;
        case 'B':
        case 'b': states.synchronization_begins(id, at(1)); break;
        case 'S':
        case 's': (void)states.synchronized(id); break;
        default: states.forget();
      }
    }
    CHECK(states.all_awaited_synchronized() == x.is_over);
  }
}

TEST_CASE("nobody waits for a hook that is put off, until it is taken up") {
  binding_states states(two_bindings());
  states.put_off(pods.hook);
  CHECK(states.all_awaited_synchronized());
  states.listed(pods);
  CHECK_MESSAGE(states.due() == std::vector{pods}, "its own Synchronization is due all the same");
  states.take_up(pods.hook);
  CHECK_FALSE(states.all_awaited_synchronized());
  states.synchronization_begins(pods, at(1));
  (void)states.synchronized(pods);
  CHECK(states.all_awaited_synchronized());
}

TEST_CASE("bindings do not hold each other's events") {
  binding_states states(two_bindings());
  states.listed(pods);
  states.listed(nodes);
  states.synchronization_begins(pods, at(1));
  (void)states.synchronized(pods);
  CHECK(states.object_changed(pods, event(2)));
  CHECK_FALSE(states.object_changed(nodes, event(2)));
}

TEST_CASE("an owner without kubernetes bindings waits for nothing") {
  binding_states states{hook_registry{}};
  CHECK(states.all_listed());
  CHECK(states.all_awaited_synchronized());
}

TEST_CASE("an event of a binding that does not exist runs nothing") {
  binding_states states(two_bindings());
  CHECK_FALSE(states.object_changed({"other", 0}, event(1)));
  CHECK(states.synchronized({"other", 0}).empty());
}

TEST_CASE("after forgetting, everything begins anew and a run of before counts for nothing") {
  binding_states states(two_bindings());
  states.listed(pods);
  states.synchronization_begins(pods, at(1));
  CHECK_FALSE(states.object_changed(pods, event(2)));
  states.forget();
  CHECK(states.synchronized(pods).empty());
  CHECK(states.unknown() == std::vector{pods, nodes});
  states.listed(pods);
  states.synchronization_begins(pods, at(0));
  CHECK_FALSE(states.object_changed(pods, event(1)));
  CHECK(revisions(states.synchronized(pods)) == list{1});
  states.listed(nodes);
  CHECK(states.all_awaited_synchronized());
}
