#pragma once

#include "support/api_world.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace test {

/// One informer, its subscriptions and the messages that they have got.
struct informer_world : api_world {
  actors::informer_actor informer;
  std::shared_ptr<observations> seen = std::make_shared<observations>();
  actors::observer_actor eyes = observer(seen);

  void watch(actors::watch_spec spec) { informer = open(spec).informer; }
  void watch_config_maps() { watch({.api_version = "v1", .kind = "ConfigMap"}); }

  void subscribe(const std::string& key, core::kubernetes_binding binding = {}, core::metric_labels labels = {},
                 bool announce_all = false) {
    binding.kind = "ConfigMap";
    auto shared = std::make_shared<core::kubernetes_binding>(std::move(binding));
    fixture.tell(informer, actors::subscribe{{}, key, eyes, std::move(shared), std::move(labels), announce_all});
    fixture.run();
  }

  actors::snapshot_read read(const std::string& key) {
    return fixture.ask<actors::snapshot_read>(informer, actors::read_snapshot{{}, key});
  }

  core::object_list objects(const std::string& key) {
    const auto answer = read(key);
    const auto* known = std::get_if<std::shared_ptr<const core::object_list>>(&answer.objects);
    REQUIRE(known != nullptr);
    return **known;
  }

  std::string why_unlisted(const std::string& key) {
    const auto answer = read(key);
    const auto* unknown = std::get_if<core::unlisted>(&answer.objects);
    return unknown == nullptr ? "" : unknown->reason;
  }
};

} // namespace test
