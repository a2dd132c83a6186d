#include "watch_machine_steps.hpp"

using namespace test::watch_machine;

TEST_SUITE_BEGIN("kube/watch_machine");

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
  CHECK_EQ(change.previous->resource_version(), "1");
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

TEST_CASE_FIXTURE(fixture, "the deletion of an earlier object leaves its successor") {
  list_two();
  line(event("MODIFIED", pod("a", 12)));
  CHECK_EQ(line(event("DELETED", pod("a", 9, "earlier"))), texts{});
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(machine.position(), "12");
  SUBCASE("its own deletion counts, whatever the version") {
    CHECK_EQ(line(event("DELETED", pod("a", 11))), texts{"deleted a@11"});
  }
  SUBCASE("so does the deletion of a later object, because the end of the known one was missed") {
    CHECK_EQ(line(event("DELETED", pod("a", 14, "later"))), texts{"deleted a@14"});
  }
  SUBCASE("versions without an order let a list decide") {
    line(event("MODIFIED", R"({"metadata":{"name":"a","namespace":"n","uid":"ua","resourceVersion":"x"}})"));
    CHECK_EQ(line(event("DELETED", pod("a", 9, "earlier"))), texts{"close", "failed unavailable", "wait"});
    CHECK_EQ(waited(), texts{"limit=2"});
  }
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
  lasted();
  CHECK_EQ(line(event("BOOKMARK", R"({"metadata":{"resourceVersion":"40"}})")), texts{});
  CHECK_EQ(end(), texts{"watch from 40"});
}

TEST_CASE_FIXTURE(fixture, "a server that ends every watch at once is not asked without a pause") {
  list_two();
  CHECK_EQ(end(), texts{"watch from 10"});
  CHECK_EQ(end(), texts{"wait"});
  CHECK_EQ(wait_time(), 1000ms);
  CHECK_EQ(waited(), texts{"watch from 10"});
  CHECK_EQ(end(), texts{"failed unavailable", "wait"});
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
      CHECK_EQ(lasted(), texts{});
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

TEST_CASE_FIXTURE(custom_fixture, "a kind that is gone takes its objects along and comes back with them as changes") {
  list_two();
  CHECK_EQ(end(404, not_served), texts{"limit=2"});
  CHECK_EQ(refuse_list(404, not_served), texts{"look up"});
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(look_up(kube::api::kind_absent{}), texts{"deleted a@1", "deleted b@2", "gone"});
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
  CHECK_EQ(look_up(kube::api::kind_undecided{.reason = "discovery of /apis: HTTP status 404"}),
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

TEST_CASE_FIXTURE(custom_fixture, "a version that is not served any more takes no objects along: they wait for it") {
  list_two();
  CHECK_EQ(end(404, not_served), texts{"limit=2"});
  refuse_list(404, not_served);
  CHECK_EQ(look_up(kube::api::kind_in_other_version{"example.com/v2"}),
           texts{"version gone, served as example.com/v2"});
  CHECK_EQ(names(), texts{"a", "b"});
  CHECK_EQ(waited(), texts{"limit=2"});
  SUBCASE("it comes back") {
    CHECK_EQ(page(list_of(50, {pod("a", 1), pod("c", 41)})), texts{"deleted b@2", "added c@41", "watch from 50"});
    CHECK_EQ(begun(), texts{"restored"});
  }
  SUBCASE("the kind goes with all its versions") {
    refuse_list(404, not_served);
    CHECK_EQ(look_up(kube::api::kind_absent{}), texts{"deleted a@1", "deleted b@2", "gone"});
  }
}

TEST_CASE_FIXTURE(custom_fixture, "where another version does, its list goes on with the objects that are known") {
  list_two();
  end(404, not_served);
  refuse_list(404, not_served);
  auto other = served;
  other.version = "v2";
  CHECK_EQ(look_up(other), texts{"moved to example.com/v2", "limit=2"});
  CHECK(std::get<effects::send_list>(last.back()).request.target.starts_with("/apis/example.com/v2/"));
  CHECK_EQ(page(list_of(50, {pod("a", 1), pod("b", 2)})), texts{"modified a@1", "modified b@2", "watch from 50"});
  CHECK_EQ(machine.snapshot()->objects.front()->text().substr(0, 34), R"({"apiVersion":"example.com/v2","ki)");
  // Afterwards versions count again.
  lasted();
  line(event("MODIFIED", pod("a", 51)));
  CHECK_EQ(end(410, status(410, "Expired")), texts{"expired", "limit=2"});
  CHECK_EQ(page(list_of(60, {pod("a", 51), pod("b", 2)})), texts{"watch from 60"});
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

TEST_CASE_FIXTURE(fixture, "objects carry the kind that lists leave out") {
  list_two();
  const auto object = machine.snapshot()->objects.front();
  CHECK_EQ(object->text().substr(0, 32), R"({"apiVersion":"v1","kind":"Pod",)");
}

TEST_CASE("a store of identities hands each text out once and keeps none") {
  fixture x(kube::objects::object_retention::identity);
  x.start();
  x.page(list_of(10, {pod("a", 1)}));
  CHECK_FALSE(std::get<effects::changed>(x.last.front()).change.object->text().empty());
  CHECK(x.machine.snapshot()->objects.front()->text().empty());
  x.line(event("MODIFIED", pod("a", 11)));
  CHECK_FALSE(std::get<effects::changed>(x.last.front()).change.object->text().empty());
  x.line(event("DELETED", pod("a", 12)));
  CHECK_FALSE(std::get<effects::changed>(x.last.front()).change.object->text().empty());
}

TEST_CASE("watches of different seeds end at different times within the given bounds") {
  const auto duration_of = [](std::uint64_t seed) {
    kube::watch::watch_machine machine({.target = {.resource = {.version = "v1", .kind = "Pod", .plural = "pods"}},
                                        .watch_duration = 300s,
                                        .seed = seed});
    (void)machine.step(inputs::start{});
    const auto out = machine.step(inputs::list_answered{kube::api::http_response{200, list_of(1, {}), {}}});
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
