#pragma once

#include "core/hooks/object_patch.hpp"
#include "support/api_world.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace test {

inline actors::messages::execute_object_operations operations(std::string_view text) {
  auto parsed = core::hooks::parse_object_patch(text);
  REQUIRE_MESSAGE(parsed.has_value(), (parsed ? "" : parsed.error().message));
  return {
    {}, std::make_shared<const std::vector<core::hooks::object_operation>>(std::move(*parsed)), "hook", "default"};
}

inline std::vector<actors::messages::object_failure> execute(test::api_world& world, std::string_view text) {
  return world.fixture.ask<actors::messages::object_operations_done>(world.kube, operations(text)).failures;
}

inline std::string data_of(test::api_world& world, const std::string& name) {
  const auto object = world.api->object("ConfigMap", "default", name);
  if (!object) return "none";
  const auto* data = object->find("data");
  return data == nullptr ? "" : data->dump();
}

} // namespace test
