#include "core/tasks/task.hpp"

#include <doctest/doctest.h>

using namespace core::tasks;

TEST_SUITE("core/task") {
  TEST_CASE("descriptions read as the predecessor's dumps") {
    CHECK(describe(reload_modules{"Operator-Startup"}, "main") == "ConvergeModules:main:::Operator-Startup");
    CHECK(describe(run_module{"module-alpha", 1, "Operator-Startup"}, "main")
          == "ModuleRun:main:module-alpha:Operator-Startup");
    run_hook_for_events hook;
    hook.module = "alpha";
    hook.hook = "hooks/a.sh";
    hook.bindings = {"pods", "nodes", "pods"};
    hook.binding_type = "kubernetes";
    hook.event = "kubernetes";
    CHECK(describe(hook, "q") == "ModuleHookRun:q:alpha:kubernetes:hooks/a.sh:nodes,pods in 3 contexts:kubernetes");
  }

  TEST_CASE("each task names its lifecycle step") {
    using moment = run_global_hook::moment;
    CHECK(lifecycle_step(run_global_hook{"h", moment::on_startup}) == 1);
    CHECK(lifecycle_step(synchronize_global_hook{"h"}) == 2);
    CHECK(lifecycle_step(run_global_hook{"h", moment::before_all}) == 3);
    CHECK(lifecycle_step(discover_modules{}) == 4);
    CHECK(lifecycle_step(run_module{"m", 1, ""}) == 5);
    CHECK(lifecycle_step(delete_module{"m"}) == 6);
    CHECK(lifecycle_step(purge_release{"r"}) == 7);
    CHECK(lifecycle_step(run_global_hook{"h", moment::after_all}) == 8);
  }
}
