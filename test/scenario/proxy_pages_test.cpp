// A proxy replaces responses of the API server by its own pages, which say nothing about objects.
#include "support/operator_fixture.hpp"

#include <array>
#include <optional>
#include <random>
#include <string>

using test::operator_fixture;
using test::v1;
using namespace std::chrono_literals;

namespace {

using answer = std::optional<base::result<kube::api::http_response>>;

constexpr auto chart_text = "apiVersion: v1\nkind: ConfigMap\nmetadata: {name: %}\n";

std::string chart_of(const std::string& module) {
  std::string text = chart_text;
  return text.replace(text.find('%'), 1, module);
}

/// The ConfigMap enables `web`, which is disabled by default, and disables `db`. A hook watches Pods and a
/// custom kind.
struct pages_fixture : operator_fixture {
  pages_fixture() {
    api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
    module("010-db");
    module("020-web", "webEnabled: false\n");
    for (const auto* name : {"db", "web"}) {
      chart(name, chart_of(name));
      hook(std::string(name) + "/deleted.sh", v1("afterDeleteHelm: 1"));
    }
    hook("web/watch.sh", v1("kubernetes: [{name: pods, kind: Pod}, {name: widgets, apiVersion: example.com/v1, "
                            "kind: Widget}]"));
    set_config({{"webEnabled", "true"}, {"dbEnabled", "false"}});
    for (const auto* name : {"p", "q"}) {
      api().put_object(test::object_of("v1", "Pod", name));
      api().put_object(test::object_of("example.com/v1", "Widget", name));
    }
    start();
    advance(1min);
    REQUIRE(take_journal().find("helm upgrade web") != std::string::npos);
    REQUIRE(problems().empty());
    watches = api().open_watches();
  }

  /// Replaces all responses to requests with this text in their target by pages.
  void put_pages(const std::string& target_part, int status = 404) {
    api().put_between([target_part, status](const kube::api::http_request& x) {
      return x.target.find(target_part) != std::string::npos ? answer(simulation::proxy_page(status)) : answer();
    });
    api().end_watches();
  }
  void remove_pages() { api().put_between({}); }
  /// The problems on /readyz.
  [[nodiscard]] std::string problems() {
    std::string text;
    for (const auto& x : describe().problems) text += x + "\n";
    return text;
  }
  /// Checks that all later changes are noticed, and no others.
  void check_all_is_well() {
    advance(1min);
    CHECK(take_journal() == "");
    CHECK(problems() == "");
    CHECK(api().open_watches() == watches);
    api().put_object(test::object_of("v1", "Pod", "new"));
    api().put_object(test::object_of("example.com/v1", "Widget", "new"));
    run();
    const auto journal = take_journal();
    CHECK(journal.find("pods:Added") != std::string::npos);
    CHECK(journal.find("widgets:Added") != std::string::npos);
    CHECK(journal.find("Deleted") == std::string::npos);
    set_config("dbEnabled", "true");
    run();
    CHECK(take_journal().find("helm upgrade db") != std::string::npos);
  }

  std::size_t watches = 0;
};

} // namespace

TEST_CASE_FIXTURE(pages_fixture, "pages on the ConfigMap's path neither install nor uninstall a module") {
  for (const int status : {404, 401, 403, 200}) {
    CAPTURE(status);
    put_pages("/configmaps", status);
    advance(3s);
    CHECK(take_journal() == "");
    CHECK(problems().find("watch of ConfigMap in namespace addon-operator with") != std::string::npos);
    remove_pages();
    advance(1min);
    CHECK(take_journal() == "");
  }
  check_all_is_well();
}

TEST_CASE_FIXTURE(pages_fixture, "pages on all paths for a while are an outage, and everything comes back after it") {
  for (const int status : {404, 401, 403, 429, 200}) {
    CAPTURE(status);
    put_pages("/", status);
    advance(20s);
    CHECK(take_journal() == "");
    CHECK(problems().find("watch of Pod, for hook") != std::string::npos);
    CHECK(problems().find("watch of Widget (example.com/v1), for hook") != std::string::npos);
    remove_pages();
    advance(1min);
    CHECK(take_journal() == "");
  }
  CHECK(log().find("api_server_unreachable") != std::string::npos);
  check_all_is_well();
}

TEST_CASE_FIXTURE(pages_fixture, "JSON that is no object of Kubernetes is a page, too") {
  api().put_between([](const kube::api::http_request&) {
    return answer(kube::api::http_response{.status = 200, .body = R"({"status":"ok"})", .retry_after = std::nullopt});
  });
  api().end_watches();
  advance(20s);
  CHECK(take_journal() == "");
  CHECK(log().find("api_server_unreachable") != std::string::npos);
  remove_pages();
  check_all_is_well();
}

TEST_CASE_FIXTURE(pages_fixture, "pages on the path of a probe alone are no outage") {
  for (const int status : {200, 403, 404, 502, 503}) {
    CAPTURE(status);
    put_pages("/version", status);
    api().break_watches({base::error_code::unavailable, "broken"});
    advance(1min);
    CHECK(log().find("api_server_unreachable") == std::string::npos);
    CHECK(problems() == "");
    CHECK(api().open_watches() == watches);
    remove_pages();
  }
  check_all_is_well();
}

TEST_CASE_FIXTURE(pages_fixture, "what changes behind pages is seen once they are gone, as one change each") {
  put_pages("/");
  advance(5s);
  api().delete_object("Pod", "default", "p");
  api().put_object(test::object_of("example.com/v1", "Widget", "r"));
  advance(15s);
  remove_pages();
  advance(1min);
  const auto journal = take_journal();
  CHECK(journal.find("pods:Deleted") != std::string::npos);
  CHECK(journal.find("widgets:Added") != std::string::npos);
  CHECK(runs_of("web/watch.sh").size() <= 4);
  check_all_is_well();
}

TEST_CASE("pages at random show no hook what is not so, and stop nothing for good") {
  for (const std::uint64_t seed : {1, 2, 3, 4, 5, 6}) {
    CAPTURE(seed);
    pages_fixture world;
    std::mt19937_64 random(seed);
    world.api().put_between([&random](const kube::api::http_request&) {
      constexpr std::array statuses{404, 404, 403, 401, 410, 200};
      const bool hit = random() % 10 < 3;
      return hit ? answer(simulation::proxy_page(statuses[random() % statuses.size()])) : answer();
    });
    for (int i = 0; i < 60; ++i) {
      world.api().end_watches();
      world.advance(5s);
    }
    const auto journal = world.take_journal();
    CHECK_MESSAGE(journal == "", journal);
    world.remove_pages();
    world.advance(1min);
    world.check_all_is_well();
  }
}

TEST_CASE_FIXTURE(pages_fixture, "a right that is taken for a while is a line of readiness and nothing else") {
  api().put_between([](const kube::api::http_request& x) {
    const bool hit =
      x.target.find("/configmaps") != std::string::npos || x.target.find("/widgets") != std::string::npos;
    return hit ? answer(simulation::refusal(403, "Forbidden")) : answer();
  });
  api().end_watches();
  advance(2min);
  CHECK(take_journal() == "");
  CHECK(problems().find("watch of Widget (example.com/v1), for hook") != std::string::npos);
  CHECK(problems().find("Forbidden") != std::string::npos);
  remove_pages();
  check_all_is_well();
}

TEST_CASE_FIXTURE(pages_fixture, "a definition that is made again takes its objects along and brings the new ones") {
  api().delete_object("Widget", "default", "p");
  api().delete_object("Widget", "default", "q");
  api().remove_resource("example.com", "widgets");
  advance(1min);
  CHECK(take_journal().find("widgets:Deleted") != std::string::npos);
  api().add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets"));
  api().put_object(
    test::object_of("apiextensions.k8s.io/v1", "CustomResourceDefinition", "widgets.example.com", {}, ""));
  api().put_object(test::object_of("example.com/v1", "Widget", "again"));
  advance(1min);
  CHECK(take_journal().find("widgets:Added") != std::string::npos);
  CHECK(problems() == "");
}

namespace {

/// A hook stores a password in the ConfigMap; at first a proxy answers requests for the ConfigMap.
struct writing_fixture : operator_fixture {
  writing_fixture() {
    module("010-web");
    module("020-db");
    chart("web", chart_of("web"));
    chart("db", chart_of("db"));
    hook("web/a.sh", v1("schedule: [{name: tick, crontab: '* * * * *', queue: side}]"), [](test::hook_run& run) {
      if (run.config_values.find("password") == std::string::npos)
        run.config_patch = R"({"op":"add","path":"/web/password","value":"x"})";
    });
    set_config({{"web", "color: red\n"}, {"dbEnabled", "false"}});
    start();
    static_cast<void>(take_journal());
  }

  /// Replaces the first responses to requests of this method for the ConfigMap.
  void replace_answers(const std::string& method, kube::api::http_response with, int times) {
    api().put_between([this, method, with, times](const kube::api::http_request& x) {
      const bool hit = x.method == method && x.target.find("/configmaps/addon-operator") != std::string::npos;
      return hit && replaced++ < times ? answer(with) : answer();
    });
  }
  void check_written_once() {
    CHECK(config("web") == "color: red\npassword: x\n");
    CHECK(config("dbEnabled") == "false");
    const auto first = log().find("config_map_written");
    REQUIRE(first != std::string::npos);
    CHECK(log().find("config_map_written", first + 1) == std::string::npos);
  }

  int replaced = 0;
};

} // namespace

TEST_CASE_FIXTURE(writing_fixture, "a ConfigMap that a proxy does not find is not taken to be empty by a write") {
  SUBCASE("by a page") {
    replace_answers("GET", simulation::proxy_page(404), 1'000'000);
  }
  SUBCASE("by a Status that names nothing") {
    replace_answers("GET", simulation::refusal(404, "NotFound"), 1'000'000);
  }
  SUBCASE("by a Status about the namespace") {
    const auto named = text::json::object({{"name", "addon-operator"}, {"kind", "namespaces"}});
    replace_answers("GET", simulation::response_of({404, "NotFound", "no such namespace", named}), 1'000'000);
  }
  advance(70s);
  CHECK(replaced > 0);
  api().put_between({});
  advance(3min);
  check_written_once();
  CHECK(take_journal().find("helm upgrade db") == std::string::npos);
}

TEST_CASE_FIXTURE(writing_fixture, "a write that a proxy answers is not taken to be written") {
  replace_answers("PATCH", {.status = 200, .body = R"({"message":"welcome"})", .retry_after = std::nullopt}, 2);
  advance(3min);
  CHECK(replaced >= 2);
  check_written_once();
}

namespace {

base::result<kube::api::http_response> success(std::string body) {
  return kube::api::http_response{.status = 200, .body = std::move(body), .retry_after = std::nullopt};
}

/// Answers lists with this text in their target, except lists of a single release. Watches end with this
/// status.
void answer_lists(simulation::fake_api_server& api, const std::string& target_part, const std::string& body,
                  int status_of_watches) {
  api.put_between([target_part, body, status_of_watches](const kube::api::http_request& x) {
    const auto has = [&](std::string_view part) { return x.target.find(part) != std::string::npos; };
    if (!has(target_part) || has("name%3D")) return answer();
    if (!has("watch=")) return answer(success(body));
    auto ended = simulation::proxy_page(503);
    if (status_of_watches == 410)
      ended = {.status = 410,
               .body = R"({"kind":"Status","apiVersion":"v1","status":"Failure","reason":"Expired","code":410})",
               .retry_after = std::nullopt};
    return answer(base::result<kube::api::http_response>(std::move(ended)));
  });
  api.end_watches();
}

} // namespace

TEST_CASE_FIXTURE(pages_fixture, "an empty list that is not the API server's does not prove that any object has gone") {
  for (const auto* body : {R"({"items":[]})", R"({"kind":"List","apiVersion":"v1","metadata":{},"items":[]})",
                           R"({"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"7"},"items":[]})"}) {
    for (const auto* path : {"/pods", "/widgets", "/secrets", "/configmaps"}) {
      CAPTURE(std::string(body));
      CAPTURE(std::string(path));
      answer_lists(api(), path, body, 410);
      advance(3s);
      CHECK(take_journal() == "");
      CHECK_MESSAGE(problems().find("may not be the API server's") != std::string::npos, problems());
      remove_pages();
      advance(1min);
      CHECK(take_journal() == "");
    }
  }
  check_all_is_well();
}

TEST_CASE_FIXTURE(pages_fixture, "a release is not made anew because of a list of records that is wrong") {
  stop();
  static_cast<void>(take_journal());
  SUBCASE("and not the API server's") {
    answer_lists(api(), "/secrets", R"({"items":[]})", 503);
    start();
    CHECK_EQ(take_journal().find("helm upgrade"), std::string::npos);
    CHECK_MESSAGE(problems().find("may not be the API server's") != std::string::npos, problems());
  }
  SUBCASE("and looks as if it were") {
    answer_lists(api(), "/secrets",
                 R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1",)"
                 R"("metadata":{"resourceVersion":"7"},"items":[]})",
                 503);
    start();
    CHECK_EQ(take_journal().find("helm upgrade"), std::string::npos);
  }
  remove_pages();
  advance(1min);
  CHECK_EQ(take_journal().find("helm upgrade"), std::string::npos);
  CHECK_EQ(helm().revision("web"), 1);
  CHECK_EQ(problems(), "");
}
