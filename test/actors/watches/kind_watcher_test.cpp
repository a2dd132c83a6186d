#include "support/api_world.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

using namespace std::chrono_literals;
using lines = std::vector<std::string>;

namespace {

/// A binding to a kind that the API server does not serve yet.
struct widget_world : test::api_world {
  actors::messages::informer_actor informer;
  std::shared_ptr<test::observations> seen = std::make_shared<test::observations>();
  actors::messages::observer_actor eyes = observer(seen);

  widget_world() { fixture.advance(0s); }

  void subscribe(const std::string& kind = "Widget") {
    informer = open({.api_version = "example.com/v1", .kind = kind}).informer;
    auto binding = std::make_shared<core::bindings::kubernetes_binding>();
    binding->kind = kind;
    fixture.tell(informer, actors::messages::subscribe{{}, "b", eyes, std::move(binding), {}, false});
    fixture.run();
  }
  void define(const std::string& label) {
    api->put_object(text::json::object(
      {{"apiVersion", "apiextensions.k8s.io/v1"},
       {"kind", "CustomResourceDefinition"},
       {"metadata",
        text::json::object({{"name", "widgets.example.com"}, {"labels", text::json::object({{"at", label}})}})}}));
    fixture.run();
  }
  void serve() { api->add_resource(simulation::custom_resource("example.com", "v1", "Widget", "widgets")); }
  void put_widget(const std::string& name = "w") {
    api->put_object(text::json::object({{"apiVersion", "example.com/v1"},
                                        {"kind", "Widget"},
                                        {"metadata", text::json::object({{"namespace", "default"}, {"name", name}})}}));
  }
  [[nodiscard]] std::size_t discoveries() const { return count_requests("GET", "/apis") - custom_requests(); }
  [[nodiscard]] std::size_t custom_requests() const { return count_requests("GET", "/apis/"); }
};

} // namespace

TEST_CASE("a kind that is near to one that is served is named, until it is served itself") {
  widget_world world;
  world.serve();
  world.subscribe("Wigdets2");
  CHECK(world.problems.lines().empty());
  world.subscribe("Widgett");
  REQUIRE(world.problems.lines().size() == 1);
  CHECK(world.problems.lines()[0].starts_with("watch of Widgett is lost since "));
  CHECK(world.problems.lines()[0].ends_with(": the API server does not serve the kind; did you mean Widget?"));
  CHECK_MESSAGE(world.seen->take().size() == 1,
                "hooks of other kinds, and definitions that come later, wait for nobody");
  world.api->add_resource(simulation::custom_resource("example.com", "v1", "Widgett", "widgetts"));
  world.define("first");
  world.fixture.advance(3s);
  CHECK(world.problems.lines().empty());
}

TEST_CASE("a kind that is not served has no objects; they come as events soon after its definition") {
  widget_world world;
  world.subscribe();
  CHECK(world.seen->take() == lines{"listed b"});
  world.fixture.advance(1h);
  world.define("first");
  world.serve();
  world.put_widget();
  world.fixture.advance(3s);
  CHECK(world.seen->take() == lines{"Added default/w for b"});
}

TEST_CASE("a watch of a hook whose kind is not served is a remark until the kind is served, and no problem") {
  widget_world world;
  const auto informer = world.open({.api_version = "example.com/v1", .kind = "Widget"}).informer;
  auto binding = std::make_shared<core::bindings::kubernetes_binding>();
  binding->kind = "Widget";
  world.fixture.tell(informer,
                     actors::messages::subscribe{
                       {}, "b", world.eyes, std::move(binding), {{"module", "web"}, {"hook", "hooks/a.sh"}}, false});
  world.fixture.run();
  const auto remarks = world.problems.unserved_lines();
  REQUIRE(remarks.size() == 1);
  CHECK_MESSAGE(remarks[0].starts_with("watch of Widget (example.com/v1), for hook 'hooks/a.sh' of module 'web': the "
                                       "API server does not serve the kind, so the binding has no objects; "),
                remarks[0]);
  CHECK(world.problems.lines().empty());
  world.serve();
  world.define("first");
  world.fixture.advance(15s);
  CHECK(world.problems.unserved_lines().empty());
}

TEST_CASE("a kind that is served some time after its definition is found without another change") {
  widget_world world;
  world.subscribe();
  world.fixture.advance(1h);
  world.define("first");
  world.fixture.advance(3s);
  world.serve();
  world.put_widget();
  world.fixture.advance(15s);
  CHECK(world.seen->take() == lines{"listed b", "Added default/w for b"});
}

TEST_CASE("a kind that is served no longer has no objects, and they come back with it") {
  widget_world world;
  world.serve();
  world.put_widget();
  world.subscribe();
  CHECK(world.seen->take() == lines{"listed b"});
  world.api->remove_resource("example.com", "widgets");
  world.fixture.advance(1min);
  CHECK(world.seen->take() == lines{"Deleted default/w for b"});
  REQUIRE(world.problems.lines().size() == 1);
  CHECK(world.problems.lines()[0].starts_with("watch of Widget is lost since "));
  CHECK(world.problems.lines()[0].ends_with(
    ": the API server does not serve the kind any more, so all its objects count as deleted"));
  world.fixture.advance(1h);
  CHECK_MESSAGE(world.problems.lines().size() == 1, "it stays a problem until the kind is back");
  world.serve();
  world.define("again");
  world.fixture.advance(15s);
  CHECK(world.seen->take() == lines{"Added default/w for b"});
  CHECK(world.problems.lines().empty());
}

namespace {

/// A binding to Widgets, with a single object, in group versions that appear and disappear.
struct versions_world : widget_world {
  void serve_version(const std::string& version) {
    api->add_resource(simulation::custom_resource("example.com", version, "Widget", "widgets"));
    define(std::to_string(++changes));
  }
  void end_version(const std::string& version) {
    api->remove_version("example.com", version);
    define(std::to_string(++changes));
  }
  void bind(const std::string& api_version, const std::string& filter = {}) {
    informer = open({.api_version = api_version, .kind = "Widget"}).informer;
    auto binding = std::make_shared<core::bindings::kubernetes_binding>();
    binding->kind = "Widget";
    binding->jq_filter = filter;
    fixture.tell(informer, actors::messages::subscribe{{}, "b", eyes, std::move(binding), {}, false});
    fixture.run();
  }
  actors::messages::snapshot_read read() {
    return fixture.ask<actors::messages::snapshot_read>(informer, actors::messages::read_snapshot{{}, "b"});
  }
  [[nodiscard]] std::string shown() {
    const auto answer = read();
    const auto* known = std::get_if<std::shared_ptr<const core::bindings::object_list>>(&answer.objects);
    if (known == nullptr) return "unknown: " + std::get<core::bindings::unlisted>(answer.objects).reason;
    std::string text;
    for (const auto& x : **known)
      text += std::string(x.name()) + " of " + text::parse_json(x.object.text())->string_at("apiVersion").value();
    return text;
  }
  void put_sized(const std::string& name, const char* spec) {
    api->put_object(text::json::object({{"apiVersion", "example.com/v1"},
                                        {"kind", "Widget"},
                                        {"metadata", text::json::object({{"namespace", "default"}, {"name", name}})},
                                        {"spec", text::parse_json(spec).value()}}));
  }
  [[nodiscard]] std::string results() {
    const auto answer = read();
    const auto* known = std::get_if<std::shared_ptr<const core::bindings::object_list>>(&answer.objects);
    if (known == nullptr) return "unknown: " + std::get<core::bindings::unlisted>(answer.objects).reason;
    std::string text;
    for (const auto& x : **known) text += (text.empty() ? "" : " ") + x.filter_result.text();
    return text;
  }
  int changes = 0;
};

/// The field moves with version v2, and the API server shows no field of the other version.
constexpr auto filter_of_moved_field =
  R"({name: .metadata.name, size: (if .apiVersion == "example.com/v1" then .spec.size else .spec.later end)})";

} // namespace

TEST_CASE("a version that goes takes no objects along: readiness names it, and the watch goes on when it comes back") {
  versions_world world;
  world.serve_version("v1");
  world.serve_version("v2");
  world.put_widget();
  world.bind("example.com/v1");
  CHECK(world.seen->take() == lines{"listed b"});
  world.end_version("v1");
  world.fixture.advance(1min);
  CHECK(world.seen->take().empty());
  CHECK(world.shown() == "w of example.com/v1");
  REQUIRE(world.problems.lines().size() == 1);
  CHECK(world.problems.lines()[0].ends_with("the API server serves the kind as example.com/v2 only: take that for "
                                            "apiVersion; until then no change is seen"));
  CHECK(world.log.count({"WARN", "watch_failed", "kind=Widget", "example.com/v2"}) == 1);
  const auto before = world.discoveries();
  world.fixture.advance(1h);
  CHECK_MESSAGE(world.discoveries() == before, "nobody looks while nothing changes");
  SUBCASE("it comes back") {
    world.put_widget("new");
    world.serve_version("v1");
    world.fixture.advance(20s);
    CHECK(world.seen->take() == lines{"Added default/new for b"});
    CHECK(world.problems.lines().empty());
  }
  SUBCASE("the kind goes with its definition") {
    world.end_version("v2");
    world.api->delete_object("CustomResourceDefinition", "", "widgets.example.com");
    world.fixture.advance(1min);
    CHECK(world.seen->take() == lines{"Deleted default/w for b"});
    REQUIRE(world.problems.lines().size() == 1);
    CHECK(world.problems.lines()[0].find("all its objects count as deleted") != std::string::npos);
  }
  SUBCASE("its definition serves no version any more") {
    world.end_version("v2");
    world.fixture.advance(1min);
    CHECK(world.seen->take().empty());
    REQUIRE(world.problems.lines().size() == 1);
    CHECK(world.problems.lines()[0].find("serves no version") != std::string::npos);
  }
}

TEST_CASE("a binding without apiVersion goes on in another version of the same group") {
  versions_world world;
  world.serve_version("v1");
  world.put_widget();
  world.bind("");
  CHECK(world.shown() == "w of example.com/v1");
  CHECK(world.seen->take() == lines{"listed b"});
  // A kind of the same name in an earlier group comes while the binding watches.
  world.api->add_resource(simulation::custom_resource("aaa.com", "v1", "Widget", "widgets"));
  world.fixture.advance(1min);
  CHECK(world.shown() == "w of example.com/v1");
  world.serve_version("v2");
  world.end_version("v1");
  world.fixture.advance(1min);
  CHECK(world.shown() == "w of example.com/v2");
  CHECK_MESSAGE(world.seen->take() == lines{"Modified default/w for b"}, "by its apiVersion");
  CHECK(world.log.count({"INFO", "watch_moved", "served_as=example.com/v2"}) == 1);
  CHECK(world.problems.lines().empty());
}

TEST_CASE("views stay if a filter finds a field on no object any more in another version of the kind") {
  versions_world world;
  world.serve_version("v1");
  world.put_sized("a", R"({"size": 50})");
  world.put_sized("b", R"({"size": 20})");
  world.bind("", filter_of_moved_field);
  const std::string both = R"({"name":"a","size":50} {"name":"b","size":20})";
  REQUIRE(world.results() == both);
  static_cast<void>(world.seen->take());
  world.serve_version("v2");
  world.end_version("v1");
  world.fixture.advance(1min);
  CHECK(world.results() == both);
  CHECK_MESSAGE(world.seen->take().empty(), "no hook runs");
  CHECK(world.log.count({"WARN", "filter_fields_gone", "binding=b", "kind=Widget", "from=example.com/v1",
                         "to=example.com/v2", "fields=.size", "apiVersion: example.com/v1"})
        == 1);
  const auto state = [&] { return world.states["binding 'b' (Widget)"]; };
  CHECK_MESSAGE(state().find("had values in version example.com/v1, and are null on all objects in version "
                             "example.com/v2")
                  != std::string::npos,
                state());
  SUBCASE("an object goes") {
    world.api->delete_object("Widget", "default", "a");
    world.fixture.advance(1min);
    CHECK(world.results() == R"({"name":"b","size":20})");
  }
  SUBCASE("the field comes on an object, so all objects are shown as they are") {
    world.put_sized("a", R"({"later": 60})");
    world.fixture.advance(1min);
    CHECK(world.results() == R"({"name":"a","size":60} {"name":"b","size":null})");
    CHECK_MESSAGE(state().empty(), state());
  }
}

TEST_CASE("a field that a single object has lost with another version of the kind is shown as it is") {
  versions_world world;
  world.serve_version("v1");
  world.put_sized("a", R"({"size": 50})");
  world.put_sized("b", R"({"size": 20, "later": 30})");
  world.bind("", filter_of_moved_field);
  world.serve_version("v2");
  world.end_version("v1");
  world.fixture.advance(1min);
  CHECK(world.results() == R"({"name":"a","size":null} {"name":"b","size":30})");
  CHECK(world.log.count({"WARN", "filter_fields_gone"}) == 0);
  CHECK(world.problems.lines().empty());
}

TEST_CASE("a kind without apiVersion that two groups have is unknown, also when one of them goes") {
  versions_world world;
  world.serve_version("v1");
  world.api->add_resource(simulation::custom_resource("aaa.com", "v1", "Widget", "widgets"));
  world.put_widget();
  world.bind("");
  CHECK(world.shown().find("several API groups have a kind of this name: ") != std::string::npos);
  CHECK(world.seen->take().empty());
  world.api->remove_resource("aaa.com", "widgets");
  world.define("again");
  world.fixture.advance(10min);
  CHECK(world.shown().find("'Widget' was a kind of several API groups; only example.com/v1 has") != std::string::npos);
  CHECK(world.seen->take().empty());
}

TEST_CASE("a kind that its group serves in another version only is unknown, not empty") {
  versions_world world;
  world.serve_version("v2");
  world.put_widget();
  world.bind("example.com/v1");
  world.fixture.advance(1min);
  CHECK(world.seen->take().empty());
  CHECK(world.shown() == "unknown: the API server serves the kind as example.com/v2 only: take that for apiVersion");
  CHECK(world.problems.lines().size() == 1);
  world.serve_version("v1");
  world.fixture.advance(20s);
  CHECK(world.seen->take() == lines{"listed b"});
  CHECK(world.shown() == "w of example.com/v1");
  CHECK(world.problems.lines().empty());
}

TEST_CASE("while nothing changes nobody looks for a kind") {
  widget_world world;
  world.subscribe();
  world.fixture.advance(1min);
  const auto before = world.discoveries();
  world.fixture.advance(24h);
  CHECK(world.discoveries() == before);
}

TEST_CASE("while definitions cannot be watched, a kind is looked for from time to time") {
  widget_world world;
  const kube::api::http_response forbidden = simulation::refusal(403, "Forbidden");
  world.api->fail_next({{"GET", "/customresourcedefinitions"}, forbidden, 100000});
  world.subscribe();
  world.fixture.advance(1min);
  world.serve();
  world.put_widget();
  world.fixture.advance(31s);
  CHECK(world.seen->take() == lines{"listed b", "Added default/w for b"});
}

TEST_CASE("while definitions are not served, a kind is looked for from time to time") {
  widget_world world;
  world.api->remove_resource("apiextensions.k8s.io", "customresourcedefinitions");
  world.subscribe();
  world.fixture.advance(1h);
  world.serve();
  world.put_widget();
  world.fixture.advance(31s);
  CHECK(world.seen->take() == lines{"listed b", "Added default/w for b"});
}

TEST_CASE("definitions are watched while somebody waits for a kind, and not for ever after") {
  widget_world world;
  CHECK(world.count_requests("GET", "/customresourcedefinitions") == 0);
  world.subscribe();
  world.fixture.advance(1min);
  CHECK(world.api->open_watches() == 2);
  world.serve();
  world.define("first");
  world.fixture.advance(1min);
  CHECK(world.api->open_watches() == 3);
  world.define("second");
  world.fixture.advance(1min);
  CHECK_MESSAGE(world.api->open_watches() == 1, "only the binding's own is left");
}

TEST_CASE("a kind that comes again is shown when its list is complete, not page by page") {
  widget_world world;
  world.subscribe();
  world.fixture.advance(1min);
  static_cast<void>(world.seen->take());
  world.serve();
  for (int i = 0; i < 600; ++i) world.put_widget("w" + std::to_string(i));
  world.api->hold({"GET", "continue="});
  world.define("first");
  world.fixture.advance(10s);
  CHECK(world.seen->take().empty());
  world.api->release();
  world.fixture.run();
  CHECK(world.seen->take().size() == 600);
}
