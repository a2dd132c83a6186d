#include "actors/debug_server.hpp"

#include "support/actor_fixture.hpp"

#include <memory>
#include <optional>
#include <string>

using namespace actors;

namespace {

struct debug_fixture : test::actor_fixture {
  /// The SUPERVISOR has ended; what depends on it is told so.
  debug_server_actor server = own(debug_server(system(), placement::shared, shared(), supervisor_actor{}));

  sys::http_reply get(const std::string& path, const std::string& method = "GET") {
    std::optional<sys::http_reply> got;
    sys::http_request request;
    request.method = method;
    request.path = path;
    tell(server, http_asked{{},
                            std::make_shared<const sys::http_request>(std::move(request)),
                            [&got](sys::http_reply x) { got = std::move(x); }});
    run();
    REQUIRE(got.has_value());
    return *got;
  }
};

template <class Question>
Question question(const std::string& path) {
  const auto read = read_debug_path(path);
  REQUIRE_MESSAGE(read, path, ": ", read.error().message);
  REQUIRE(std::holds_alternative<Question>(*read));
  return std::get<Question>(*read);
}

} // namespace

TEST_CASE("a path says what is asked, about which module and in which form") {
  static_cast<void>(question<ask_alive>("/"));
  CHECK(question<ask_global_hooks>("/global/list.json").format == debug_format::json);
  CHECK(question<ask_global_hooks>("/global/list.yaml").format == debug_format::yaml);
  CHECK(question<ask_snapshots>("/global/snapshots.yaml").module.empty());
  const auto of_module = question<ask_snapshots>("/module/web-app/snapshots.yaml");
  CHECK(of_module.module == "web-app");
  CHECK(of_module.format == debug_format::yaml);
}

TEST_CASE_FIXTURE(debug_fixture, "a page that does not exist is answered with those that do") {
  for (const auto* path : {"/nothing", "/global", "/global/values.json", "/module/snapshots.json",
                           "/module//snapshots.json", "/module/a/b/snapshots.json", "/module/a/list.json", ""}) {
    CAPTURE(path);
    const auto reply = get(path);
    CHECK(reply.status == 404);
    CHECK(reply.body.find("/module/NAME/snapshots.FORMAT") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(debug_fixture, "a form that does not exist is answered with those that do") {
  for (const auto* path : {"/global/list", "/global/list.", "/global/list.text", "/global/snapshots.json.gz"}) {
    CAPTURE(path);
    const auto reply = get(path);
    CHECK(reply.status == 400);
    CHECK(reply.body.find("json or yaml") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(debug_fixture, "nothing can be changed by the socket") {
  CHECK(get("/global/list.json", "POST").status == 405);
  CHECK(get("/", "GET").body == "debug endpoint is alive\n");
}

TEST_CASE_FIXTURE(debug_fixture, "a supervisor that has ended makes an answer, not a silence") {
  for (const auto* path : {"/global/list.json", "/global/snapshots.json", "/module/web/snapshots.json"})
    CHECK(get(path).status == 503);
}
