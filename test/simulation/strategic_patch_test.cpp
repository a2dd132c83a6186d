#include "simulation/strategic_patch.hpp"

#include "text/yaml/yaml.hpp"

#include <doctest/doctest.h>

#include <vector>

TEST_SUITE_BEGIN("simulation/strategic_patch");

TEST_CASE("lists of Pods are merged by the keys of their items, others are replaced") {
  struct row {
    const char* target;
    const char* patch;
    const char* want;
  };
  const auto parse = [](const char* text) { return text::parse_yaml(text).value(); };
  for (const auto& x : std::vector<row>{
         {"{a: 1, b: 2}", "{b: null, c: 3}", "{a: 1, c: 3}"},
         {"{args: [a, b]}", "{args: [c]}", "{args: [c]}"},
         {"{containers: [{name: a, image: x}, {name: b}]}", "{containers: [{name: a, image: y}]}",
          "{containers: [{name: a, image: y}, {name: b}]}"},
         {"{containers: [{name: a}]}", "{containers: [{name: b}]}", "{containers: [{name: a}, {name: b}]}"},
         {"{containers: [{name: a}, {name: b}]}", "{containers: [{name: a, $patch: delete}]}",
          "{containers: [{name: b}]}"},
         {"{containers: [{name: a}, {name: b}]}",
          "{$setElementOrder/containers: [{name: b}, {name: a}], containers: [{name: a, image: z}]}",
          "{containers: [{name: b}, {name: a, image: z}]}"},
         {"{ports: [{port: 80, targetPort: a}]}", "{ports: [{port: 80, targetPort: b}, {port: 81}]}",
          "{ports: [{port: 80, targetPort: b}, {port: 81}]}"},
         {"{ports: [{containerPort: 80}]}", "{ports: [{containerPort: 80, name: http}]}",
          "{ports: [{containerPort: 80, name: http}]}"},
         {"{finalizers: [a, b]}", "{$deleteFromPrimitiveList/finalizers: [a], finalizers: [c]}",
          "{finalizers: [b, c]}"},
         {"{strategy: {type: RollingUpdate, rollingUpdate: {}}}", "{strategy: {$retainKeys: [type], type: Recreate}}",
          "{strategy: {type: Recreate}}"},
         {"{spec: {a: 1}}", "{spec: {$patch: replace, b: 2}}", "{spec: {b: 2}}"},
         {"{spec: {a: 1}, x: 1}", "{spec: {$patch: delete}}", "{x: 1}"},
       })
    CHECK_EQ(simulation::apply_strategic_patch(parse(x.target), parse(x.patch)).dump(), parse(x.want).dump());
}

TEST_SUITE_END();
