// When schedules run hooks. The clock of the operator begins where a rule says and goes on as it says.
#include "contract/rules/rule.hpp"

#include <doctest/doctest.h>

using test::check;

TEST_CASE("a crontab of five fields fires at the first second of its minutes") {
  check({.config = "{configVersion: v1, schedule: [{name: quarter, crontab: '*/15 8-9 * JAN thu'}]}",
         .steps = {{.then = "[{log: converge_finished}]"},
                   {.act = "[{clock: '2026-01-01T08:00:00Z'}]", .runs = "[[{binding: quarter, type: Schedule}]]"},
                   {.act = "[{clock: '2026-01-01T08:15:00Z'}]", .runs = "[[{binding: quarter, type: Schedule}]]"}},
         .clock = "2026-01-01T07:59:00Z"});
}

TEST_CASE("a crontab of six fields begins with seconds") {
  check({.config = "{configVersion: v1, schedule: [{name: late, crontab: '30 59 23 ? * *'}]}",
         .steps = {{.then = "[{log: converge_finished}]"},
                   {.act = "[{clock: '2026-01-01T23:59:30Z'}]", .runs = "[[{binding: late, type: Schedule}]]"},
                   {.act = "[{clock: '2026-01-02T23:59:30Z'}]", .runs = "[[{binding: late, type: Schedule}]]"}},
         .clock = "2026-01-01T12:00:00Z"});
}

TEST_CASE("descriptors are crontabs by name, and 0 and 7 are both Sunday") {
  check({.config = R"(
configVersion: v1
schedule:
- {name: month, crontab: '@monthly'}
- {name: zero, crontab: 0 1 * * 0}
- {name: seven, crontab: 0 2 * * 7}
)",
         .steps = {{.then = "[{log: converge_finished}]"},
                   {.act = "[{clock: '2026-02-01T00:00:00Z'}]", .runs = "[[{binding: month, type: Schedule}]]"},
                   {.act = "[{clock: '2026-02-01T01:00:00Z'}]", .runs = "[[{binding: zero, type: Schedule}]]"},
                   {.act = "[{clock: '2026-02-01T02:00:00Z'}]", .runs = "[[{binding: seven, type: Schedule}]]"}},
         .clock = "2026-01-31T12:00:00Z"});
}

TEST_CASE("@every counts from the time when the operator has started") {
  check(
    {.config = "{configVersion: v1, schedule: [{name: often, crontab: '@every 1h30m'}]}",
     .steps = {{.then = "[{log: converge_finished}]"},
               {.act = "[{clock: '2026-01-01T01:32:00Z', early: 120}]", .runs = "[[{binding: often, type: Schedule}]]"},
               {.act = "[{clock: '2026-01-01T03:04:00Z', early: 120}]",
                .runs = "[[{binding: often, type: Schedule}]]"}},
     .clock = "2026-01-01T00:00:00Z"});
}

TEST_CASE("TZ= says in which zone the fields of a crontab are") {
  check({.config = "{configVersion: v1, schedule: [{name: morning, crontab: 'TZ=Europe/Berlin 0 9 * * *'}]}",
         .steps = {{.then = "[{log: converge_finished}]"},
                   {.act = "[{clock: '2026-07-01T07:00:00Z'}]", .runs = "[[{binding: morning, type: Schedule}]]"},
                   {.act = "[{clock: '2026-07-02T07:00:00Z'}]", .runs = "[[{binding: morning, type: Schedule}]]"}},
         .clock = "2026-07-01T06:59:00Z"});
}

TEST_CASE("a time that the change to summer time leaves out counts as the first second after it") {
  check({.config = "{configVersion: v1, schedule: [{name: night, crontab: 'TZ=Europe/Berlin 30 2 * * *'}]}",
         .steps = {{.then = "[{log: converge_finished}]"},
                   {.act = "[{clock: '2026-03-29T01:00:00Z'}]", .runs = "[[{binding: night, type: Schedule}]]"},
                   {.act = "[{clock: '2026-03-30T00:30:00Z'}]", .runs = "[[{binding: night, type: Schedule}]]"}},
         .clock = "2026-03-29T00:00:00Z"});
}

TEST_CASE("a schedule shows the snapshots that it asks for, and those of its group") {
  check({.config = R"(
configVersion: v1
schedule:
- {name: alone, crontab: 0 1 * * *, includeSnapshotsFrom: [s]}
- {name: grouped, crontab: 0 2 * * *, group: g}
kubernetes:
- {name: s, group: g, kind: Secret, namespace: $here}
)",
         .steps = {{.act = "[{put: x, kind: Secret}]",
                    .runs = "[[{binding: s, groupName: g, type: Group, snapshots: {s: [{object: x}]}}]]",
                    .then = "[{log: converge_finished}]"},
                   {.act = "[{clock: '2026-01-01T01:00:00Z'}]",
                    .runs = "[[{binding: alone, type: Schedule, snapshots: {s: [{object: x}]}}]]"},
                   {.act = "[{clock: '2026-01-01T02:00:00Z'}]",
                    .runs = "[[{binding: grouped, groupName: g, type: Group, snapshots: {s: [{object: x}]}}]]"}},
         .clock = "2026-01-01T00:30:00Z"});
}

TEST_CASE("all bindings with one crontab fire, each in its queue") {
  check(
    {.config = R"(
configVersion: v1
schedule:
- {name: a, crontab: '@hourly'}
- {name: b, crontab: '@hourly'}
)",
     .other = "{configVersion: v1, schedule: [{name: c, crontab: '@hourly', queue: q}]}",
     .steps = {{.then = "[{log: converge_finished}]"},
               {.act = "[{gate: closed}, {clock: '2026-01-01T01:00:00Z'}, {await: gate}]",
                .runs = "[other: [{binding: c, type: Schedule}]]"},
               {.act = "[{gate: open}]", .runs = "[[{binding: a, type: Schedule}], [{binding: b, type: Schedule}]]"}},
     .clock = "2026-01-01T00:30:00Z"});
}

TEST_CASE("a tick whose run fails is tried again, with allowFailure it is not") {
  check({.config = R"(
configVersion: v1
schedule:
- {name: strict, crontab: 0 1 * * *}
- {name: lenient, crontab: 0 2 * * *, allowFailure: true}
)",
         .script = "[[ $run == 1 ]]",
         .steps = {{.then = "[{log: converge_finished}]"},
                   {.act = "[{clock: '2026-01-01T01:00:00Z'}]",
                    .runs = "[[{binding: strict, type: Schedule}], [{binding: strict, type: Schedule}]]"},
                   {.act = "[{clock: '2026-01-01T02:00:00Z'}]", .runs = "[[{binding: lenient, type: Schedule}]]"}},
         .clock = "2026-01-01T00:30:00Z"});
}

TEST_CASE("a module that was switched off and on again has its schedules") {
  check({.config = "{configVersion: v1, onStartup: 1, afterDeleteHelm: 1, schedule: [{name: web, crontab: '@hourly'}]}",
         .steps = {{.runs = "[[{binding: onStartup}]]", .then = "[{log: converge_finished}]"},
                   {.act = "[{clock: '2026-01-01T01:00:00Z'}]", .runs = "[[{binding: web, type: Schedule}]]"},
                   {.act = "[{put: addon-operator, data: {webEnabled: 'false'}}]",
                    .runs = "[[{binding: afterDeleteHelm, snapshots: {}}]]"},
                   {.act = "[{await: main}, {put: addon-operator, data: {webEnabled: 'true'}}]",
                    .runs = "[[{binding: onStartup}]]"},
                   {.act = "[{await: main}, {clock: '2026-01-01T02:00:00Z'}]",
                    .runs = "[[{binding: web, type: Schedule}]]"}},
         .clock = "2026-01-01T00:30:00Z"});
}
