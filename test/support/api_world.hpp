#pragma once

#include "actors/api/kube_client.hpp"
#include "actors/messages/observer.hpp"
#include "actors/messages/supervisor.hpp"
#include "actors/supervision/informer_set.hpp"
#include "actors/telemetry/metrics.hpp"
#include "actors/watches/informer.hpp"
#include "actors/watches/kind_watcher.hpp"
#include "simulation/fake_api_server.hpp"
#include "support/actor_fixture.hpp"
#include "support/captured_log.hpp"
#include "support/scripted_limit.hpp"
#include "text/json/json.hpp"

#include <chrono>
#include <cstdint>
#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace test {

/// An actor that handles only the part of an interface that a test needs. It answers any other message with
/// an error, which ends the sender.
template <class Handle, class... Functions>
Handle fake_actor(actor_fixture& fixture, Functions... functions) {
  auto made = fixture.system().spawn([functions...](caf::event_based_actor* self) -> caf::behavior {
    self->set_default_handler(caf::drop);
    return {functions...};
  });
  return fixture.own(caf::actor_cast<Handle>(made));
}

/// The notifications of an observer, in order: `listed KEY`, `hidden KEY`, `Added NAMESPACE/NAME for KEY`.
struct observations {
  std::vector<std::string> lines;
  std::vector<actors::messages::object_changed> changes;

  /// The lines since the last call.
  std::vector<std::string> take() { return std::exchange(lines, {}); }
};

/// Actors on virtual time that talk to the fake API server: the KUBE CLIENT, and in place of the SUPERVISOR
/// an actor that opens watches and notes reports of absence.
struct api_world {
  captured_log log;
  actor_fixture fixture;
  std::shared_ptr<simulation::fake_api_server> api = std::make_shared<simulation::fake_api_server>();
  std::shared_ptr<scripted_limit> filter_limit = std::make_shared<scripted_limit>();
  actors::messages::metrics_actor metrics =
    fixture.own(actors::telemetry::metrics(fixture.system(), fixture.shared(), ""));
  actors::messages::kube_client_actor kube; ///< made below, because it notifies the supervisor
  actors::supervision::informer_set informers;
  std::chrono::microseconds portion = std::chrono::milliseconds(20); ///< of the work of an informer
  actors::watches::watch_room_ptr room = std::make_shared<actors::watches::watch_room>();
  core::modules::problem_ledger problems;     ///< watches that are lost
  actors::messages::kind_watcher_actor kinds; ///< made below, because it asks the supervisor
  std::vector<std::string> absent;            ///< `MODULE lacks OBJECT`
  std::vector<std::string> changed;           ///< releases that other clients have changed
  std::map<std::string, std::string> states;  ///< the last report on each subject; empty: all is well
  std::map<std::string, std::string> news;    ///< the last line of each subject
  actors::messages::supervisor_actor supervisor = fake_actor<actors::messages::supervisor_actor>(
    fixture, [this](const actors::messages::open_watch& x) { return open(x.spec); },
    [this](const actors::messages::watch_state_changed& x) { note(x); },
    [](const actors::messages::api_server_returned&) {},
    [this](const actors::messages::resources_absent& x) { absent.push_back(x.module + " lacks " + x.object); },
    [this](const actors::messages::release_changed_by_others& x) { changed.push_back(x.release); },
    [this](const actors::messages::module_state_changed& x) { states[x.subject] = x.problem.value_or(""); },
    [this](const actors::messages::note_removed_objects& x) { news[x.release] = x.line; });

  explicit api_world(std::uint64_t seed = 0) : fixture(seed) {
    kube = fixture.own(actors::api::kube_client(fixture.system(), fixture.shared(),
                                                {api, "api:6443", metrics, supervisor, filter_limit}));
    kinds = fixture.own(actors::watches::kind_watcher(fixture.system(), fixture.shared(), supervisor));
    fixture.add_outside([this] { return api->deliver() > 0; });
  }

  ~api_world() { informers.stop(); }
  api_world(const api_world&) = delete;
  api_world& operator=(const api_world&) = delete;

  actors::messages::watch_opened open(const actors::messages::watch_spec& spec) {
    return {{}, informers.open(spec, [&] {
              return actors::watches::informer(
                fixture.system(), fixture.shared(), spec,
                {kube, supervisor, metrics, kinds, filter_limit, portion, std::make_shared<base::long_works>(), room});
            })};
  }

  void note(const actors::messages::watch_state_changed& x) {
    problems.note_watch(x.informer, actors::supervision::loss_of(x));
    const bool is_unserved = std::holds_alternative<actors::messages::watch_unserved>(x.state);
    problems.note_unserved(x.informer, is_unserved ? std::optional(x.what) : std::nullopt);
    if (std::holds_alternative<actors::messages::watch_unused>(x.state)) informers.forget(x.key, x.informer);
  }

  /// The text of /metrics, without a prefix.
  std::string metrics_text() {
    return *fixture.ask<actors::messages::metrics_rendered>(metrics, actors::messages::render_metrics{}).text;
  }

  /// An observer that notes its messages.
  actors::messages::observer_actor observer(const std::shared_ptr<observations>& notes) {
    return fake_actor<actors::messages::observer_actor>(
      fixture,
      [notes](const actors::messages::objects_listed& x) {
        notes->lines.push_back((x.unseen.empty() ? "listed " : "hidden ") + x.subscription);
      },
      [notes](const actors::messages::object_changed& x) {
        const auto& object = x.event.object;
        notes->lines.push_back(std::string(core::bindings::name(x.event.event)) + " " + object.namespace_name() + "/"
                               + std::string(object.name()) + " for " + x.subscription);
        notes->changes.push_back(x);
      });
  }

  /// The number of requests of a method with this text in their target.
  [[nodiscard]] std::size_t count_requests(std::string_view method, std::string_view target_part) const {
    std::size_t n = 0;
    for (const auto& request : api->requests())
      if (request.method == method && request.target.find(target_part) != std::string::npos) ++n;
    return n;
  }
};

/// `{"apiVersion":"v1","kind":"ConfigMap","metadata":{"namespace":…,"name":…},"data":{"key":value}}`
inline text::json config_map(const std::string& namespace_name, const std::string& name,
                             const std::string& value = "1") {
  return text::json::object({{"apiVersion", "v1"},
                             {"kind", "ConfigMap"},
                             {"metadata", text::json::object({{"namespace", namespace_name}, {"name", name}})},
                             {"data", text::json::object({{"key", value}})}});
}

} // namespace test
