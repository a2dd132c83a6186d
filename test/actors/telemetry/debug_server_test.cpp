#include "actors/telemetry/debug_server.hpp"

#include "support/actor_fixture.hpp"
#include "support/captured_log.hpp"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <utility>

using namespace actors::framework;
using namespace actors::messages;
using namespace actors::telemetry;

namespace {

struct debug_fixture : test::actor_fixture {
  /// The SUPERVISOR has ended, and pages that depend on it report this.
  debug_server_actor server = own(debug_server(system(), placement::shared, shared(), {supervisor_actor{}}));

  sys::http::server_response get(const std::string& path, const std::string& method = "GET", debug_query query = {}) {
    std::optional<sys::http::server_response> got;
    sys::http::server_request request;
    request.method = method;
    request.path = path;
    request.query = std::move(query);
    tell(server, http_asked{{},
                            std::make_shared<const sys::http::server_request>(std::move(request)),
                            [&got](sys::http::server_response x) { got = std::move(x); }});
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
  CHECK(of_module.hook.empty());
  const auto of_hook = read_debug_path("/global/snapshots.json", {{"hook", "a.sh"}});
  REQUIRE(of_hook);
  CHECK(std::get<ask_snapshots>(*of_hook).hook == "a.sh");
}

TEST_CASE("a path about values says which part, and its query what else") {
  struct row {
    const char* path;
    debug_query query;
    values_part part;
    const char* module;
    bool with_global;
    core::values::secrets secrets;
  };
  using core::values::secrets;
  for (const auto& r : std::vector<row>{
         {"/global/values.json", {}, values_part::values, "", false, secrets::hidden},
         {"/global/config.yaml", {{"secrets", "true"}}, values_part::config, "", false, secrets::shown},
         {"/global/patches.text", {{"other", "x"}}, values_part::patches, "", false, secrets::hidden},
         {"/module/web-app/values.json", {{"global", "true"}}, values_part::values, "web-app", true, secrets::hidden},
         {"/module/values/config.json", {{"global", "0"}}, values_part::config, "values", false, secrets::hidden},
         {"/module/web/patches.json",
          {{"global", "1"}, {"secrets", "1"}},
          values_part::patches,
          "web",
          true,
          secrets::shown},
       }) {
    const auto read = read_debug_path(r.path, r.query);
    REQUIRE_MESSAGE(read, r.path);
    const auto& asked = std::get<ask_values>(*read);
    CHECK(asked.part == r.part);
    CHECK(asked.module == r.module);
    CHECK(asked.with_global == r.with_global);
    CHECK(asked.secrets == r.secrets);
  }
  const auto refused = read_debug_path("/module/web/values.json", {{"global", "yes"}});
  REQUIRE_FALSE(refused);
  CHECK(refused.error().message == "'/module/web/values.json': global is true or false, got 'yes'");
}

TEST_CASE("a path about queues, releases and options says what is wanted") {
  CHECK_FALSE(question<ask_queues>("/queue/list.json").only_main);
  CHECK(question<ask_status>("/status.text").columns == 160);
  CHECK(std::get<ask_status>(*read_debug_path("/status.text", {{"columns", "80"}})).columns == 80);
  CHECK(std::get<ask_modules>(*read_debug_path("/module/list.text", {{"columns", "1"}})).columns == 40);
  CHECK_FALSE(read_debug_path("/status.text", {{"columns", "wide"}}));
  CHECK(question<ask_queues>("/queue/main.text").only_main);
  CHECK(std::get<ask_queues>(*read_debug_path("/queue/list.yaml", {{"showEmpty", "true"}})).show_empty);
  CHECK(question<ask_settings>("/config/list.text").format == debug_format::text);
  CHECK(question<ask_resources>("/module/resource-monitor.yaml").format == debug_format::yaml);
  CHECK(question<ask_rendered>("/module/web/render").format == debug_format::yaml);
  CHECK(question<ask_rendered>("/module/web/render.json").module == "web");
  CHECK_FALSE(read_debug_path("/module/resource-monitor"));
  CHECK_FALSE(read_debug_path("/global/render.yaml"));
}

TEST_CASE("a path of an order says what is to be done with which module or queue") {
  using action = order_work::action;
  const auto pause = read_order("/module/web/pause", {{"reason", "disk"}});
  REQUIRE(pause);
  CHECK(pause->what == action::pause);
  CHECK(pause->module == "web");
  CHECK(pause->queue.empty());
  CHECK(pause->reason == "disk");
  CHECK(read_order("/module/web/run")->what == action::run);
  CHECK(read_order("/module/web/retry")->what == action::retry);
  CHECK(read_order("/queue/a/b/resume")->queue == "a/b");
  CHECK(read_order("/queue/a/b/resume")->what == action::resume);
  for (const auto* path : {"/queue/main/run", "/module/pause", "/module//pause", "/queue/main.json", "/", "",
                           "/module/web/values.json", "/modules/web/pause"}) {
    CAPTURE(path);
    CHECK_FALSE(is_order(path));
  }
}

TEST_CASE_FIXTURE(debug_fixture, "the options that the operator was started with are a page") {
  const auto option = [](const char* value, const char* source) {
    return text::json::object({{"value", value}, {"from", source}});
  };
  server = own(debug_server(
    system(), placement::shared, shared(), {supervisor_actor{}}, {},
    text::json::object({{"namespace", option("d8", "--namespace")}, {"trace-file", option("", "default")}})));
  CHECK(get("/config/list.text").body == "namespace = d8 (--namespace)\ntrace-file is not set\n");
  CHECK(get("/config/list.json").body
        == R"({"namespace":{"from":"--namespace","value":"d8"},"trace-file":{"from":"default","value":""}})");
}

TEST_CASE_FIXTURE(debug_fixture, "a page that does not exist is answered with those that do") {
  for (const auto* path : {"/nothing", "/global", "/global/flags.json", "/module/snapshots.json", "/module/values.json",
                           "/module//snapshots.json", "/module/a/b/snapshots.json", "/module/a/list.json", ""}) {
    CAPTURE(path);
    const auto reply = get(path);
    CHECK(reply.status == 404);
    CHECK(reply.body.find("/module/NAME/PART.FORMAT") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(debug_fixture, "a form that does not exist is answered with those that do") {
  for (const auto* path :
       {"/global/list", "/global/list.", "/global/list.xml", "/global/snapshots.json.gz", "/module/web/values"}) {
    CAPTURE(path);
    const auto reply = get(path);
    CHECK(reply.status == 400);
    CHECK(reply.body.find("json, yaml or text") != std::string::npos);
  }
}

TEST_CASE_FIXTURE(debug_fixture, "the log has another level for a time, and then the level of the start again") {
  using sys::log::log_level;
  const test::captured_log log;
  const auto start = sys::log::current_log_level();
  sys::log::set_log_level(log_level::info);
  const auto reply = get("/config/log-level", "POST", {{"value", "debug"}, {"for", "10m"}});
  CHECK(reply.status == 200);
  CHECK(reply.body.starts_with("the log has level debug until "));
  CHECK(reply.body.ends_with(" UTC, and then info again\n"));
  CHECK(sys::log::current_log_level() == log_level::debug);
  CHECK(log.count({"WARN log_level_changed level=debug until="}) == 1);
  advance(std::chrono::minutes(5));
  CHECK(get("/config/log-level", "POST", {{"value", "error"}, {"for", "10m"}}).status == 200);
  advance(std::chrono::minutes(9));
  CHECK_MESSAGE(sys::log::current_log_level() == log_level::error, "the later order counts");
  advance(std::chrono::minutes(1));
  CHECK(sys::log::current_log_level() == log_level::info);
  CHECK(log.count({"WARN log_level_changed level=info"}) == 1);
  CHECK(get("/config/log-level", "POST", {{"value", "loud"}}).status == 400);
  CHECK_MESSAGE(get("/config/log-level").status == 405, "a look changes nothing");
  CHECK(sys::log::current_log_level() == log_level::info);
  sys::log::set_log_level(start);
}

TEST_CASE_FIXTURE(debug_fixture, "nothing can be changed by the socket") {
  CHECK(get("/global/list.json", "POST").status == 405);
  CHECK(get("/", "GET").body == "debug endpoint is alive\n");
}

TEST_CASE_FIXTURE(debug_fixture, "a supervisor that has ended makes an answer, not a silence") {
  for (const auto* path :
       {"/global/list.json", "/global/snapshots.json", "/module/web/snapshots.json", "/global/values.json",
        "/module/web/patches.yaml", "/queue/list.text", "/module/resource-monitor.json", "/module/web/render"})
    CHECK(get(path).status == 503);
}
