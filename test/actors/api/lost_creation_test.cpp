// The response to a creation is lost, but the API server has created the object, or creates it later.
#include "cluster/operations/lost_creations.hpp"
#include "executed_operations.hpp"

#include <doctest/doctest.h>

#include <cstdint>
#include <optional>
#include <string>
#include <utility>

using namespace std::chrono_literals;
using test::config_map;
using test::data_of;
using test::execute;

namespace {

constexpr std::int64_t made_s = 1'704'067'200; // the fake API server makes all objects at this time

std::string create(const std::string& operation, const std::string& value = "1") {
  return R"({"operation": ")" + operation + R"(", "object": )" + config_map("default", "a", value).dump() + "}";
}

/// An API server behind a connection that loses responses to creations.
struct lossy_world : test::api_world {
  bool makes_objects = true;
  bool loses_answers = true;
  base::error_code loss = base::error_code::timeout;
  std::optional<std::int64_t> date_s = made_s; ///< the date of its responses

  lossy_world() {
    api->put_between([this](const kube::api::http_request& x) { return pass(x); });
  }

  std::optional<base::result<kube::api::http_response>> pass(const kube::api::http_request& x) {
    if (x.method == "GET" && x.target.ends_with("/configmaps/a")) {
      auto answer = api->carry_out(x);
      answer.date_s = date_s;
      return answer;
    }
    if (x.method != "POST" || !loses_answers) return std::nullopt;
    if (makes_objects) static_cast<void>(api->carry_out(x));
    return base::result<kube::api::http_response>(base::fail(loss, "the answer is lost"));
  }
};

} // namespace

TEST_CASE("an object that was made although the answer was lost is created, and the hook does not fail") {
  for (const auto loss : {base::error_code::timeout, base::error_code::unavailable}) {
    lossy_world world;
    world.loss = loss;
    CHECK(execute(world, create("Create")).empty());
    CHECK(world.count_requests("POST", "/configmaps") == 1);
    // A new creation, in which no response is lost.
    world.loses_answers = false;
    CHECK(execute(world, create("Create")).size() == 1);
  }
}

TEST_CASE("an object that is made after the answer was given up is found by the next try") {
  lossy_world world;
  world.makes_objects = false;
  CHECK(execute(world, create("Create")).size() == 1);
  world.fixture.advance(20s);
  world.api->put_object(config_map("default", "a", "1"));
  world.loses_answers = false;
  world.date_s = made_s + 1;
  CHECK(execute(world, create("Create")).empty());
  CHECK_MESSAGE(execute(world, create("Create")).size() == 1, "the loss is settled");
}

TEST_CASE("a creation whose outcome could not be looked at is decided by the next try") {
  lossy_world world;
  world.api->put_between([&world, first = true](const kube::api::http_request& x) mutable {
    if (x.method == "GET" && x.target.ends_with("/configmaps/a") && std::exchange(first, false))
      return std::optional(base::result<kube::api::http_response>(base::fail(base::error_code::unavailable, "no way")));
    return world.pass(x);
  });
  CHECK(execute(world, create("Create")).size() == 1);
  world.loses_answers = false;
  CHECK(execute(world, create("Create")).empty());
}

TEST_CASE("an object that was there before the creation, or is another, is no success of it") {
  struct row {
    const char* what;
    std::string there;
    std::optional<std::int64_t> date_s;
  };
  for (const auto& r : {
         row{"it is as wanted, and older than the request", "1", made_s + 2},
         row{"nobody knows how old it is", "1", std::nullopt},
         row{"its time is after the answer", "1", made_s - 1},
         row{"it has other content", "2", made_s},
       }) {
    CAPTURE(r.what);
    lossy_world world;
    world.makes_objects = false;
    world.api->put_object(config_map("default", "a", r.there));
    world.date_s = r.date_s;
    for (int i = 0; i < 2; ++i) CHECK(execute(world, create("Create")).size() == 1);
    CHECK(data_of(world, "a") == R"({"key":")" + r.there + R"("})");
  }
}

TEST_CASE("an object without a name of its own is not looked for") {
  lossy_world world;
  const auto text = R"({"operation": "Create", "object": {"apiVersion": "v1", "kind": "ConfigMap",
                        "metadata": {"generateName": "a-", "namespace": "default"}}})";
  CHECK(execute(world, text).size() == 1);
}

TEST_CASE("lost creations are remembered with their first try, and the oldest are forgotten when they are many") {
  cluster::operations::lost_creations lost;
  lost.note("a", 5);
  lost.note("a", 9);
  CHECK(lost.begun_us("a") == 5);
  for (int i = 0; i < 1000; ++i) lost.note("object" + std::to_string(i), 10 + i);
  CHECK(lost.begun_us("a") == std::nullopt);
  CHECK(lost.begun_us("object0") == 10);
  lost.forget("object0");
  CHECK(lost.begun_us("object0") == std::nullopt);
}
