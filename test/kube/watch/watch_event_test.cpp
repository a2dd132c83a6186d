#include "kube/watch/watch_event.hpp"

#include <doctest/doctest.h>

#include <variant>

TEST_SUITE_BEGIN("kube/watch_event");

namespace {

const kube::api::resource pods{"", "v1", "Pod", "pods", true, {}, "pod", {}};

} // namespace

TEST_CASE("a watch line is one of five events") {
  const auto read = [](const char* line) {
    auto event = kube::watch::read_watch_event(line, {pods});
    REQUIRE(event);
    return *event;
  };
  const auto added = read(R"({"type":"ADDED","object":{"metadata":{"name":"a"}}})");
  REQUIRE(std::holds_alternative<kube::watch::watch_applied>(added));
  CHECK_EQ(std::get<kube::watch::watch_applied>(added).object->text(),
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
