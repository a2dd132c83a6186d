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

TEST_SUITE_END();
