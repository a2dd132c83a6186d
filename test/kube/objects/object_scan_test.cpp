#include "kube/objects/object_scan.hpp"

#include "kube/objects/list_reader.hpp"
#include "kube/watch/watch_event.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <string>

TEST_SUITE_BEGIN("kube/object_scan");

namespace {

const kube::api::object_type pod_type{.api_version = "v1", .kind = "Pod"};
const kube::api::resource pods{"", "v1", "Pod", "pods", true, {}, "pod", {}};

std::string without_managed_fields(const kube::objects::object_ptr& object) {
  auto text = object->text();
  return text.erase(object->managed_fields().begin, object->managed_fields().end - object->managed_fields().begin);
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
    CHECK((*object)->managed_fields().empty());
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

TEST_CASE("nesting of any depth is read without overflowing the stack") {
  const std::string deep = "{\"a\":" + std::string(200000, '[') + std::string(200000, ']') + "}";
  CHECK(kube::objects::read_object(deep));
}

TEST_SUITE_END();
