#include "kube/objects/list_reader.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/list_reader");

namespace {

const kube::api::resource pods{"", "v1", "Pod", "pods", true, {}, "pod", {}};

} // namespace

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
  CHECK_EQ(list->objects[0]->text(),
           R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","resourceVersion":"1"}})");
  CHECK_EQ(list->objects[1]->key().name, "b");
}

TEST_CASE("a list without items is empty, and what may not be the API server's list is an error") {
  const std::string head = R"({"kind":"PodList","apiVersion":"v1","metadata":)";
  CHECK(kube::objects::read_list(head + R"({"resourceVersion":"1"},"items":[]})", {pods})->objects.empty());
  CHECK_MESSAGE(!kube::objects::read_list(head + R"({"resourceVersion":"1"},"items":null})", {pods}),
                "the API server itself writes no such list");
  const kube::api::resource widgets{"example.com", "v1", "Widget", "widgets", true, {}, "widget", {}};
  const auto none = kube::objects::read_list(
    R"({"kind":"WidgetList","apiVersion":"example.com/v1","metadata":{"resourceVersion":"1"},"items":null})",
    {widgets});
  REQUIRE(none);
  CHECK(none->objects.empty());
  CHECK(kube::objects::read_list(
    R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1","metadata":{"resourceVersion":"1"},"items":[]})",
    {.resource = pods, .content = kube::api::object_content::metadata}));
  const auto no_metadata =
    kube::objects::read_list(R"({"kind":"PartialObjectMetadataList","apiVersion":"meta.k8s.io/v1",)"
                             R"("metadata":{"resourceVersion":"1"},"items":null})",
                             {.resource = pods, .content = kube::api::object_content::metadata});
  REQUIRE_MESSAGE(no_metadata, "so the API server writes an empty list of metadata");
  CHECK(no_metadata->objects.empty());
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

TEST_SUITE_END();
