#include "kube/objects/wanted_objects.hpp"

#include "kube/objects/list_reader.hpp"
#include "kube/watch/watch_event.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/wanted_objects");

namespace {

const kube::api::resource pods{"", "v1", "Pod", "pods", true, {}, "pod", {}};

} // namespace

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
    bool is_whole;    ///< a valid response to a request for whole objects
    bool is_metadata; ///< a valid response to a request for metadata
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

TEST_SUITE_END();
