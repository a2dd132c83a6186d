#include "kube/objects/object_bytes.hpp"

#include "kube/objects/list_reader.hpp"
#include "kube/watch/watch_event.hpp"
#include "text/json/json.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

TEST_SUITE_BEGIN("kube/object_bytes");

namespace {

using kube::objects::object_bytes;

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
  CHECK_EQ((*object)->text(), pod);
}

TEST_CASE("the identity is that of the object, not of what is nested in it") {
  const auto object = kube::objects::read_object(pod);
  REQUIRE(object);
  const auto identity = (*object)->identity();
  CHECK_EQ(identity.type, pod_type);
  CHECK_EQ(identity.key, kube::objects::object_key{"shop", "web"});
  CHECK_EQ(identity.uid, "u1");
  CHECK_EQ(identity.resource_version, "42");
}

TEST_CASE("the identity is the same whatever comes first in the text") {
  const auto object = kube::objects::read_object(
    R"({"spec":{"metadata":{"name":"no"}},"metadata":{"resourceVersion":"7","name":"a\u0062c"},"kind":"X"})");
  REQUIRE(object);
  CHECK_EQ((*object)->identity().key.name, "abc");
  CHECK_EQ((*object)->identity().resource_version, "7");
  CHECK_EQ((*object)->identity().type.kind, "X");
}

TEST_CASE("only what is missing of apiVersion and kind is filled in") {
  const auto filled = [](const char* text) {
    const auto object = kube::objects::read_object(text, pod_type);
    REQUIRE(object);
    REQUIRE(text::parse_json((*object)->text()));
    return (*object)->text();
  };
  CHECK_EQ(filled(R"({"metadata":{}})"), R"({"apiVersion":"v1","kind":"Pod","metadata":{}})");
  CHECK_EQ(filled(R"({"kind":"Own"})"), R"({"apiVersion":"v1","kind":"Own"})");
  CHECK_EQ(filled("{}"), R"({"apiVersion":"v1","kind":"Pod"})");
  CHECK_EQ(filled("{ }"), R"({"apiVersion":"v1","kind":"Pod" })");
}

TEST_CASE("two states are the same by uid and resourceVersion, and by their texts only without a version") {
  const auto object = [](const std::string& uid, const std::string& version, const std::string& body = "1") {
    return object_bytes({{"v1", "Pod"}, {"default", "a"}, uid, version}, body);
  };
  const std::string uid = "6f1c1f0e-0c9c-4d67-9f0b-6f3e1a2b3c4d";
  for (const auto& id : {uid, std::string("odd"), std::string()}) {
    CAPTURE(id);
    CHECK(object(id, "7").is_same_state(object(id, "7", "2")));
    CHECK_FALSE(object(id, "7").is_same_state(object(id, "8")));
    CHECK_FALSE(object(id, "7").is_same_state(object(id, "")));
    CHECK(object(id, "").is_same_state(object(id, "")));
    CHECK_FALSE(object(id, "").is_same_state(object(id, "", "2")));
    CHECK(object(id, "odd").is_same_state(object(id, "odd")));
    CHECK(object(id, "odd").is_same_object(object(id, "7")));
    CHECK_FALSE(object(id, "7").is_same_object(object("other", "7")));
    CHECK_FALSE(object(id, "7").is_same_state(object("other", "7")));
  }
}

TEST_CASE("an identity is given back as it was, whatever its form") {
  const std::vector<std::string> uids{"",
                                      "6f1c1f0e-0c9c-4d67-9f0b-6f3e1a2b3c4d",
                                      "6F1C1F0E-0C9C-4D67-9F0B-6F3E1A2B3C4D",
                                      "00000000-0000-0000-0000-000000000000",
                                      "6f1c1f0e00c9c-4d67-9f0b-6f3e1a2b3c4d",
                                      "u",
                                      std::string(36, '-')};
  const std::vector<std::string> versions{"",   "0",   "1",  "007", "18446744073709551615", "18446744073709551616",
                                          "-1", "1e3", "v7", " 1"};
  for (const auto& uid : uids)
    for (const auto& version : versions) {
      CAPTURE(uid);
      CAPTURE(version);
      const object_bytes x({{"example.com/v1", "Widget"}, {"web", "a"}, uid, version}, "{}", {1, 2});
      CHECK_EQ(x.uid(), uid);
      CHECK_EQ(x.resource_version(), version);
      CHECK_EQ(x.identity().type.api_version, "example.com/v1");
      CHECK_EQ(x.kind(), "Widget");
      CHECK_EQ(x.key(), kube::objects::object_key{"web", "a"});
      CHECK_EQ(x.managed_fields().end, 2);
    }
}

TEST_CASE("an object takes few bytes beside its name and its text") {
  CHECK(sizeof(object_bytes) <= 80);
  CHECK(sizeof(kube::objects::object_ptr) == 8);
}

TEST_CASE("without its text an object keeps its identity and the size that the text had") {
  const auto whole = *kube::objects::read_object(pod);
  const auto bare = kube::objects::without_text(whole);
  CHECK(whole->has_text());
  CHECK_FALSE(bare->has_text());
  CHECK(bare->text().empty());
  CHECK_EQ(bare->text_memory(), whole->text_memory());
  CHECK(bare->is_same_state(*whole));
  CHECK_EQ(bare->name().name().data(), whole->name().name().data());
}

TEST_CASE("an object that is packed by itself has the same text") {
  const auto text = R"({"apiVersion":"v1","kind":"Pod","metadata":{"name":"a"},"x":")" + std::string(5000, 'x') + "\"}";
  const auto plain = *kube::objects::read_object(text);
  const auto small = kube::objects::packed(plain);
  CHECK(small->packed().is_packed());
  CHECK(small->text() == text);
  CHECK_LT(small->text_memory(), plain->text_memory() / 10);
  CHECK(kube::objects::packed(small) == small);
  const auto short_one = *kube::objects::read_object(pod);
  CHECK(kube::objects::packed(short_one) == short_one);
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
