#pragma once

#include "kube/watch/watch_machine.hpp"

#include <doctest/doctest.h>

#include <algorithm>

// A watch machine under test, and responses of an API server.

namespace test::watch_machine {

using namespace std::chrono_literals;
using base::error_code;
using texts = std::vector<std::string>;
namespace effects = kube::watch::watch_effect;
namespace inputs = kube::watch::watch_input;

inline std::string pod(const std::string& name, int version, const std::string& uid = "u") {
  return R"({"metadata":{"name":")" + name + R"(","namespace":"n","uid":")" + uid + name + R"(","resourceVersion":")"
         + std::to_string(version) + R"("}})";
}

inline std::string list_of(int version, const texts& items, const std::string& next = "") {
  std::string body = R"({"kind":"PodList","apiVersion":"v1","metadata":{"resourceVersion":")" + std::to_string(version)
                     + R"(","continue":")" + next + R"("},"items":[)";
  for (std::size_t i = 0; i < items.size(); ++i) body += (i == 0 ? "" : ",") + items[i];
  return body + "]}";
}

inline std::string event(const char* type, const std::string& object) {
  return std::string(R"({"type":")") + type + R"(","object":)" + object + "}";
}

inline std::string status(int code, const char* reason) {
  return R"({"kind":"Status","status":"Failure","message":"no","reason":")" + std::string(reason) + R"(","code":)"
         + std::to_string(code) + "}";
}

/// The machine, with its effects as short texts. A question about its position is answered with that
/// position, as by a server that keeps its history, unless a test answers itself.
struct fixture {
  kube::watch::watch_machine machine;

  explicit fixture(kube::objects::object_retention retention = kube::objects::object_retention::full,
                   const std::string& group = "")
    : machine(
      {.target = {.resource = {.group = group, .version = "v1", .kind = "Pod", .plural = "pods"}, .namespace_ = "n"},
       .retention = retention,
       .page_size = 2,
       .watch_duration = 300s,
       .retry = {.first = 1000ms, .longest = 8000ms}}) {}

  static std::string text_of(const kube::watch::watch_machine_effect& effect) {
    if (const auto* list = std::get_if<effects::send_list>(&effect)) {
      const auto query = list->request.target.find('?');
      return query == std::string::npos ? "all" : list->request.target.substr(query + 1);
    }
    if (const auto* watch = std::get_if<effects::open_watch>(&effect)) {
      const auto& target = watch->request.target;
      const auto begin = target.find("resourceVersion=") + 16;
      return "watch from " + target.substr(begin, target.find('&', begin) - begin);
    }
    if (const auto* change = std::get_if<effects::changed>(&effect)) {
      static constexpr const char* names[] = {"added ", "modified ", "deleted "};
      const auto identity = change->change.object->identity();
      return names[static_cast<int>(change->change.kind)] + identity.key.name + "@" + identity.resource_version;
    }
    if (const auto* failure = std::get_if<effects::failed>(&effect))
      return std::string("failed ") + base::name(failure->reason.code);
    if (std::holds_alternative<effects::listed>(effect)) return "listed";
    if (std::holds_alternative<effects::kind_gone>(effect)) return "gone";
    if (const auto* gone = std::get_if<effects::version_gone>(&effect))
      return "version gone, served as " + gone->served_as;
    if (const auto* moved = std::get_if<effects::moved>(&effect)) return "moved to " + moved->to.api_version();
    if (std::holds_alternative<effects::look_up_kind>(effect)) return "look up";
    if (std::holds_alternative<effects::restored>(effect)) return "restored";
    if (std::holds_alternative<effects::await_age>(effect)) return "age?";
    if (std::holds_alternative<effects::expired>(effect)) return "expired";
    if (std::holds_alternative<effects::ask_position>(effect)) return "position?";
    if (const auto* back = std::get_if<effects::went_back>(&effect))
      return "went back from " + back->from + " to " + back->to;
    return std::holds_alternative<effects::close_watch>(effect) ? "close" : "wait";
  }

  texts step(const kube::watch::watch_machine_input& input) {
    texts out;
    last = machine.step(input);
    if (keeps_history && !last.empty() && std::holds_alternative<effects::ask_position>(last.back())) {
      const auto target = std::get<effects::ask_position>(last.back()).request.target;
      last.pop_back();
      auto further = machine.step(inputs::position_answered{
        kube::api::http_response{200, in_version_of(target, list_of(std::stoi(machine.position()), {})), {}}});
      last.insert(last.end(), further.begin(), further.end());
    }
    for (const auto& effect : last)
      if (const auto* list = std::get_if<effects::send_list>(&effect)) asked = list->request.target;
    std::transform(last.begin(), last.end(), std::back_inserter(out), text_of);
    return out;
  }
  texts start() { return step(inputs::start{}); }
  /// Answers the last list, in the requested version.
  texts page(std::string body) {
    return step(inputs::list_answered{kube::api::http_response{200, in_version_of(asked, std::move(body)), {}}});
  }
  static std::string in_version_of(std::string_view target, std::string body) {
    static constexpr std::string_view core = R"("apiVersion":"v1")";
    static constexpr std::string_view groups = "/apis/";
    if (const auto at = body.find(core); at != body.npos && target.starts_with(groups)) {
      const auto end = target.find('/', target.find('/', groups.size()) + 1);
      body.replace(at, core.size(),
                   R"("apiVersion":")" + std::string(target.substr(groups.size(), end - groups.size())) + '"');
    }
    return body;
  }
  texts refuse_list(int code, const std::string& body = "") {
    return step(inputs::list_answered{kube::api::http_response{code, body, {}}});
  }
  texts answer_position(base::result<kube::api::http_response> response) {
    return step(inputs::position_answered{std::move(response)});
  }
  texts position_is(int version) { return answer_position(kube::api::http_response{200, list_of(version, {}), {}}); }
  texts line(const std::string& text) { return step(inputs::line{text}); }
  texts end(int code = 200, const std::string& body = "") {
    return step(inputs::watch_ended{kube::api::http_response{code, body, {}}});
  }
  texts look_up(kube::api::lookup_result found) { return step(inputs::kind_looked_up{std::move(found)}); }
  texts break_off() { return step(inputs::watch_ended{base::fail(error_code::unavailable, "cut")}); }
  texts lasted() { return step(inputs::lasted{}); }
  texts begun() { return step(inputs::begun{}); }
  texts waited() { return step(inputs::waited{}); }
  std::chrono::milliseconds wait_time() const {
    for (const auto& effect : last)
      if (const auto* wait = std::get_if<effects::wait_for>(&effect)) return wait->time;
    return -1ms;
  }
  /// Brings the machine to a watch with the pods a and b at version 10.
  void list_two() {
    start();
    page(list_of(10, {pod("a", 1), pod("b", 2)}));
  }
  texts page_of_two() { return page(list_of(10, {pod("a", 1), pod("b", 2)})); }
  texts names() const {
    const auto snapshot = machine.snapshot();
    REQUIRE(snapshot);
    texts out;
    for (const auto& object : snapshot->objects) out.push_back(object->key().name);
    return out;
  }

  std::vector<kube::watch::watch_machine_effect> last;
  std::string asked; ///< target of the last list
  bool keeps_history = true;
};

/// The machine for a custom resource, which may disappear with its definition.
struct custom_fixture : fixture {
  custom_fixture() : fixture(kube::objects::object_retention::full, "example.com") {}
  const kube::api::resource served{.group = "example.com", .version = "v1", .kind = "Pod", .plural = "pods"};
  const std::string not_served = "404 page not found\n";
};

} // namespace test::watch_machine
