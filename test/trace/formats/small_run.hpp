#pragma once

#include "trace/formats/timeline.hpp"

#include <string>

namespace trace::formats {

/// An object changes, a hook runs for it and sets a value, and its module runs with another hook, Helm and a
/// request.
inline timeline small_run() {
  const std::string queue = "queue main";
  return timeline_of(read::recorded_run({
    {.id = 1,
     .time_us = 1'000,
     .type = {"object_changed"},
     .facts = {{"event", "Added"}, {"kind", "Pod"}, {"namespace", "a"}, {"name", "p</script>"}}},
    {.id = 2,
     .cause = 1,
     .time_us = 2'000,
     .sender = queue,
     .type = {"execute_task"},
     .facts = {{"task", "ModuleHookRun"}, {"queue", "main"}, {"module", "web"}, {"hook", "h"}, {"binding", "pods"}}},
    {.id = 3,
     .cause = 2,
     .time_us = 2'000,
     .type = {"run_hook"},
     .facts = {{"module", "web"}, {"hook", "h"}, {"binding", "pods"}}},
    {.id = 4,
     .cause = 3,
     .time_us = 2'500,
     .type = {"values_commit"},
     .duration_us = 0,
     .facts = {{"source", "hook"}, {"hook", "h"}, {"module", "web"}, {"revision", "2"}},
     .changes = {{"web.a", "1", "2", true}}},
    {.id = 5,
     .cause = 3,
     .time_us = 2'000,
     .type = {"hook_run"},
     .duration_us = 600,
     .facts = {{"module", "web"}, {"hook", "h"}, {"binding", "pods"}, {"outcome", "done"}}},
    {.id = 6, .cause = 2, .time_us = 2'700, .type = {"task_outcome"}},
    {.id = 7,
     .cause = 6,
     .time_us = 2'000,
     .type = {"task_run"},
     .duration_us = 700,
     .facts = {{"outcome", "done"}, {"waited_us", "0"}}},
    {.id = 8, .cause = 3, .time_us = 2'600, .type = {"values_changed"}},
    {.id = 9,
     .cause = 8,
     .time_us = 3'000,
     .sender = queue,
     .type = {"execute_task"},
     .facts = {{"task", "ModuleRun"}, {"queue", "main"}, {"module", "web"}}},
    {.id = 10,
     .cause = 9,
     .time_us = 3'100,
     .type = {"helm_run"},
     .duration_us = 100,
     .facts = {{"module", "web"}, {"operation", "upgrade"}, {"reason", "new"}, {"outcome", "failed"}}},
    {.id = 11,
     .time_us = 3'150,
     .type = {"http_request"},
     .summary = "GET /a 404",
     .duration_us = 20,
     .facts = {{"for", "main"}, {"status", "404"}}},
  }));
}

} // namespace trace::formats
