#pragma once

#include "core/hooks/config.hpp"
#include "hook_cases/given_objects.hpp"
#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <string>
#include <utility>

namespace test {

/// A value from YAML, which must be valid.
inline text::json yaml(const std::string& text) {
  auto read = text::parse_yaml(text);
  if (!read) FAIL(read.error().message);
  return std::move(*read);
}

/// A module's hook with this configuration, which must be valid.
inline core::bindings::hook_definition hook_with(const std::string& config) {
  auto hook = core::hooks::parse_hook_config(config, core::hooks::hook_owner::module);
  if (!hook) FAIL(hook.error().message);
  hook->name = "hooks/a.sh";
  hook->path = "/modules/010-web/hooks/a.sh";
  return std::move(*hook);
}

/// The objects in a list in YAML, which must be valid.
inline hook_cases::given_objects objects_in(const std::string& list) {
  auto made = hook_cases::given_objects::of(yaml(list).as_array());
  if (!made) FAIL(made.error().message);
  return std::move(*made);
}

/// Four objects in two namespaces.
inline hook_cases::given_objects some_objects() {
  return objects_in(R"(
- {apiVersion: v1, kind: Namespace, metadata: {name: blue, labels: {team: b}}}
- {apiVersion: v1, kind: Namespace, metadata: {name: red, labels: {team: r}}}
- {apiVersion: v1, kind: Pod, metadata: {name: web, namespace: red, labels: {app: web}}, status: {phase: Running}}
- {apiVersion: v1, kind: Pod, metadata: {name: job, namespace: blue}, status: {phase: Failed}}
)");
}

} // namespace test
