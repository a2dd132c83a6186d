#pragma once

#include "actors/releases/release_watcher.hpp"

#include "support/api_world.hpp"

#include <memory>
#include <string>
#include <vector>

namespace watched {

using core::releases::absent_resources;
using lines = std::vector<std::string>;

inline text::json made_by_helm(const std::string& name) {
  const auto object = test::config_map("default", name);
  const auto labels = text::json::object({{"app.kubernetes.io/managed-by", "Helm"}});
  return object.with("metadata", object.find("metadata")->with("labels", labels));
}

struct watcher_world : test::api_world {
  actors::messages::release_watcher_actor watcher = fixture.own(actors::releases::release_watcher(
    fixture.system(), fixture.shared(), {supervisor, kube, {}}, core::releases::drift_mode::warn));

  void expect(const std::vector<core::releases::manifest_object>& objects,
              absent_resources::reason why = absent_resources::reason::helm_ran) {
    fixture.tell(watcher,
                 actors::messages::expect_resources{
                   {}, "web", why, std::make_shared<const std::vector<core::releases::manifest_object>>(objects)});
    fixture.run();
  }
  std::vector<core::releases::manifest_object> absent_of(const std::string& module) {
    return fixture
      .ask<actors::messages::absent_resources_read>(watcher, actors::messages::read_absent_resources{{}, module})
      .objects;
  }
  void expect_of(const std::string& module, const std::vector<core::releases::manifest_object>& objects,
                 absent_resources::reason why) {
    fixture.tell(watcher,
                 actors::messages::expect_resources{
                   {}, module, why, std::make_shared<const std::vector<core::releases::manifest_object>>(objects)});
    fixture.run();
  }
  void remove(const std::string& name) {
    api->delete_object("ConfigMap", "default", name);
    fixture.run();
  }
};

inline const core::releases::manifest_object first{"v1", "ConfigMap", "default", "first"};
inline const core::releases::manifest_object second{"v1", "ConfigMap", "default", "second"};

} // namespace watched
