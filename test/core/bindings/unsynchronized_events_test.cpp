#include "core/bindings/unsynchronized_events.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using namespace core::bindings;

namespace {

/// `+a` Added, `~a` Modified, `-a` Deleted; the revision is the place in the list, from 1.
object_event event(const std::string& text, snapshot_revision revision) {
  object_event x;
  x.event = text[0] == '+' ? watch_event::added : text[0] == '~' ? watch_event::modified : watch_event::deleted;
  x.object.key = {"", text.substr(1)};
  x.source = 1;
  x.revision = revision;
  return x;
}

std::string text_of(const std::vector<object_event>& events) {
  std::string all;
  for (const auto& x : events) {
    const char* sign = x.event == watch_event::added ? "+" : x.event == watch_event::modified ? "~" : "-";
    all += (all.empty() ? "" : " ") + (sign + std::string(x.object.name())) + std::to_string(x.revision);
  }
  return all;
}

/// Holds these events, and then so many events of another object that all events are compacted.
std::string compacted(const std::vector<std::string>& events) {
  unsynchronized_events held;
  held.allow_compaction();
  snapshot_revision revision = 0;
  for (const auto& x : events) held.put(event(x, ++revision));
  while (held.size() <= unsynchronized_events::kept_as_they_came) {
    const auto before = held.size();
    held.put(event("~other", 1000));
    if (held.size() < before) break;
  }
  auto left = held.take();
  std::erase_if(left, [](const object_event& x) { return x.object.name() == "other"; });
  return text_of(left);
}

} // namespace

TEST_CASE("few events are held as they came") {
  unsynchronized_events held;
  held.allow_compaction();
  for (snapshot_revision i = 1; i <= unsynchronized_events::kept_as_they_came; ++i) held.put(event("~a", i));
  CHECK(held.take().size() == unsynchronized_events::kept_as_they_came);
  CHECK(held.size() == 0);
}

TEST_CASE("a few large events are too many") {
  unsynchronized_events held;
  held.allow_compaction();
  const auto text = std::make_shared<const std::string>(unsynchronized_events::bytes_kept_as_they_came / 4, 'x');
  for (snapshot_revision i = 1; i <= 5; ++i) {
    auto x = event("~a", i);
    x.object.object = text;
    held.put(std::move(x));
  }
  CHECK(text_of(held.take()) == "~a5");
}

TEST_CASE("of many events of an object those are kept that the hook needs") {
  struct row {
    const char* claim;
    std::vector<std::string> events;
    std::string left;
  };
  const std::vector<row> table{
    {"of several changes the newest", {"~a", "~a", "~a"}, "~a3"},
    {"a new object with its newest state is Added", {"+a", "~a", "~a"}, "+a3"},
    {"of an object that has come and gone nothing", {"+a", "~a", "-a"}, ""},
    {"a deletion replaces what came before", {"~a", "~a", "-a"}, "-a3"},
    {"an object that was deleted and is back keeps both", {"-a", "+a", "~a"}, "-a1 +a3"},
    {"one that goes again is deleted once", {"-a", "+a", "-a"}, "-a3"},
    {"objects keep the order of what is left", {"~a", "+b", "~a", "-c", "~b"}, "~a3 -c4 +b5"},
    {"each object counts for itself", {"+a", "-b", "-a", "~b"}, "-b2 ~b4"},
  };
  for (const auto& x : table) {
    CAPTURE(x.claim);
    CHECK(compacted(x.events) == x.left);
  }
}

TEST_CASE("objects of the same name in two namespaces are two") {
  unsynchronized_events held;
  held.allow_compaction();
  for (int i = 0; i < 1000; ++i) {
    auto x = event("~a", 1);
    x.object.key = {i % 2 == 0 ? "n" : "m", x.object.name()};
    held.put(std::move(x));
  }
  CHECK(held.size() <= unsynchronized_events::kept_as_they_came);
  CHECK(held.size() >= 2);
}

TEST_CASE("what is held is bounded by the objects, not by how often they change") {
  unsynchronized_events held;
  held.allow_compaction();
  for (snapshot_revision i = 0; i < 100'000; ++i) {
    held.put(event("~object-" + std::to_string(i % 300), i));
    REQUIRE(held.size() <= 601);
  }
  for (snapshot_revision i = 0; i < 100'000; ++i) {
    held.put(event("+job-" + std::to_string(i), i));
    held.put(event("-job-" + std::to_string(i), i));
    REQUIRE(held.size() <= 1203);
  }
}

TEST_CASE("while a snapshot is read nothing is compacted, for it may have any of the states") {
  unsynchronized_events held;
  for (snapshot_revision i = 1; i <= 500; ++i) held.put(event("~a", i));
  held.drop_seen({{{1, 200}}, 1});
  CHECK(held.size() == 300);
  held.allow_compaction();
  held.put(event("~a", 501));
  CHECK(text_of(held.take()) == "~a501");
}
