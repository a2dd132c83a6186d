#include "kube/watch_machine.hpp"

#include <doctest/doctest.h>

#include <algorithm>

TEST_SUITE_BEGIN("kube/watch_machine");

namespace {

using namespace std::chrono_literals;
using core::error_code;
using texts = std::vector<std::string>;
namespace effects = kube::watch_effect;
namespace inputs = kube::watch_input;

std::string pod(const std::string& name, int version, const std::string& uid = "u") {
  return R"({"metadata":{"name":")" + name + R"(","namespace":"n","uid":")" + uid + name + R"(","resourceVersion":")"
         + std::to_string(version) + R"("}})";
}

std::string list_of(int version, const texts& items, const std::string& next = "") {
  std::string body = R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":")" + std::to_string(version)
                     + R"(","continue":")" + next + R"("},"items":[)";
  for (std::size_t i = 0; i < items.size(); ++i) body += (i == 0 ? "" : ",") + items[i];
  return body + "]}";
}

std::string event(const char* type, const std::string& object) {
  return std::string(R"({"type":")") + type + R"(","object":)" + object + "}";
}

std::string status(int code, const char* reason) {
  return R"({"kind":"Status","status":"Failure","message":"no","reason":")" + std::string(reason) + R"(","code":)"
         + std::to_string(code) + "}";
}

/// The machine, and what it says as short texts.
struct fixture {
  kube::watch_machine machine;

  explicit fixture(kube::object_retention retention = kube::object_retention::full, const std::string& group = "")
    : machine(
      {.target = {.resource = {.group = group, .version = "v1", .kind = "Pod", .plural = "pods"}, .namespace_ = "n"},
       .retention = retention,
       .page_size = 2,
       .watch_duration = 300s,
       .retry = {.first = 1000ms, .longest = 8000ms}}) {}

  static std::string text_of(const kube::watch_machine_effect& effect) {
    if (const auto* list = std::get_if<effects::send_list>(&effect)) {
      const auto query = list->request.target.find('?');
      return query == std::string::npos ? "all" : list->request.target.substr(query + 1);
    }
    if (const auto* watch = std::get_if<effects::open_watch>(&effect)) {
      const auto& target = watch->request.target;
      const auto begin = target.find("resourceVersion=") + 16;
      return "watch from " + target.substr(begin, target.find('&', begin) - begin);
    }
    if (const auto* change = std::get_if<effects::changed>(&effect)) {
      static constexpr const char* names[] = {"added ", "modified ", "deleted "};
      const auto& identity = change->change.object->identity;
      return names[static_cast<int>(change->change.kind)] + identity.key.name + "@" + identity.resource_version;
    }
    if (const auto* failure = std::get_if<effects::failed>(&effect))
      return std::string("failed ") + core::name(failure->reason.code);
    if (std::holds_alternative<effects::listed>(effect)) return "listed";
    if (std::holds_alternative<effects::kind_gone>(effect)) return "gone";
    if (std::holds_alternative<effects::look_up_kind>(effect)) return "look up";
    if (std::holds_alternative<effects::restored>(effect)) return "restored";
    if (std::holds_alternative<effects::expired>(effect)) return "expired";
    return std::holds_alternative<effects::close_watch>(effect) ? "close" : "wait";
  }

  texts step(const kube::watch_machine_input& input) {
    texts out;
    last = machine.step(input);
    std::transform(last.begin(), last.end(), std::back_inserter(out), text_of);
    return out;
  }
  texts start() { return step(inputs::start{}); }
  texts page(const std::string& body) { return step(inputs::list_answered{kube::http_response{200, body, {}}}); }
  texts refuse_list(int code, const std::string& body = "") {
    return step(inputs::list_answered{kube::http_response{code, body, {}}});
  }
  texts line(const std::string& text) { return step(inputs::line{text}); }
  texts end(int code = 200, const std::string& body = "") {
    return step(inputs::watch_ended{kube::http_response{code, body, {}}});
  }
  texts look_up(kube::lookup_result found) { return step(inputs::kind_looked_up{std::move(found)}); }
  texts break_off() { return step(inputs::watch_ended{core::fail(error_code::unavailable, "cut")}); }
  texts begun() { return step(inputs::begun{}); }
  texts waited() { return step(inputs::waited{}); }
  std::chrono::milliseconds wait_time() const {
    for (const auto& effect : last)
      if (const auto* wait = std::get_if<effects::wait_for>(&effect)) return wait->time;
    return -1ms;
  }
  /// Brings the machine to a watch with the pods a and b at version 10.
  void list_two() {
    start();
    page(list_of(10, {pod("a", 1), pod("b", 2)}));
  }
  texts page_of_two() { return page(list_of(10, {pod("a", 1), pod("b", 2)})); }
  texts names() const {
    const auto snapshot = machine.snapshot();
    REQUIRE(snapshot);
    texts out;
    for (const auto& object : snapshot->objects) out.push_back(object->identity.key.name);
    return out;
  }

  std::vector<kube::watch_machine_effect> last;
};

/// The machine of a custom resource, which may go with its definition.
struct custom_fixture : fixture {
  custom_fixture() : fixture(kube::object_retention::full, "example.com") {}
  const kube::resource served{.group = "example.com", .version = "v1", .kind = "Pod", .plural = "pods"};
  const std::string not_served = "404 page not found\n";
};

} // namespace

TEST_CASE_FIXTURE(fixture, "pages are asked for until the last one; only then are objects known") {
  CHECK_EQ(start(), texts{"limit=2"});
  CHECK_FALSE(machine.snapshot());
  CHECK_EQ(page(list_of(10, {pod("b", 2), pod("c", 3)}, "more")),
           texts{"added b@2", "added c@3", "limit=2&continue=more"});
  CHECK_FALSE(machine.snapshot());
  CHECK_EQ(page(list_of(10, {pod("a", 1)})), texts{"added a@1", "listed", "watch from 10"});
  CHECK_EQ(names(), texts{"a", "b", "c"});
}

TEST_CASE_FIXTURE(fixture, "an empty list is known to be empty") {
  start();
  CHECK_EQ(page(list_of(7, {})), texts{"listed", "watch from 7"});
  REQUIRE(machine.snapshot());
  CHECK(machine.snapshot()->objects.empty());
}

TEST_CASE_FIXTURE(fixture, "a continue token that expires starts an unpaged list that doubles nothing") {
  start();
  page(list_of(10, {pod("a", 1), pod("b", 2)}, "more"));
  CHECK_EQ(refuse_list(410, status(410, "Expired")), texts{"all"});
  CHECK_EQ(page(list_of(20, {pod("a", 1), pod("c", 15)})),
           texts{"added c@15", "deleted b@2", "listed", "watch from 20"});
}

TEST_CASE_FIXTURE(fixture, "a watch reports changes and raises the revision with each") {
  list_two();
  CHECK_EQ(machine.snapshot()->revision, 2);
  CHECK_EQ(line(event("ADDED", pod("c", 11))), texts{"added c@11"});
  CHECK_EQ(line(event("MODIFIED", pod("a", 12))), texts{"modified a@12"});
  const auto& change = std::get<effects::changed>(last.front()).change;
  CHECK_EQ(change.previous->identity.resource_version, "1");
  CHECK_EQ(change.revision, 4);
  CHECK_EQ(line(event("DELETED", pod("b", 13))), texts{"deleted b@13"});
  CHECK_EQ(machine.snapshot()->revision, 5);
  CHECK_EQ(names(), texts{"a", "c"});
}

TEST_CASE_FIXTURE(fixture, "what is known already is no change") {
  list_two();
  CHECK_EQ(line(event("ADDED", pod("a", 1))), texts{});
  CHECK_EQ(line(event("MODIFIED", pod("b", 2))), texts{});
  CHECK_EQ(line(event("DELETED", pod("nobody", 11))), texts{});
  CHECK_EQ(machine.snapshot()->revision, 2);
}

TEST_CASE_FIXTURE(fixture, "once there were bookmarks a watch without them is given up earlier") {
  const auto idle_timeout = [this] { return std::get<effects::open_watch>(last.back()).request.idle_timeout; };
  list_two();
  CHECK_GT(idle_timeout(), 300s);
  line(R"({"type":"BOOKMARK","object":{"kind":"Pod","metadata":{"resourceVersion":"15"}}})");
  end();
  CHECK_EQ(idle_timeout(), 150s);
}

TEST_CASE_FIXTURE(fixture, "an ended watch continues from the last position heard of") {
  list_two();
  line(event("MODIFIED", pod("a", 12)));
  CHECK_EQ(end(), texts{"watch from 12"});
  CHECK_EQ(line(event("BOOKMARK", R"({"metadata":{"resourceVersion":"40"}})")), texts{});
  CHECK_EQ(end(), texts{"watch from 40"});
}

TEST_CASE_FIXTURE(fixture, "a server that ends every watch at once is not asked without a pause") {
  list_two();
  CHECK_EQ(end(), texts{"watch from 10"});
  CHECK_EQ(end(), texts{"wait"});
  CHECK_EQ(wait_time(), 1000ms);
  CHECK_EQ(waited(), texts{"watch from 10"});
  CHECK_EQ(end(), texts{"wait"});
}

TEST_CASE_FIXTURE(fixture, "an expired position is listed again, and the differences come out once") {
  list_two();
  const auto expired = event("ERROR", status(410, "Expired"));
  SUBCASE("as an event of the watch") {
    CHECK_EQ(line(expired), texts{"close", "expired", "limit=2"});
  }
  SUBCASE("as the answer to the watch") {
    CHECK_EQ(end(410, status(410, "Expired")), texts{"expired", "limit=2"});
  }
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(page(list_of(30, {pod("a", 25), pod("d", 26)}, "more")), texts{"limit=2&continue=more"});
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(page(list_of(30, {pod("e", 27)})),
           texts{"deleted b@2", "modified a@25", "added d@26", "added e@27", "watch from 30"});
  CHECK_EQ(names(), texts{"a", "d", "e"});
}

TEST_CASE_FIXTURE(fixture, "an expiry right after a list does not turn in circles") {
  list_two();
  const auto expired = status(410, "Expired");
  CHECK_EQ(end(410, expired), texts{"expired", "limit=2"});
  page(list_of(11, {}));
  CHECK_EQ(end(410, expired), texts{"failed expired", "wait"});
  CHECK_EQ(waited(), texts{"limit=2"});
}

TEST_CASE_FIXTURE(fixture, "a position that expires while nothing happens is no failure") {
  list_two();
  for (int expiries = 0; expiries < 2; ++expiries) {
    for (int i = 0; i < 3; ++i) {
      CHECK_EQ(begun(), texts{});
      if (end() != texts{"watch from 10"}) CHECK_EQ(waited(), texts{"watch from 10"});
    }
    CHECK_EQ(end(410, status(410, "Expired")), texts{"expired", "limit=2"});
    CHECK_EQ(page_of_two(), texts{"watch from 10"});
  }
}

TEST_CASE_FIXTURE(fixture, "an object deleted and created again unseen is two changes") {
  list_two();
  end(410, status(410, "Expired"));
  CHECK_EQ(page(list_of(30, {pod("a", 1), pod("b", 22, "new")})), texts{"deleted b@2", "added b@22", "watch from 30"});
}

TEST_CASE_FIXTURE(fixture, "failures are tried again, later and later, and forgotten once the server is heard") {
  start();
  std::chrono::milliseconds longest{};
  for (auto limit : {1000ms, 2000ms, 4000ms, 8000ms, 8000ms}) {
    CHECK_EQ(refuse_list(503), texts{"failed unavailable", "wait"});
    CHECK_GE(wait_time(), limit / 2);
    CHECK_LE(wait_time(), limit);
    longest = std::max(longest, wait_time());
    CHECK_EQ(waited(), texts{"limit=2"});
  }
  CHECK_GT(longest, 3000ms);
  page(list_of(10, {pod("a", 1)}));
  line(event("MODIFIED", pod("a", 11)));
  CHECK_EQ(break_off(), texts{"failed unavailable", "wait"});
  CHECK_LE(wait_time(), 1000ms);
  CHECK_EQ(waited(), texts{"watch from 11"});
}

TEST_CASE_FIXTURE(fixture, "a watch that was begun succeeded, even if nothing happened before its connection broke") {
  list_two();
  for (int i = 0; i < 6; ++i) {
    begun();
    CHECK_EQ(break_off(), texts{"failed unavailable", "wait"});
    CHECK_LE(wait_time(), 1000ms);
    CHECK_EQ(waited(), texts{"watch from 10"});
  }
}

TEST_CASE_FIXTURE(fixture, "a list that succeeded ends the failures of lists") {
  start();
  for (int i = 0; i < 5; ++i) {
    refuse_list(503);
    waited();
  }
  page(list_of(10, {pod("a", 1)}));
  break_off();
  CHECK_LE(wait_time(), 1000ms);
}

TEST_CASE_FIXTURE(fixture,
                  "a watch that sends nothing but errors is begun later and later, however often it is listed") {
  list_two();
  std::chrono::milliseconds longest{};
  for (int i = 0; i < 6; ++i) {
    begun();
    line("{\"type\":\"MODI");
    longest = std::max(longest, wait_time());
    waited();
    page(list_of(10, {pod("a", 1)}));
  }
  CHECK_GT(longest, 3000ms);
}

TEST_CASE_FIXTURE(fixture, "a server that names a time is not asked before") {
  start();
  step(inputs::list_answered{kube::http_response{429, {}, 17s}});
  CHECK_EQ(wait_time(), 17s);
}

TEST_CASE_FIXTURE(custom_fixture, "a kind that is gone takes its objects along and comes back with them as changes") {
  list_two();
  CHECK_EQ(end(404, not_served), texts{"limit=2"});
  CHECK_EQ(refuse_list(404, not_served), texts{"look up"});
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(look_up(kube::kind_absent{}), texts{"deleted a@1", "deleted b@2", "gone"});
  CHECK_EQ(names(), texts{});
  CHECK_EQ(waited(), texts{});
  CHECK_EQ(start(), texts{"limit=2"});
  CHECK_EQ(page(list_of(50, {pod("a", 41)})), texts{"added a@41", "watch from 50"});
}

TEST_CASE_FIXTURE(custom_fixture, "a 404 of a kind that discovery still has, or cannot find out about, is a failure") {
  list_two();
  end(404, not_served);
  std::string body = not_served;
  SUBCASE("a page") {}
  SUBCASE("a Status of an API whose own server has just begun") {
    body = status(404, "NotFound");
  }
  refuse_list(404, body);
  const auto refused = look_up(served);
  CHECK_EQ(refused.back(), "wait");
  CHECK_EQ(refused.size(), 2);
  CHECK_EQ(waited(), texts{"limit=2"});
  CHECK_EQ(refuse_list(404, body), texts{"look up"});
  CHECK_EQ(look_up(kube::kind_undecided{.reason = "discovery of /apis: HTTP status 404"}),
           texts{"failed unavailable", "wait"});
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(waited(), texts{"limit=2"});
  CHECK_EQ(page_of_two(), texts{"watch from 10"});
}

TEST_CASE_FIXTURE(custom_fixture, "a kind that is served under another path is gone as it was") {
  list_two();
  end(404, not_served);
  refuse_list(404, not_served);
  auto other = served;
  other.namespaced = false;
  CHECK_EQ(look_up(other), texts{"deleted a@1", "deleted b@2", "gone"});
}

TEST_CASE_FIXTURE(fixture, "a kind of the core group is never gone") {
  start();
  for (const auto& body : {std::string("<html>"), status(404, "NotFound")}) {
    CHECK_EQ(refuse_list(404, body).back(), "wait");
    CHECK_FALSE(machine.snapshot());
    waited();
  }
  page_of_two();
  CHECK_EQ(end(404, "<html>"), texts{"limit=2"});
  CHECK_EQ(refuse_list(404, "<html>"), texts{"failed unavailable", "wait"});
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(waited(), texts{"limit=2"});
  CHECK_EQ(page_of_two(), texts{"watch from 10"});
}

TEST_CASE_FIXTURE(fixture,
                  "a right that is taken keeps the objects, and the watch goes on where it was when it is given") {
  list_two();
  CHECK_EQ(end(403, status(403, "Forbidden")), texts{"failed forbidden", "wait"});
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(waited(), texts{"watch from 10"});
  CHECK_EQ(end(401, status(401, "Unauthorized")), texts{"failed unauthorized", "wait"});
  CHECK_EQ(waited(), texts{"watch from 10"});
  CHECK_EQ(begun(), texts{"restored"});
  CHECK_EQ(line(event("MODIFIED", pod("a", 11))), texts{"modified a@11"});
}

TEST_CASE_FIXTURE(fixture, "a watch that failed is restored when the server accepts it, not when it is asked for") {
  list_two();
  CHECK_EQ(begun(), texts{});
  break_off();
  CHECK_EQ(waited(), texts{"watch from 10"});
  CHECK_EQ(break_off(), texts{"failed unavailable", "wait"});
  CHECK_EQ(waited(), texts{"watch from 10"});
  CHECK_EQ(begun(), texts{"restored"});
  CHECK_EQ(begun(), texts{});
}

TEST_CASE_FIXTURE(fixture, "after an outage a wait is over at once, and the next failure counts as the first") {
  list_two();
  for (int i = 0; i < 5; ++i) {
    break_off();
    waited();
  }
  break_off();
  CHECK_GT(wait_time(), 1000ms);
  CHECK_EQ(step(inputs::server_returned{}), texts{"watch from 10"});
  break_off();
  CHECK_LE(wait_time(), 1000ms);
}

TEST_CASE_FIXTURE(fixture, "after a line that cannot be read the state is listed again") {
  list_two();
  CHECK_EQ(line("{\"type\":\"MODI"), texts{"close", "failed invalid_input", "wait"});
  CHECK_EQ(line(event("ADDED", pod("late", 12))), texts{});
  CHECK_EQ(waited(), texts{"limit=2"});
}

TEST_CASE_FIXTURE(fixture, "objects carry the kind that lists leave out") {
  list_two();
  const auto object = machine.snapshot()->objects.front();
  CHECK_EQ(object->text.substr(0, 32), R"({"apiVersion":"v1","kind":"Pod",)");
}

TEST_CASE("a store of identities hands each text out once and keeps none") {
  fixture x(kube::object_retention::identity);
  x.start();
  x.page(list_of(10, {pod("a", 1)}));
  CHECK_FALSE(std::get<effects::changed>(x.last.front()).change.object->text.empty());
  CHECK(x.machine.snapshot()->objects.front()->text.empty());
  x.line(event("MODIFIED", pod("a", 11)));
  CHECK_FALSE(std::get<effects::changed>(x.last.front()).change.object->text.empty());
  x.line(event("DELETED", pod("a", 12)));
  CHECK_FALSE(std::get<effects::changed>(x.last.front()).change.object->text.empty());
}

TEST_CASE("watches of different seeds end at different times within the given bounds") {
  const auto duration_of = [](std::uint64_t seed) {
    kube::watch_machine machine({.target = {.resource = {.version = "v1", .kind = "Pod", .plural = "pods"}},
                                 .watch_duration = 300s,
                                 .seed = seed});
    (void)machine.step(inputs::start{});
    const auto out = machine.step(inputs::list_answered{kube::http_response{200, list_of(1, {}), {}}});
    const auto& target = std::get<effects::open_watch>(out.back()).request.target;
    return std::stoi(target.substr(target.find("timeoutSeconds=") + 15));
  };
  CHECK_NE(duration_of(1), duration_of(2));
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    CHECK_GE(duration_of(seed), 300);
    CHECK_LE(duration_of(seed), 600);
  }
}

TEST_SUITE_END();
