#include "actors/hooks/binding_watch.hpp"
#include "actors/messages/conversions.hpp"
#include "actors/messages/debug.hpp"
#include "actors/messages/hook_rate.hpp"
#include "actors/messages/scheduler.hpp"
#include "actors/messages/task.hpp"
#include "actors/messages/webhooks.hpp"
#include "support/api_world.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

using namespace std::chrono_literals;
using test::config_map;
using lines = std::vector<std::string>;

namespace {

std::string text_of(const core::bindings::list_state& list) {
  if (core::bindings::is_refused(list)) return "refused";
  return core::bindings::is_known(list) ? "known" : "listing";
}

text::json namespace_of(const std::string& name, const std::string& team) {
  return text::json::object(
    {{"apiVersion", "v1"},
     {"kind", "Namespace"},
     {"metadata", text::json::object({{"name", name}, {"labels", text::json::object({{"team", team}})}})}});
}

/// An owner of a binding, which notes the changes of its objects. A tick closes the watches.
struct owner_state {
  using handle_type = actors::messages::hook_owner_actor;

  owner_state(actors::framework::actor_base<handle_type>* self, actors::messages::supervisor_actor supervisor,
              core::bindings::kubernetes_binding binding, std::shared_ptr<lines> notes)
    : self_(self), notes_(std::move(notes)),
      watch_({self,
              std::move(supervisor),
              &names_,
              {"hook", 0},
              std::make_shared<const core::bindings::kubernetes_binding>(std::move(binding)),
              "owner:hook:binding",
              {},
              {[this] { notes_->push_back(text_of(watch_.list())); },
               [this](const core::bindings::object_event& x) {
                 notes_->push_back(std::string(core::bindings::name(x.event)) + " " + x.object.namespace_name() + "/"
                                   + std::string(x.object.name()));
               }}}) {}

  handle_type::behavior_type make_behavior() {
    watch_.open();
    return actors::framework::behavior(
      self_, [](const actors::messages::execute_task&) { return actors::messages::task_outcome{}; },
      [this](const actors::messages::objects_listed& x) { watch_.on_listed(x); },
      [this](const actors::messages::object_changed& x) { watch_.on_changed(x); },
      [this](const actors::messages::schedule_fired&) { watch_.close(); },
      [](const actors::messages::hook_wait_over&) {},
      [](const actors::messages::review_asked&) {
        return actors::messages::review_answered{{}, base::fail(base::error_code::unavailable, "no hook answers here")};
      },
      [](const actors::messages::conversion_asked&) {
        return actors::messages::conversion_answered{{},
                                                     base::fail(base::error_code::unavailable, "no hook answers here")};
      },
      [](const actors::messages::review_wait_over&) {},
      [](const actors::messages::make_review_context&) {
        return actors::messages::review_context_made{{},
                                                     base::fail(base::error_code::unavailable, "no hook runs here")};
      },
      [](const actors::messages::describe_hooks&) { return actors::messages::hooks_described{}; },
      [this](const actors::messages::dump_snapshots&) { return read(); });
  }

  /// Answers with the names of all objects, or with the reason why they cannot be read.
  actors::framework::promise<actors::messages::snapshots_dumped> read() {
    auto to = self_->later<actors::messages::snapshots_dumped>();
    actors::hooks::read_snapshots(
      self_, {{{"hook", 0}, watch_.reading()}}, [this, to](const actors::hooks::binding_snapshots& x) mutable {
        const auto& objects = x.at({"hook", 0}).objects;
        std::string text;
        if (const auto* unknown = std::get_if<core::bindings::unlisted>(&objects))
          text = unknown->reason;
        else
          for (const auto& object : *std::get<std::shared_ptr<const core::bindings::object_list>>(objects))
            text += object.namespace_name() + "/" + std::string(object.name()) + " ";
        self_->answer(to, actors::messages::snapshots_dumped{{}, nullptr, nullptr, text});
      });
    return to;
  }

private:
  actors::framework::actor_base<handle_type>* self_;
  std::shared_ptr<lines> notes_;
  actors::hooks::subscription_names names_;
  actors::hooks::binding_watch watch_;
};

struct binding_world : test::api_world {
  std::shared_ptr<lines> notes = std::make_shared<lines>();
  core::bindings::kubernetes_binding binding;
  actors::messages::hook_owner_actor owner;

  binding_world() { binding.kind = "ConfigMap"; }

  void start() {
    owner = fixture.own(actors::framework::spawn<owner_state>(fixture.system(), actors::framework::placement::shared,
                                                              fixture.shared(), "owner", supervisor, binding, notes));
    fixture.run();
  }
  void put_namespace(const std::string& name, const std::string& team) {
    api->put_object(namespace_of(name, team));
    fixture.run();
  }
  /// Lists of ConfigMaps in the namespace are forbidden until `clear_faults`.
  void refuse(const std::string& namespace_name) {
    api->fail_next(
      {{"GET", "/namespaces/" + namespace_name + "/configmaps"}, simulation::refusal(403, "Forbidden"), 1000});
  }
  lines take() { return std::exchange(*notes, {}); }
  std::string read() {
    return fixture.ask<actors::messages::snapshots_dumped>(owner, actors::messages::dump_snapshots{}).hooks_unknown;
  }
};

/// A binding that selects the namespaces of a team; there is a single such namespace.
struct team_world : binding_world {
  team_world() {
    binding.namespaces.labels.emplace();
    binding.namespaces.labels->match_labels = {{"team", "web"}};
    put_namespace("a", "web");
    put_namespace("b", "other");
    for (const auto* in : {"a", "b"}) api->put_object(config_map(in, "x"));
  }
};

} // namespace

TEST_CASE("a binding knows its objects when each of its watches does, and says which list is refused") {
  binding_world world;
  world.binding.namespaces.names = {"a", "b"};
  for (const auto* in : {"a", "b"}) world.api->put_object(config_map(in, "x"));
  world.refuse("b");
  world.start();
  CHECK(world.take() == lines{"refused"});
  CHECK(world.read().find("the API server refuses it") == 0);
  world.api->clear_faults();
  world.fixture.advance(1min);
  CHECK(world.take() == lines{"known"});
  CHECK(world.read() == "a/x b/x ");
}

TEST_CASE("a binding whose lists are slow is listing, and its owner hears nothing") {
  binding_world world;
  world.api->hold({"GET", "/configmaps"});
  world.start();
  CHECK(world.take().empty());
  world.api->release();
  world.fixture.run();
  CHECK(world.take() == lines{"known"});
}

TEST_CASE("a namespace that joins does not make the binding unknown, and its objects come as Added") {
  team_world world;
  world.start();
  CHECK(world.take() == lines{"known"});
  world.api->hold({"GET", "/namespaces/b/configmaps"});
  world.put_namespace("b", "web");
  CHECK(world.read() == "a/x ");
  world.api->release();
  world.fixture.run();
  CHECK(world.take() == lines{"Added b/x"});
  CHECK(world.read() == "a/x b/x ");
}

TEST_CASE("a namespace that joins and whose list is refused makes the binding unknown until it leaves") {
  team_world world;
  world.start();
  world.refuse("b");
  world.put_namespace("b", "web");
  CHECK(world.take() == lines{"known", "refused"});
  CHECK(world.read().find("the API server refuses it") == 0);
  world.put_namespace("b", "other");
  CHECK(world.take() == lines{"known"});
  CHECK(world.read() == "a/x ");
}

TEST_CASE("namespaces that are refused make the binding unknown, with the reason") {
  team_world world;
  world.api->fail_next({{"GET", "/api/v1/namespaces"}, simulation::refusal(403, "Forbidden"), 1000});
  world.start();
  CHECK(world.take() == lines{"refused"});
  CHECK(world.read().find("its namespaces are not known yet: the API server refuses it") == 0);
  world.api->clear_faults();
  world.fixture.advance(1min);
  CHECK(world.take().back() == "known");
  CHECK(world.read() == "a/x ");
}

TEST_CASE("a namespace that leaves and comes back shows its objects as Deleted, then as Added") {
  team_world world;
  world.start();
  static_cast<void>(world.take());
  world.api->put_object(namespace_of("a", "other"));
  world.api->put_object(namespace_of("a", "web"));
  world.fixture.run();
  CHECK(world.take() == lines{"Deleted a/x", "Added a/x"});
}

TEST_CASE("a binding that is closed leaves no watch, neither one that is open nor one that is just being opened") {
  team_world world;
  world.start();
  world.api->put_object(namespace_of("b", "web"));
  world.fixture.tell(world.owner, actors::messages::schedule_fired{});
  world.fixture.run();
  static_cast<void>(world.take());
  for (const auto* in : {"a", "b"}) world.api->put_object(config_map(in, "y"));
  world.fixture.run();
  CHECK(world.take().empty());
  CHECK(world.api->open_watches() == 0);
}

TEST_CASE("a binding that would need too many watches is unknown, and named, until namespaces leave") {
  team_world world;
  for (int i = 0; i < 500; ++i) world.binding.object_names.push_back("x" + std::to_string(i));
  world.api->put_object(config_map("c", "x1"));
  world.start();
  CHECK(world.take().back() == "known");
  world.put_namespace("b", "web");
  CHECK(world.states["binding owner:hook:binding"].empty());
  world.put_namespace("c", "web");
  CHECK(world.take() == lines{"refused"});
  CHECK_MESSAGE(world.states["binding owner:hook:binding"].find("3 namespaces match, and with 500 watches in each")
                  == 0,
                world.states["binding owner:hook:binding"]);
  CHECK(world.read().find("leave nameSelector out") != std::string::npos);
  SUBCASE("the namespace that came last") {
    world.put_namespace("c", "other");
    CHECK(world.read().empty());
  }
  SUBCASE("another namespace") {
    world.put_namespace("b", "other");
    CHECK(world.read() == "c/x1 ");
  }
  CHECK(world.take().back() != "refused");
  CHECK(world.states["binding owner:hook:binding"].empty());
}
