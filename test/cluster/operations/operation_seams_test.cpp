#include "cluster/operations/operation_seams.hpp"

#include <doctest/doctest.h>

using namespace cluster::operations;
using base::error_code;

namespace {

operation_target target(const char* kind) {
  return {{.version = "v1", .kind = kind, .plural = "things"}, {.namespace_ = "default", .name = "a"}};
}

base::result<kube::api::http_response> answer(int status, const std::string& message) {
  return kube::api::http_response{
    .status = status,
    .body = R"({"apiVersion":"v1","kind":"Status","reason":"Invalid","details":{"kind":"namespaces","name":"default"},)"
            R"("message":")"
            + message + R"("})",
    .retry_after = {},
    .target = "/api/v1/namespaces/default/things/a"};
}

} // namespace

TEST_CASE("an error about a Secret repeats no text of the answer") {
  const auto about = [](const char* kind, int status) {
    return success_of(target(kind), answer(status, "the value hunter2 is wrong")).error().message;
  };
  CHECK(about("ConfigMap", 422).find("hunter2") != std::string::npos);
  for (const int status : {403, 409, 422, 500}) CHECK(about("Secret", status).find("hunter2") == std::string::npos);
}

TEST_CASE("a failure before any answer about a Secret says what the operator met") {
  const auto met = success_of(target("Secret"), base::fail(error_code::io, "cannot read /token")).error();
  CHECK(met.code == error_code::io);
  CHECK(met.message == "the operator cannot send it: cannot read /token");
}

TEST_CASE("a missing namespace is named for a Secret, too") {
  const auto result = success_of(target("Secret"), answer(404, R"(namespaces \"default\" not found)"));
  REQUIRE_FALSE(result);
  CHECK(result.error().message == "namespace 'default' does not exist: create it before the object");
}

TEST_CASE("a missing field of the metadata is an empty text") {
  const auto object = text::parse_json(R"({"metadata":{"resourceVersion":"7"}})").value();
  CHECK(metadata_text(object, "resourceVersion") == "7");
  CHECK(metadata_text(object, "uid").empty());
  CHECK(metadata_text(text::json(), "uid").empty());
}

TEST_CASE("each outcome has a name of its own") {
  std::string names;
  for (const auto x : {operation_outcome::created, operation_outcome::updated, operation_outcome::unchanged,
                       operation_outcome::patched, operation_outcome::deleted, operation_outcome::absent})
    names += std::string(name(x)) + " ";
  CHECK(names == "created updated unchanged patched deleted absent ");
}
