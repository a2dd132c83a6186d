#include "api_contract.hpp"
#include "kube/watch/watch_event.hpp"

TEST_SUITE_BEGIN("kube/api_contract");

using namespace test::api_contract;

namespace {

std::string text_of_event(const std::string& line) {
  const auto event = kube::watch::read_watch_event(line, {config_maps});
  REQUIRE_MESSAGE(event, line);
  if (const auto* applied = std::get_if<kube::watch::watch_applied>(&*event))
    return "applied " + applied->object->key().name;
  if (const auto* deleted = std::get_if<kube::watch::watch_deleted>(&*event))
    return "deleted " + deleted->object->key().name;
  if (const auto* failed = std::get_if<kube::watch::watch_failed>(&*event))
    return std::string("failed ") + base::name(failed->reason.code);
  return "bookmark";
}

} // namespace

TEST_CASE("a created object has an identity and can be got, but not created again") {
  for_each_api([](place x) {
    const auto created = x.create(config_map("a"));
    REQUIRE_MESSAGE(created, created.error().message);
    const auto object = kube::objects::read_object(created->dump());
    REQUIRE(object);
    CHECK_EQ((*object)->key(), kube::objects::object_key{x.namespace_, "a"});
    CHECK_FALSE((*object)->uid().empty());
    CHECK_FALSE((*object)->resource_version().empty());
    const auto got = x.get("a");
    REQUIRE(got);
    CHECK_EQ(*got, *created);
    CHECK_EQ(code_of(x.create(config_map("a"))), error_code::already_exists);
  });
}

TEST_CASE("an object that is not there is not found, which neither an absent namespace nor an unserved kind is") {
  for_each_api([](place x) {
    const auto missing = x.get("nobody");
    CHECK_EQ(code_of(missing), error_code::not_found);
    CHECK_EQ(missing.error().message, "configmaps \"nobody\" not found");
    CHECK_EQ(code_of(x.call(kube::api::remove_request(config_maps, x.at("nobody")))), error_code::not_found);
    const kube::api::object_location nowhere{.namespace_ = "no-such-place", .name = "a"};
    const auto elsewhere = x.call(kube::api::create_request(config_maps, nowhere, config_map("a")));
    CHECK_EQ(code_of(elsewhere), error_code::invalid_input);
    CHECK_EQ(elsewhere.error().message, "namespaces \"no-such-place\" not found");
    CHECK_EQ(code_of(x.call(kube::api::get_request(config_maps, nowhere))), error_code::not_found);
    const kube::api::resource deployments{
      .group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"};
    for (const auto* part : {"", "status", "scale"}) {
      const kube::api::object_location where{.namespace_ = x.namespace_, .name = "nobody", .subresource = part};
      CHECK_EQ(code_of(x.call(kube::api::patch_request(deployments, where, {.body = "{}"}))), error_code::not_found);
    }
    const kube::api::resource definitions{
      .group = "apiextensions.k8s.io", .version = "v1", .plural = "customresourcedefinitions", .namespaced = false};
    CHECK_EQ(code_of(x.call(kube::api::get_request(definitions, {.name = "nobodies.example.com"}))),
             error_code::not_found);
    const kube::api::resource unknown{.group = "example.com", .version = "v1", .kind = "Gizmo", .plural = "gizmos"};
    CHECK_EQ(code_of(x.call(kube::api::list_request(unknown))), error_code::unavailable);
    CHECK_EQ(code_of(x.call(kube::api::patch_request(config_maps, x.at("nobody"), {.body = "{}"}))),
             error_code::not_found);
  });
}

TEST_CASE("pages together are the whole list of one moment") {
  for_each_api([](place x) {
    for (const auto* name : {"c", "a", "b", "e", "d"}) REQUIRE(x.create(config_map(name)));
    std::vector<std::string> names;
    kube::api::list_options options{.selectors = {.labels = "app=x"}, .limit = 2};
    std::string version;
    do {
      const auto page = x.list(options);
      CHECK_LE(page.objects.size(), 2);
      for (auto& name : names_of(page)) names.push_back(name);
      CHECK((version.empty() || version == page.resource_version));
      version = page.resource_version;
      options.continue_token = page.continue_token;
      // Created between two pages of the list, so it must not be in the list.
      (void)x.create(config_map("between"));
    } while (!options.continue_token.empty());
    CHECK_EQ(names, std::vector<std::string>{"a", "b", "c", "d", "e"});
  });
}

TEST_CASE("items of a list get the kind that the API leaves out") {
  for_each_api([](place x) {
    REQUIRE(x.create(config_map("a")));
    const auto list = x.list({.selectors = {.fields = "metadata.name=a"}});
    REQUIRE_EQ(list.objects.size(), 1);
    const auto object = text::parse_json(list.objects.front()->text());
    REQUIRE(object);
    CHECK_EQ(object->string_at("kind"), "ConfigMap");
    CHECK_EQ(object->string_at("apiVersion"), "v1");
  });
}

TEST_CASE("selectors choose by labels and by name") {
  for_each_api([](place x) {
    REQUIRE(x.create(config_map("a", "1", "red")));
    REQUIRE(x.create(config_map("b", "1", "green")));
    REQUIRE(x.create(config_map("c", "1", "blue")));
    const auto by_labels = [&](const char* text) { return names_of(x.list({.selectors = {.labels = text}})); };
    using names = std::vector<std::string>;
    CHECK_EQ(by_labels("app=red"), names{"a"});
    CHECK_EQ(by_labels("app in (green,red)"), names{"a", "b"});
    CHECK_EQ(by_labels("app notin (green,red),app"), names{"c"});
    CHECK_EQ(by_labels("app,app!=blue"), names{"a", "b"});
    CHECK_EQ(by_labels("app,!app"), names{});
    CHECK_EQ(names_of(x.list({.selectors = {.fields = "metadata.name=b"}})), names{"b"});
    CHECK_EQ(names_of(x.list({.selectors = {.labels = "app", .fields = "metadata.name!=b"}})), names{"a", "c"});
  });
}

TEST_CASE("a metadata-only list has no content") {
  for_each_api([](place x) {
    REQUIRE(x.create(config_map("a", "content")));
    const auto list =
      x.list({.selectors = {.fields = "metadata.name=a"}, .content = kube::api::object_content::metadata});
    REQUIRE_EQ(list.objects.size(), 1);
    CHECK_EQ(list.objects.front()->key().name, "a");
    CHECK_EQ(list.objects.front()->text().find("content"), std::string::npos);
  });
}

TEST_CASE("an update with an old resourceVersion conflicts") {
  for_each_api([](place x) {
    const auto first = x.create(config_map("a"));
    REQUIRE(first);
    const auto changed = first->with("data", text::json::object({{"key", "2"}}));
    REQUIRE(x.call(kube::api::update_request(config_maps, x.at("a"), changed.dump())));
    CHECK_EQ(code_of(x.call(kube::api::update_request(config_maps, x.at("a"), changed.dump()))), error_code::conflict);
  });
}

TEST_CASE("merge and JSON patches change objects; one that does not fit is refused") {
  for_each_api([](place x) {
    REQUIRE(x.create(config_map("a")));
    const auto patched = [&](kube::api::patch_kind kind, const char* body) {
      return x.call(kube::api::patch_request(config_maps, x.at("a"), {.kind = kind, .body = body}));
    };
    const auto merged = patched(kube::api::patch_kind::merge, R"({"data":{"key":null,"other":"2"}})");
    REQUIRE(merged);
    CHECK_EQ(*merged->find("data"), text::json::object({{"other", "2"}}));
    const auto replaced =
      patched(kube::api::patch_kind::json, R"([{"op":"replace","path":"/data/other","value":"3"}])");
    REQUIRE(replaced);
    CHECK_EQ(*replaced->find("data"), text::json::object({{"other", "3"}}));
    CHECK_EQ(code_of(patched(kube::api::patch_kind::json, R"([{"op":"test","path":"/data/other","value":"4"}])")),
             error_code::invalid_input);
  });
}

TEST_CASE("an object with a version cannot be created, and version 0 is none") {
  for_each_api([](place x) {
    const auto create = [&](const char* version) {
      return x.create(R"({"kind":"ConfigMap","metadata":{"name":"a","resourceVersion":")" + std::string(version)
                      + "\"}}");
    };
    const auto refused = create("7");
    CHECK_EQ(code_of(refused), error_code::unavailable);
    CHECK_EQ(refused.error().message, "resourceVersion should not be set on objects to be created");
    CHECK(create("0"));
  });
}

TEST_CASE("a JSON patch that does not fit is invalid, and one that changes nothing keeps the version") {
  for_each_api([](place x) {
    const auto created = x.create(config_map("a"));
    REQUIRE(created);
    const auto patched = [&](kube::api::patch_kind kind, const std::string& body) {
      return x.call(kube::api::patch_request(config_maps, x.at("a"), {.kind = kind, .body = body}));
    };
    const auto misfit = patched(kube::api::patch_kind::json, R"([{"op":"remove","path":"/data/none"}])");
    CHECK_EQ(code_of(misfit), error_code::invalid_input);
    CHECK_EQ(misfit.error().message, "the server rejected our request due to an error in our request");
    for (const auto& same :
         {patched(kube::api::patch_kind::merge, R"({"data":{"key":"1"}})"),
          patched(kube::api::patch_kind::json, R"([{"op":"replace","path":"/data/key","value":"1"}])")}) {
      REQUIRE(same);
      CHECK_EQ(version_of(*same), version_of(*created));
    }
  });
}

TEST_CASE("a Job keeps the selector and the labels that the server has given it") {
  for_each_api([](place x) {
    const kube::api::resource jobs{.group = "batch", .version = "v1", .kind = "Job", .plural = "jobs"};
    const auto where = x.at("j");
    const auto body = [](const std::string& image, const std::string& version) {
      return R"({"apiVersion":"batch/v1","kind":"Job","metadata":{"name":"j","resourceVersion":")" + version
             + R"("},"spec":{"suspend":true,"template":{"spec":{"restartPolicy":"Never","containers":[{"name":"c","image":")"
             + image + R"("}]}}}})";
    };
    const auto created = x.call(kube::api::create_request(jobs, {.namespace_ = x.namespace_}, body("one", "")));
    REQUIRE_MESSAGE(created, created.error().message);
    const auto version = version_of(*created);
    const auto fields_of = [&](kube::api::http_request request) {
      return kube::api::immutable_fields(x.api.call(std::move(request)).value());
    };
    CHECK_FALSE(fields_of(kube::api::update_request(jobs, where, body("one", version))).empty());
    const auto laid_over = x.call(kube::api::patch_request(jobs, where, {.body = body("one", version)}));
    REQUIRE_MESSAGE(laid_over, laid_over.error().message);
    CHECK_FALSE(version_of(*laid_over).empty());
  });
}

TEST_CASE("apply creates an object and then changes it") {
  for_each_api([](place x) {
    const auto apply = [&](const std::string& body) {
      return x.call(
        kube::api::patch_request(config_maps, x.at("a"), {.kind = kube::api::patch_kind::apply, .body = body}));
    };
    REQUIRE(apply(config_map("a", "1")));
    const auto changed = apply(config_map("a", "2"));
    REQUIRE(changed);
    CHECK_EQ(changed->find("data")->string_at("key"), "2");
  });
}

TEST_CASE("a delete takes the object away, but not another incarnation of it") {
  for_each_api([](place x) {
    REQUIRE(x.create(config_map("a")));
    CHECK_EQ(code_of(x.call(kube::api::remove_request(config_maps, x.at("a"), {.uid = "another"}))),
             error_code::conflict);
    CHECK_EQ(code_of(x.call(kube::api::remove_request(config_maps, x.at("a"), {.resource_version = "1"}))),
             error_code::conflict);
    REQUIRE(x.call(kube::api::remove_request(config_maps, x.at("a"))));
    CHECK_EQ(code_of(x.get("a")), error_code::not_found);
    CHECK_EQ(code_of(x.call(kube::api::remove_request(config_maps, x.at("a")))), error_code::not_found);
  });
}

TEST_CASE("an object with finalizers is marked by a delete, and goes with the last of them") {
  for_each_api([](place x) {
    const auto held =
      R"({"apiVersion":"v1","kind":"ConfigMap","metadata":{"name":"a","finalizers":["example.com/hold"]}})";
    REQUIRE(x.create(held));
    const auto marked = x.call(kube::api::remove_request(config_maps, x.at("a")));
    REQUIRE_MESSAGE(marked, marked.error().message);
    CHECK_EQ(marked->string_at("kind"), "ConfigMap");
    const auto* metadata = marked->find("metadata");
    REQUIRE(metadata);
    CHECK(metadata->find("deletionTimestamp"));
    REQUIRE(x.get("a"));
    test::collected_watch watch(
      x.api,
      kube::api::watch_request(config_maps, {.namespace_ = x.namespace_,
                                             .selectors = {.fields = "metadata.name=a"},
                                             .resource_version = metadata->string_at("resourceVersion").value_or("")}));
    REQUIRE(x.call(kube::api::patch_request(config_maps, x.at("a"), {.body = R"({"metadata":{"finalizers":null}})"})));
    const auto lines = watch.lines(1);
    REQUIRE_GE(lines.size(), 1);
    CHECK_EQ(text_of_event(lines.back()), "deleted a");
    CHECK_EQ(code_of(x.get("a")), error_code::not_found);
  });
}

TEST_CASE("a patch of the subresource status changes the status and nothing else") {
  for_each_api([](place x) {
    const kube::api::resource deployments{
      .group = "apps", .version = "v1", .kind = "Deployment", .plural = "deployments"};
    const auto at = [&](const char* subresource) {
      return kube::api::object_location{.namespace_ = x.namespace_, .name = "web", .subresource = subresource};
    };
    const auto created = x.call(kube::api::create_request(
      deployments, {.namespace_ = x.namespace_},
      R"({"apiVersion":"apps/v1","kind":"Deployment","metadata":{"name":"web"},"spec":{"replicas":0,)"
      R"("selector":{"matchLabels":{"app":"web"}},"template":{"metadata":{"labels":{"app":"web"}},)"
      R"("spec":{"containers":[{"name":"web","image":"web"}]}}}})"));
    REQUIRE_MESSAGE(created, created.error().message);
    const auto patched = x.call(kube::api::patch_request(
      deployments, at("status"), {.body = R"({"spec":{"paused":true},"status":{"collisionCount":7}})"}));
    REQUIRE_MESSAGE(patched, patched.error().message);
    const auto now = x.call(kube::api::get_request(deployments, at("")));
    REQUIRE(now);
    REQUIRE(now->find("status"));
    const auto* count = now->find("status")->find("collisionCount");
    REQUIRE(count);
    CHECK_EQ(*count, text::json(std::int64_t{7}));
    CHECK_FALSE(now->find("spec")->find("paused"));
  });
}

TEST_CASE("a watch from a list's position reports what happens after it, in order") {
  for_each_api([](place x) {
    REQUIRE(x.create(config_map("a")));
    const auto list = x.list({.selectors = {.labels = "app=x"}});
    REQUIRE(x.create(config_map("b")));
    test::collected_watch watch(x.api,
                                kube::api::watch_request(config_maps, {.namespace_ = x.namespace_,
                                                                       .selectors = {.labels = "app=x"},
                                                                       .resource_version = list.resource_version}));
    REQUIRE(x.call(kube::api::patch_request(config_maps, x.at("a"), {.body = R"({"data":{"key":"2"}})"})));
    // The object leaves the selection, and comes back.
    REQUIRE(
      x.call(kube::api::patch_request(config_maps, x.at("b"), {.body = R"({"metadata":{"labels":{"app":"y"}}})"})));
    REQUIRE(
      x.call(kube::api::patch_request(config_maps, x.at("b"), {.body = R"({"metadata":{"labels":{"app":"x"}}})"})));
    REQUIRE(x.call(kube::api::remove_request(config_maps, x.at("a"))));
    std::vector<std::string> events;
    for (const auto& line : watch.lines(5)) events.push_back(text_of_event(line));
    CHECK_EQ(events, std::vector<std::string>{"applied b", "applied a", "deleted b", "applied b", "deleted a"});
  });
}

TEST_CASE("a watch has begun before there is anything to report") {
  for_each_api([](place x) {
    const auto list = x.list({});
    test::collected_watch watch(x.api,
                                kube::api::watch_request(config_maps, {.namespace_ = x.namespace_,
                                                                       .selectors = {.labels = "app=none"},
                                                                       .resource_version = list.resource_version}));
    CHECK(watch.has_begun());
    CHECK(watch.lines(0).empty());
  });
}

TEST_SUITE_END();
