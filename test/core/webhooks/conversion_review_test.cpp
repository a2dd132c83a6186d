#include "core/webhooks/conversion_review.hpp"

#include "text/json/json.hpp"

#include <doctest/doctest.h>

namespace {

constexpr auto first =
  R"({"apiVersion":"x.io/v1","kind":"Tab","metadata":{"name":"a","namespace":"n","uid":"1"},"n":1.0})";
constexpr auto second = R"({"kind":"Tab", "apiVersion":"x.io/v1beta1","metadata":{"name":"b"}})";

std::string body(const std::string& objects, const std::string& version = "v1") {
  return R"({"kind":"ConversionReview","apiVersion":"apiextensions.k8s.io/)" + version
         + R"(","request":{"uid":"u1","desiredAPIVersion":"x.io/v2","objects":[)" + objects + "]}}";
}

std::string why_not(const std::string& text) {
  const auto review = core::webhooks::read_conversion_review(text);
  return review ? "" : review.error().message;
}

} // namespace

TEST_CASE("a review has its objects with their identity, as they came") {
  const auto review = core::webhooks::read_conversion_review(body(std::string(first) + " , " + second, "v1beta1"));
  REQUIRE_MESSAGE(review, review.error().message);
  CHECK(review->api_version == "apiextensions.k8s.io/v1beta1");
  CHECK(review->uid == "u1");
  CHECK(review->desired == "x.io/v2");
  REQUIRE(review->objects.size() == 2);
  const auto& x = review->objects[0];
  CHECK(x.version + x.kind + x.namespace_name + x.name + x.uid == "x.io/v1Tabna1");
  CHECK(*x.text == first);
  CHECK(review->objects[1].version == "x.io/v1beta1");
  CHECK(*review->objects[1].text == second);
}

TEST_CASE("a body that is no review is refused with the place") {
  CHECK(why_not("[]").starts_with("no ConversionReview: "));
  CHECK(why_not(body(first, "v2")).find("apiVersion: expected") != std::string::npos);
  CHECK(why_not(R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"X"})") == "no ConversionReview: kind is 'X'");
  const std::string begin = R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview")";
  CHECK(why_not(begin + "}").find("request: ") != std::string::npos);
  CHECK(why_not(begin + R"(,"request":{}})") == "no ConversionReview: request.uid is missing");
  CHECK(why_not(begin + R"(,"request":{"uid":"1"}})").ends_with("desiredAPIVersion is missing"));
  CHECK(why_not(begin + R"(,"request":{"uid":"1","desiredAPIVersion":"v1"}})").find("request.objects: ")
        != std::string::npos);
  CHECK(why_not(body("1")).find("request.objects[0]: ") != std::string::npos);
  CHECK(
    why_not(body(std::string(first) + R"(,{"apiVersion":"x.io/v1","metadata":{}})")).find("objects[1]: kind is missing")
    != std::string::npos);
  CHECK(why_not(body(R"({"apiVersion":"x.io/v1","kind":"Tab"})")).find("objects[0]: metadata: ") != std::string::npos);
}

TEST_CASE("long names are refused, because log and answer quote them") {
  const auto with = [](const std::string& key, const std::string& in) {
    const auto at = in.find("\"" + key + "\":\"") + key.size() + 4;
    return in.substr(0, at) + std::string(513, 'x') + in.substr(in.find('"', at));
  };
  for (const auto* const key : {"kind", "apiVersion", "uid", "desiredAPIVersion"})
    CHECK_MESSAGE(why_not(with(key, body(second))).ends_with(std::string(key) + " is longer than 512 bytes"), key);
  for (const auto* const key : {"apiVersion", "kind", "name", "namespace", "uid"})
    CHECK_MESSAGE(why_not(body(with(key, first))).ends_with(std::string(key) + " is longer than 512 bytes"), key);
  CHECK(
    why_not(body(std::string(R"({"apiVersion":"x.io/v1","kind":")") + std::string(512, 'x') + R"(","metadata":{}})"))
      .empty());
}

TEST_CASE("very many very small objects are refused, because they take much more memory than their text") {
  const auto objects = [](std::size_t count, const std::string& one) {
    std::string all = one;
    for (std::size_t i = 1; i < count; ++i) all += "," + one;
    return all;
  };
  const std::string small = R"({"apiVersion":"x.io/v1","kind":"Tab","metadata":{}})";
  CHECK(why_not(body(objects(1000, small))).empty());
  CHECK(why_not(body(objects(1001, small))).ends_with("1001 objects have less than 100 bytes on average"));
  CHECK(why_not(body(objects(1001, std::string(first) + std::string(20, ' ')))).empty());
}

TEST_CASE("the context of a step has the objects and the versions as in the rule") {
  const auto review = *core::webhooks::read_conversion_review(body(first));
  core::bindings::conversion_binding binding;
  binding.name = "tabs";
  const auto text =
    core::webhooks::conversion_context_text(binding, {"v1", "x.io/v2"}, review, review.objects, {}, 4096);
  REQUIRE(text);
  CHECK_EQ(text->text(), R"([{"binding":"tabs","fromVersion":"v1","review":{"apiVersion":"apiextensions.k8s.io/v1",)"
                         R"("kind":"ConversionReview","request":{"uid":"u1","desiredAPIVersion":"x.io/v2","objects":[)"
                           + std::string(first) + R"(]}},"toVersion":"x.io/v2","type":"Conversion"}])");
  const auto large = core::webhooks::conversion_context_text(binding, {"v1", "v2"}, review, review.objects, {}, 100);
  REQUIRE_FALSE(large);
  CHECK(large.error().code == base::error_code::invalid_input);
  binding.snapshots_from = {"pods"};
  const auto unknown = core::webhooks::conversion_context_text(binding, {"v1", "v2"}, review, review.objects, {}, 4096);
  REQUIRE_FALSE(unknown);
  CHECK(unknown.error().code == base::error_code::unavailable);
}

TEST_CASE("an answer has the version and uid of the review") {
  const auto review = *core::webhooks::read_conversion_review(body(first));
  CHECK_EQ(core::webhooks::converted_text(review, review.objects),
           R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{"uid":"u1",)"
           R"("convertedObjects":[)"
             + std::string(first) + R"(],"result":{"status":"Success"}}})");
  CHECK_EQ(core::webhooks::not_converted_text(review, "no \"way\""),
           R"({"apiVersion":"apiextensions.k8s.io/v1","kind":"ConversionReview","response":{"uid":"u1",)"
           R"("convertedObjects":[],"result":{"status":"Failure","message":"no \"way\""}}})");
}
