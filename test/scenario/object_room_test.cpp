// The room for the objects of all watches of hooks is full: the largest watch gives its objects up.
#include "actors/telemetry/status_pages.hpp"
#include "support/noise.hpp"
#include "support/operator_fixture.hpp"

#include <string>

using test::v1;
using namespace std::chrono_literals;

namespace {

/// A module with a large watch before a module with a small watch. The room has place for about 15.
struct room_fixture : test::operator_fixture {
  room_fixture() {
    setup.watched_bytes_max = 30'000;
    module("010-large");
    hook("large/all.sh", v1("beforeHelm: 1\nkubernetes: [{name: all, kind: ConfigMap, namespace: {nameSelector: "
                            "{matchNames: [large]}}}]"));
    module("020-small");
    hook("small/all.sh", v1("beforeHelm: 1\nkubernetes: [{name: all, kind: ConfigMap, namespace: {nameSelector: "
                            "{matchNames: [small]}}}]"));
    put("small", "one");
  }
  void put(const std::string& in, const std::string& name) {
    auto object = test::object_of("v1", "ConfigMap", name, {}, in);
    api().put_object(object.with("data", text::json::object({{"content", test::noise(1000)}})));
  }
  void put_many(int count) {
    for (int i = 0; i < count; ++i) put("large", "a" + std::to_string(i));
  }
  void delete_many(int from, int to) {
    for (int i = from; i < to; ++i) api().delete_object("ConfigMap", "large", "a" + std::to_string(i));
  }
  [[nodiscard]] std::string page() { return actors::telemetry::readiness(describe()).body; }
  [[nodiscard]] bool says(std::string_view text) { return page().find(text) != std::string::npos; }
  /// The number of objects that the last run of a script has seen with their content.
  [[nodiscard]] std::size_t objects_seen(std::string_view script) {
    const auto context = last_run(script).context;
    const auto content = test::noise(1000);
    std::size_t count = 0;
    for (auto at = context.find(content); at != context.npos; at = context.find(content, at + content.size())) ++count;
    return count;
  }
};

} // namespace

TEST_CASE_FIXTURE(room_fixture, "the largest watch gives its objects up when the room is full, and the other goes on") {
  put_many(10);
  start();
  CHECK(take_journal()
        == "large/all.sh all:Synchronization; large/all.sh beforeHelm; small/all.sh all:Synchronization; "
           "small/all.sh beforeHelm");
  CHECK(objects_seen("large/all.sh") == 10);
  put_many(40);
  run();
  CHECK(log().find("watch_objects_given_up") != std::string::npos);
  CHECK_MESSAGE(says("module 'large'"), page());
  CHECK_MESSAGE(says("keepFullObjectsInMemory: false"), page());
  CHECK_MESSAGE(!says("module 'small'"), page());
  advance(1min);
  static_cast<void>(take_journal());

  put("small", "two");
  run();
  CHECK(take_journal() == "small/all.sh all:Added");
  create_config_map();
  set_config({{"large", "a: 1\n"}, {"small", "a: 1\n"}});
  advance(1min);
  const auto journal = take_journal();
  CHECK(journal.find("small/all.sh beforeHelm") != std::string::npos);
  CHECK_MESSAGE(journal.find("large/all.sh beforeHelm") == std::string::npos, "it would see a list without objects");
  CHECK(objects_seen("small/all.sh") == 2);

  delete_many(5, 40);
  advance(2min);
  CHECK(take_journal().find("large/all.sh beforeHelm") != std::string::npos);
  CHECK(objects_seen("large/all.sh") == 5);
  CHECK_MESSAGE(!says("module 'large'"), page());
}

TEST_CASE_FIXTURE(room_fixture,
                  "a watch that finds no room at the start holds up its module alone, until there is room") {
  put_many(40);
  start();
  advance(1min);
  CHECK(take_journal() == "small/all.sh all:Synchronization; small/all.sh beforeHelm");
  CHECK(describe().first_reload_done);
  CHECK_MESSAGE(says("module 'large'"), page());
  CHECK_MESSAGE(says("raise the memory limit"), page());
  delete_many(3, 40);
  advance(2min);
  CHECK(take_journal() == "large/all.sh all:Synchronization; large/all.sh beforeHelm");
  CHECK(objects_seen("large/all.sh") == 3);
  CHECK_MESSAGE(!says("module 'large'"), page());
}

TEST_CASE_FIXTURE(room_fixture, "a global hook whose watch finds no room waits alone") {
  hook("global/all.sh", v1("beforeAll: 1\nkubernetes: [{name: all, kind: ConfigMap, namespace: {nameSelector: "
                           "{matchNames: [huge]}}}]"));
  for (int i = 0; i < 40; ++i) put("huge", "a" + std::to_string(i));
  start();
  advance(1min);
  const auto journal = take_journal();
  CHECK_MESSAGE(journal.find("small/all.sh beforeHelm") != std::string::npos, journal);
  CHECK_MESSAGE(journal.find("global/all.sh") == std::string::npos, journal);
  CHECK_MESSAGE(says("global hooks wait for objects: hook 'all.sh', binding 'all'"), page());
}
