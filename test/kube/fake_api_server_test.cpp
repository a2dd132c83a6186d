#include "simulation/fake_api_server.hpp"

#include "kube/api/request.hpp"
#include "kube/api/response.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("simulation/fake_api_server");

namespace {

using base::error_code;
using texts = std::vector<std::string>;

const kube::api::resource config_maps{.version = "v1", .kind = "ConfigMap", .plural = "configmaps"};

text::json config_map(const std::string& name) {
  return text::json::object({{"apiVersion", "v1"},
                             {"kind", "ConfigMap"},
                             {"metadata", text::json::object({{"name", name}, {"namespace", "n"}})}});
}

struct fixture {
  simulation::fake_api_server server;
  texts lines; ///< the types of events
  std::optional<base::result<kube::api::http_response>> answer;

  kube::api::transfer_id send(kube::api::http_request request) {
    answer.reset();
    return server.start(
      std::move(request),
      {.on_line = [this](std::string_view line) { lines.push_back(text::parse_json(line)->string_at("type").value()); },
       .on_done = [this](auto x) { answer = std::move(x); }});
  }
  kube::api::transfer_id watch(const std::string& position = "") {
    return send(kube::api::watch_request(config_maps, {.resource_version = position}));
  }
  std::string outcome() const {
    if (!answer) return "none";
    return *answer ? std::to_string((*answer)->status) : base::name(answer->error().code);
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "nothing is answered before it is delivered") {
  send(kube::api::list_request(config_maps));
  CHECK(server.has_work());
  CHECK_EQ(outcome(), "none");
  CHECK_EQ(server.deliver(), 1);
  CHECK_EQ(outcome(), "200");
  CHECK_FALSE(server.has_work());
}

TEST_CASE_FIXTURE(fixture, "what is cancelled is not answered") {
  server.cancel(send(kube::api::list_request(config_maps)));
  CHECK_EQ(server.deliver(), 0);
  const auto id = watch("1000");
  server.deliver();
  server.put_object(config_map("a"));
  server.cancel(id);
  CHECK_EQ(server.deliver(), 0);
}

TEST_CASE_FIXTURE(fixture, "faults hit what they are for, as often as asked") {
  server.fail_next({.filter = {.method = "GET", .target_part = "configmaps"},
                    .answer = kube::api::http_response{503, {}, {}},
                    .times = 2});
  const auto request = kube::api::list_request(config_maps);
  texts outcomes;
  for (const auto& x : {kube::api::http_request{.target = "/version"}, request, request, request}) {
    send(x);
    server.deliver();
    outcomes.push_back(outcome());
  }
  CHECK_EQ(outcomes, texts{"200", "503", "503", "200"});
}

TEST_CASE_FIXTURE(fixture, "held requests wait until they are released") {
  server.hold({.target_part = "configmaps"});
  send(kube::api::list_request(config_maps));
  CHECK_FALSE(server.has_work());
  CHECK_EQ(server.deliver(), 0);
  server.release();
  CHECK_EQ(server.deliver(), 1);
}

TEST_CASE_FIXTURE(fixture, "a watch without a position begins with all that is there") {
  server.put_object(config_map("a"));
  watch();
  server.deliver();
  server.put_object(config_map("b"));
  server.delete_object("ConfigMap", "n", "a");
  server.deliver();
  CHECK_EQ(lines, texts{"ADDED", "ADDED", "DELETED"});
}

TEST_CASE_FIXTURE(fixture, "watches can be ended, broken, bookmarked, and their history forgotten") {
  watch("1000");
  server.deliver();
  server.send_bookmarks();
  CHECK_EQ(lines, texts{"BOOKMARK"});
  server.end_watches();
  CHECK_EQ(outcome(), "200");
  watch("1000");
  server.deliver();
  server.break_watches({error_code::unavailable, "cut"});
  CHECK_EQ(outcome(), "unavailable");
  server.expire_history();
  watch("1001");
  server.deliver();
  CHECK_EQ(lines, texts{"BOOKMARK", "ERROR"});
  CHECK_EQ(outcome(), "200");
  CHECK_EQ(server.open_watches(), 0);
}

TEST_CASE_FIXTURE(fixture, "a kind can appear and disappear") {
  const auto widgets = simulation::custom_resource("example.com", "v1", "Widget", "widgets");
  const auto list = [&] {
    send(kube::api::list_request(widgets));
    server.deliver();
    return outcome();
  };
  CHECK_EQ(list(), "404");
  server.add_resource(widgets);
  CHECK_EQ(list(), "200");
  send(kube::api::watch_request(widgets, {.resource_version = "1000"}));
  server.deliver();
  server.remove_resource("example.com", "widgets");
  CHECK_EQ(outcome(), "200");
  CHECK_EQ(list(), "404");
}

TEST_CASE_FIXTURE(fixture, "plain calls are seen through the API, and a namespace takes its content along") {
  server.put_object(config_map("a"));
  CHECK(server.object("Namespace", "", "n"));
  send(kube::api::get_request(config_maps, {.namespace_ = "n", .name = "a"}));
  server.deliver();
  CHECK_EQ(outcome(), "200");
  CHECK_EQ(server.requests().back().target, "/api/v1/namespaces/n/configmaps/a");
  CHECK(server.delete_object("Namespace", "", "n"));
  CHECK(server.objects("ConfigMap").empty());
  CHECK_FALSE(server.delete_object("ConfigMap", "n", "a"));
}

TEST_CASE_FIXTURE(fixture, "an update that changes nothing is no event") {
  const auto first = server.put_object(config_map("a"));
  watch(first.find("metadata")->string_at("resourceVersion").value());
  server.put_object(config_map("a"));
  server.deliver();
  CHECK(lines.empty());
}

TEST_SUITE_END();
