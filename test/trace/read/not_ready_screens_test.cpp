// The answers of `trace why not-ready` to runs that wait, as people see them at 80 and at 160 columns.
#include "trace/read/made_run.hpp"
#include "trace/read/why.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <string>

using trace::read::made_run;
using trace::read::recorded_run;

namespace {

std::string not_ready(const made_run& made, std::size_t width) {
  const auto x =
    trace::read::why(recorded_run(made.events), {trace::read::why_question::about::not_ready, "", {}, width});
  return x ? *x : x.error().message;
}

} // namespace

TEST_CASE("a module that is being deleted keeps the operator from readiness with the hook that runs") {
  made_run run;
  run.add({.type = {"start_operator"}});
  const auto edit = run.add({.type = {"config_changed"}, .facts = {{"version", "7"}, {"sections", "janitor"}}});
  const auto ask = run.add({.cause = edit, .type = {"append_task"}});
  const auto request = run.task({{"task", "ModuleDelete"}, {"module", "janitor"}}, "", ask);
  run.add({.cause = request,
           .type = {"run_hook"},
           .facts = {{"module", "janitor"}, {"hook", "hooks/drain.sh"}, {"binding", "beforeDeleteHelm"}}});
  CHECK_EQ(not_ready(run, 80), "the first converge has not come to its end\n"
                               "queue 'main' waits for the end of the deletion of module 'janitor', which began\n"
                               "    at 00:00:04.000 (+3.000 s)\n"
                               "it runs hook 'hooks/drain.sh' of module 'janitor' for beforeDeleteHelm, since\n"
                               "    00:00:05.000 (+4.000 s)\n"
                               "00:00:04.000 (+3.000 s)  deletion of module 'janitor' in queue main: not ended\n"
                               "    in this trace\n"
                               "because, 2.000 s earlier:\n"
                               "00:00:02.000 (+1.000 s)  the ConfigMap was edited (version 7): janitor\n");
  CHECK_EQ(not_ready(run, 160),
           "the first converge has not come to its end\n"
           "queue 'main' waits for the end of the deletion of module 'janitor', which began at "
           "00:00:04.000 (+3.000 s)\n"
           "it runs hook 'hooks/drain.sh' of module 'janitor' for beforeDeleteHelm, since 00:00:05.000 (+4.000 s)\n"
           "00:00:04.000 (+3.000 s)  deletion of module 'janitor' in queue main: not ended in this trace\n"
           "because, 2.000 s earlier:\n"
           "00:00:02.000 (+1.000 s)  the ConfigMap was edited (version 7): janitor\n");
}

TEST_CASE("a release without a module whose removal fails is named with the words of Helm") {
  made_run run;
  const auto start = run.add({.type = {"start_operator"}});
  run.task({{"task", "ModulePurge"}, {"name", "reports"}}, "failed", start,
           "helm uninstall reports: object shop/ConfigMap/rules is being deleted, held by the finalizer "
           "example.com/hold");
  CHECK_EQ(not_ready(run, 80), "the first converge has not come to its end\n"
                               "queue 'main' waits to try the removal of release 'reports' without a module\n"
                               "    again, which has failed once, the last time at 00:00:04.500 (+3.500 s)\n"
                               "00:00:02.000 (+1.000 s)  removal of release 'reports' without a module in queue\n"
                               "    main: failed in 0.500 s\n"
                               "    helm uninstall reports: object shop/ConfigMap/rules is being deleted, held\n"
                               "        by the finalizer example.com/hold\n"
                               "because, 1.000 s earlier:\n"
                               "00:00:01.000 (+0.000 s)  the operator was started\n");
  CHECK_EQ(not_ready(run, 160),
           "the first converge has not come to its end\n"
           "queue 'main' waits to try the removal of release 'reports' without a module again, which has "
           "failed once, the last time at 00:00:04.500 (+3.500 s)\n"
           "00:00:02.000 (+1.000 s)  removal of release 'reports' without a module in queue main: failed "
           "in 0.500 s\n"
           "    helm uninstall reports: object shop/ConfigMap/rules is being deleted, held by the "
           "finalizer example.com/hold\n"
           "because, 1.000 s earlier:\n"
           "00:00:01.000 (+0.000 s)  the operator was started\n");
}

TEST_CASE("an enabled script that runs after an outage is named, and a watch that is lost") {
  made_run run;
  run.add({.type = {"start_operator"}});
  run.add({.type = {"watch_state_changed"}, .summary = "Pods is lost: forbidden"});
  const auto back = run.add({.type = {"api_server_returned"}});
  const auto ask = run.add({.cause = back, .type = {"append_task"}});
  const auto request = run.task({{"task", "ModuleAskEnabledScript"}, {"module", "guard"}}, "", ask);
  run.add({.cause = request, .type = {"ask_program"}, .summary = "enabled script of module 'guard'"});
  CHECK_EQ(not_ready(run, 80), "the first converge has not come to its end\n"
                               "watch of Pods is lost: forbidden\n"
                               "queue 'main' waits for the end of the question to the enabled script of module\n"
                               "    'guard', which began at 00:00:05.000 (+4.000 s)\n"
                               "it runs enabled script of module 'guard', since 00:00:06.000 (+5.000 s)\n"
                               "00:00:05.000 (+4.000 s)  question to the enabled script of module 'guard' in\n"
                               "    queue main: not ended in this trace\n"
                               "because, 2.000 s earlier:\n"
                               "00:00:03.000 (+2.000 s)  the API server answered again after an outage\n");
  CHECK_EQ(not_ready(run, 160),
           "the first converge has not come to its end\n"
           "watch of Pods is lost: forbidden\n"
           "queue 'main' waits for the end of the question to the enabled script of module 'guard', which "
           "began at 00:00:05.000 (+4.000 s)\n"
           "it runs enabled script of module 'guard', since 00:00:06.000 (+5.000 s)\n"
           "00:00:05.000 (+4.000 s)  question to the enabled script of module 'guard' in queue main: not "
           "ended in this trace\n"
           "because, 2.000 s earlier:\n"
           "00:00:03.000 (+2.000 s)  the API server answered again after an outage\n");
}
