#include "kube/objects/object_bytes.hpp"

#include "kube/objects/list_reader.hpp"
#include "kube/watch/watch_event.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("kube/object_bytes");

namespace {

const kube::api::object_type pod_type{.api_version = "v1", .kind = "Pod"};
const kube::api::resource pods{"", "v1", "Pod", "pods", true, {}, "pod", {}};

const std::string pod = R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"web","namespace":"shop",)"
                        R"("uid":"u1","resourceVersion":"42","labels":{"name":"other","uid":"x"},)"
                        R"("ownerReferences":[{"name":"owner","uid":"u2","kind":"ReplicaSet"}]},)"
                        R"("spec":{"metadata":{"name":"template"},"kind":"no","n":[1,-2.5e3,true,null]}})";

} // namespace

TEST_CASE("an object keeps the bytes it came in") {
  const auto object = kube::objects::read_object(pod, pod_type);
  REQUIRE(object);
  CHECK_EQ((*object)->text, pod);
}

TEST_CASE("the identity is that of the object, not of what is nested in it") {
  const auto object = kube::objects::read_object(pod);
  REQUIRE(object);
  const auto& identity = (*object)->identity;
  CHECK_EQ(identity.type, pod_type);
  CHECK_EQ(identity.key, kube::objects::object_key{"shop", "web"});
  CHECK_EQ(identity.uid, "u1");
  CHECK_EQ(identity.resource_version, "42");
}

TEST_CASE("the identity is the same whatever comes first in the text") {
  const auto object = kube::objects::read_object(
    R"({"spec":{"metadata":{"name":"no"}},"metadata":{"resourceVersion":"7","name":"a\u0062c"},"kind":"X"})");
  REQUIRE(object);
  CHECK_EQ((*object)->identity.key.name, "abc");
  CHECK_EQ((*object)->identity.resource_version, "7");
  CHECK_EQ((*object)->identity.type.kind, "X");
}

TEST_CASE("only what is missing of apiVersion and kind is filled in") {
  const auto filled = [](const char* text) {
    const auto object = kube::objects::read_object(text, pod_type);
    REQUIRE(object);
    REQUIRE(text::parse_json((*object)->text));
    return (*object)->text;
  };
  CHECK_EQ(filled(R"({"metadata":{}})"), R"({"apiVersion":"v1","kind":"Pod","metadata":{}})");
  CHECK_EQ(filled(R"({"kind":"Own"})"), R"({"apiVersion":"v1","kind":"Own"})");
  CHECK_EQ(filled("{}"), R"({"apiVersion":"v1","kind":"Pod"})");
  CHECK_EQ(filled("{ }"), R"({"apiVersion":"v1","kind":"Pod" })");
}

namespace {

std::string without_managed_fields(const kube::objects::object_ptr& object) {
  auto text = object->text;
  return text.erase(object->managed_fields.begin, object->managed_fields.end - object->managed_fields.begin);
}

} // namespace

TEST_CASE("the place of managed fields is known, wherever they stand in the metadata") {
  const std::pair<const char*, const char*> cases[] = {
    {R"({"kind":"X","metadata":{"managedFields":[{"a":"}]"}],"name":"x"},"spec":1})",
     R"({"kind":"X","metadata":{"name":"x"},"spec":1})"},
    {R"({"kind":"X","metadata":{"name":"x","managedFields":[]},"spec":1})",
     R"({"kind":"X","metadata":{"name":"x"},"spec":1})"},
    {R"({"kind":"X","metadata":{"a":1,"managedFields":[{"f":{"g":[[1]]}}],"z":2}})",
     R"({"kind":"X","metadata":{"a":1,"z":2}})"},
    {R"({"kind":"X","metadata":{"managedFields":[[]]}})", R"({"kind":"X","metadata":{}})"},
    {R"( { "kind":"X","a" : "\"metadata\":{" , "metadata" : { "n" : "x" , "managedFields" : [ 1 ] } } )",
     R"({ "kind":"X","a" : "\"metadata\":{" , "metadata" : { "n" : "x"  } })"},
  };
  for (const auto& [text, expected] : cases) {
    CAPTURE(text);
    const auto object = kube::objects::read_object(text);
    REQUIRE(object);
    CHECK_EQ(without_managed_fields(*object), expected);
  }
}

TEST_CASE("an object without managed fields, or with what is called so elsewhere, has no such place") {
  for (const char* text :
       {"{}", R"({"metadata":{}})", R"({"metadata":[]})", R"({"metadata":null})", R"({"metadata":{"name":"x"}})",
        R"({"spec":{"metadata":{"managedFields":[]}}})", R"({"managedFields":[]})",
        R"({"metadata":[{"managedFields":[]}]})", R"({"metadata":{"managedFields":null}})",
        R"({"metadata":{"labels":{"managedFields":"[]"}}})", R"({"metadata":{"managed\u0046ields":[]}})"}) {
    CAPTURE(text);
    const auto object = kube::objects::read_object(text);
    REQUIRE(object);
    CHECK((*object)->managed_fields.empty());
  }
}

TEST_CASE("the place of managed fields is right in a list, in an event and behind what is filled in") {
  const std::string item = R"({"metadata":{"name":"x","managedFields":[{"a":1}],"uid":"u"},"spec":{"b":[]}})";
  const std::string expected = R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"x","uid":"u"},"spec":{"b":[]}})";
  const auto list = kube::objects::read_list(
    R"({"kind":"PodList","apiVersion":"v1","metadata":{"managedFields":[],"resourceVersion":"1"},"items":[)" + item
      + ", " + item + "]}",
    {pods});
  REQUIRE(list);
  REQUIRE_EQ(list->objects.size(), 2);
  for (const auto& object : list->objects) CHECK_EQ(without_managed_fields(object), expected);
  const auto event = kube::watch::read_watch_event(R"({"type":"ADDED","object":)" + item + "}", {pods});
  REQUIRE(event);
  const auto* changed = std::get_if<kube::watch::watch_applied>(&*event);
  REQUIRE(changed);
  CHECK_EQ(without_managed_fields(changed->object), expected);
}

TEST_CASE("equal texts have equal checksums, different ones do not") {
  const auto a = kube::objects::read_object(pod);
  const auto b = kube::objects::read_object(pod);
  const auto c = kube::objects::read_object(R"({"kind":"Pod"})");
  CHECK_EQ((*a)->checksum, (*b)->checksum);
  CHECK_NE((*a)->checksum, (*c)->checksum);
}

TEST_CASE("what is no JSON object is refused with the place") {
  for (const auto* text : {"", "[]", "42", "{\"a\":}", "{\"a\":1", "{\"a\":\"\xff\"}", "{} {}"}) {
    CAPTURE(text);
    const auto object = kube::objects::read_object(text);
    REQUIRE_FALSE(object);
    CHECK_EQ(object.error().code, base::error_code::invalid_input);
  }
}

TEST_CASE("nesting of any depth is read without overflowing the stack") {
  const std::string deep = "{\"a\":" + std::string(200000, '[') + std::string(200000, ']') + "}";
  CHECK(kube::objects::read_object(deep));
}

TEST_CASE("a list gives its items, its position and the way to its next page") {
  const auto list =
    kube::objects::read_list(R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"99",)"
                             R"("continue":"abc"},"items":[{"metadata":{"name":"a","resourceVersion":"1"}},)"
                             R"( {"metadata":{"name":"b"},"spec":{"items":[{"metadata":{"name":"no"}}]}}]})",
                             {pods});
  REQUIRE(list);
  CHECK_EQ(list->resource_version, "99");
  CHECK_EQ(list->continue_token, "abc");
  REQUIRE_EQ(list->objects.size(), 2);
  CHECK_EQ(list->objects[0]->text, R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","resourceVersion":"1"}})");
  CHECK_EQ(list->objects[1]->identity.key.name, "b");
}

TEST_CASE("a list without items is empty, and what may not be the API server's list is an error") {
  const std::string head = R"({"kind":"PodList","apiVersion":"v1","metadata":)";
  CHECK(kube::objects::read_list(head + R"({"resourceVersion":"1"},"items":[]})", {pods})->objects.empty());
  CHECK(kube::objects::read_list(head + R"({"resourceVersion":"1"},"items":null})", {pods})->objects.empty());
  CHECK(kube::objects::read_list(
    R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"1"},"items":[]})",
    {.resource = pods, .content = kube::api::object_content::metadata}));
  const std::vector<std::string> doubtful{
    "{}",
    "[]",
    R"({"items":[]})",
    R"({"kind":"Status"})",
    head + R"({},"items":[]})",
    R"({"metadata":{"resourceVersion":"1"},"items":[]})",
    R"({"kind":"PodList","metadata":{"resourceVersion":"1"},"items":[]})",
    R"({"apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]})",
    R"({"kind":"List","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]})",
    R"({"kind":"DeploymentList","apiVersion":"apps/v1","metadata":{"resourceVersion":"1"},"items":[]})",
    R"({"kind":"SecretList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]})",
    R"({"kind":"Pod","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[]})",
    R"({"kind":"Status","apiVersion":"v1","status":"Success","metadata":{"resourceVersion":"1"}})",
    R"({"kind":"Table","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"1"},"rows":[]})",
    R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"1"},"items":[]})",
    head + R"({"resourceVersion":"1"}})",
    head + R"({"resourceVersion":"1"},"items":{}})",
    head + R"({"resourceVersion":"0"},"items":[]})",
    head + R"({"resourceVersion":"1","remainingItemCount":3},"items":[]})",
    head + R"({"resourceVersion":"1"},"items":[{"metadata":{}}]})",
    head + R"({"resourceVersion":"1"},"items":[{"kind":"Secret","metadata":{"name":"a"}}]})",
    head + R"({"resourceVersion":"1"},"items":[{"apiVersion":"v2","metadata":{"name":"a"}}]})"};
  for (const auto& text : doubtful) {
    CAPTURE(text);
    const auto list = kube::objects::read_list(text, {pods});
    REQUIRE_FALSE(list);
    CHECK_EQ(list.error().code, base::error_code::unavailable);
    CHECK_NE(list.error().message.find("nothing counts as absent"), std::string::npos);
  }
  CHECK_EQ(kube::objects::read_list("<html>", {pods}).error().code, base::error_code::invalid_input);
}

TEST_CASE("an object that was not asked for is no answer, in a list as in a watch") {
  const kube::objects::wanted_objects one{pods, "shop", {.labels = {}, .fields = "metadata.name=a"}};
  const kube::objects::wanted_objects metadata{pods, "shop", one.selectors, kube::api::object_content::metadata};
  const auto is_list = [](const std::string& item, const kube::objects::wanted_objects& wanted) {
    return kube::objects::read_list(
             R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":"1"},"items":[)" + item + "]}",
             wanted)
      .has_value();
  };
  const auto is_event = [](const std::string& object, const kube::objects::wanted_objects& wanted) {
    const auto read = [&](const std::string& type) {
      return kube::watch::read_watch_event(R"({"type":")" + type + R"(","object":)" + object + "}", wanted).has_value();
    };
    CHECK_EQ(read("ADDED"), read("DELETED"));
    CHECK_EQ(read("ADDED"), read("MODIFIED"));
    return read("ADDED");
  };
  struct row {
    std::string object;
    bool is_whole;    ///< an answer where whole objects were asked for
    bool is_metadata; ///< where metadata were asked for
  };
  const std::vector<row> rows{
    {R"({"metadata":{"name":"a","namespace":"shop"}})", true, true},
    {R"({"metadata":{"name":"a"}})", true, true},
    {R"({"kind":"Pod","apiVersion":"v1","metadata":{"name":"a","namespace":"shop"}})", true, true},
    {R"({"kind":"PartialObjectMetadata","apiVersion":"meta.k8s.io/v1","metadata":{"name":"a"}})", false, true},
    {R"({"kind":"Secret","apiVersion":"v1","metadata":{"name":"a","namespace":"shop"}})", false, false},
    {R"({"kind":"Pod","apiVersion":"v2","metadata":{"name":"a","namespace":"shop"}})", false, false},
    {R"({"metadata":{"name":"kube-root-ca.crt","namespace":"shop"}})", false, false},
    {R"({"metadata":{"name":"a","namespace":"other"}})", false, false},
    {R"({"metadata":{}})", false, false},
    {R"({})", false, false}};
  for (const auto& x : rows) {
    CAPTURE(x.object);
    CHECK_EQ(is_list(x.object, one), x.is_whole);
    CHECK_EQ(is_event(x.object, one), x.is_whole);
    CHECK_EQ(is_list(x.object, metadata), x.is_metadata);
    CHECK_EQ(is_event(x.object, metadata), x.is_metadata);
  }
  CHECK_FALSE(kube::watch::read_watch_event(R"({"type":"BOOKMARK","object":{"metadata":{}}})", one));
}

TEST_CASE("a CustomResourceDefinition names its lists") {
  const kube::api::resource people{"example.com", "v1", "Person", "people", true, {"list", "watch"}, "person", {}};
  for (const auto* kind : {"PersonList", "People"}) {
    CAPTURE(kind);
    CHECK(
      kube::objects::read_list(R"({"kind":")" + std::string(kind)
                                 + R"(","apiVersion":"example.com/v1","metadata":{"resourceVersion":"1"},"items":[]})",
                               {people}));
  }
}

TEST_CASE("a kind that cannot be watched has lists without a position") {
  const kube::api::resource usages{"metrics.example.com", "v1", "Usage", "usages", true, {"get", "list"}, "usage", {}};
  const std::string none = R"({"kind":"UsageList","apiVersion":"metrics.example.com/v1","metadata":{},"items":[]})";
  CHECK(kube::objects::read_list(none, {usages})->objects.empty());
  auto watched = usages;
  watched.verbs.push_back("watch");
  CHECK_FALSE(kube::objects::read_list(none, {watched}));
}

TEST_CASE("a watch line is one of five events") {
  const auto read = [](const char* line) {
    auto event = kube::watch::read_watch_event(line, {pods});
    REQUIRE(event);
    return *event;
  };
  const auto added = read(R"({"type":"ADDED","object":{"metadata":{"name":"a"}}})");
  REQUIRE(std::holds_alternative<kube::watch::watch_applied>(added));
  CHECK_EQ(std::get<kube::watch::watch_applied>(added).object->text,
           R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"}})");
  CHECK(std::holds_alternative<kube::watch::watch_applied>(
    read(R"({"object":{"metadata":{"name":"a"}},"type":"MODIFIED"})")));
  CHECK(std::holds_alternative<kube::watch::watch_deleted>(
    read(R"({"type":"DELETED","object":{"kind":"Pod","metadata":{"name":"a"}}})")));
  const auto bookmark = read(R"({"type":"BOOKMARK","object":{"metadata":{"resourceVersion":"8"}}})");
  CHECK_EQ(std::get<kube::watch::watch_bookmark>(bookmark).resource_version, "8");
  const auto error = read(R"({"type":"ERROR","object":{"kind":"Status","code":410,"message":"too old"}})");
  CHECK_EQ(std::get<kube::watch::watch_failed>(error).reason.code, base::error_code::expired);
  CHECK_EQ(std::get<kube::watch::watch_failed>(error).reason.message, "too old");
}

TEST_CASE("lines that are no events are errors") {
  for (const auto* line : {"", "{}", "no", R"({"type":"ADDED"})", R"({"type":"RENAMED","object":{}})",
                           R"({"type":"ADDED","object":[]})"}) {
    CAPTURE(line);
    CHECK_FALSE(kube::watch::read_watch_event(line, {pods}));
  }
}

TEST_SUITE_END();
