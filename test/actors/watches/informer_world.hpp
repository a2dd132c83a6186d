#pragma once

#include "support/api_world.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace test {

/// An informer, its subscriptions, and the messages that they have received.
struct informer_world : api_world {
  actors::messages::informer_actor informer;
  std::shared_ptr<observations> seen = std::make_shared<observations>();
  actors::messages::observer_actor eyes = observer(seen);

  void watch(actors::messages::watch_spec spec) { informer = open(spec).informer; }
  void watch_config_maps() { watch({.api_version = "v1", .kind = "ConfigMap"}); }

  void subscribe(const std::string& key, core::bindings::kubernetes_binding binding = {},
                 core::metrics::metric_labels labels = {}, bool announce_all = false) {
    binding.kind = "ConfigMap";
    auto shared = std::make_shared<core::bindings::kubernetes_binding>(std::move(binding));
    fixture.tell(informer,
                 actors::messages::subscribe{{}, key, eyes, std::move(shared), std::move(labels), announce_all});
    fixture.run();
  }

  actors::messages::snapshot_read read(const std::string& key) {
    return fixture.ask<actors::messages::snapshot_read>(informer, actors::messages::read_snapshot{{}, key});
  }

  core::bindings::object_list objects(const std::string& key) {
    const auto answer = read(key);
    const auto* known = std::get_if<std::shared_ptr<const core::bindings::object_list>>(&answer.objects);
    REQUIRE(known != nullptr);
    return **known;
  }

  std::string why_unlisted(const std::string& key) {
    const auto answer = read(key);
    const auto* unknown = std::get_if<core::bindings::unlisted>(&answer.objects);
    return unknown == nullptr ? "" : unknown->reason;
  }
};

} // namespace test
