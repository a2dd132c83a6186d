#include "trace/read/event_text.hpp"

#include <doctest/doctest.h>

#include <string>
#include <vector>

using trace::event;
using namespace trace::read;

namespace {

event object(const char* what, const char* informer = "") {
  return {.sender = informer,
          .type = {"object_changed"},
          .facts = {{"event", what}, {"kind", "Pod"}, {"namespace", "x"}, {"name", "p"}, {"version", "7"}}};
}

} // namespace

TEST_CASE("an event from outside is told in plain words") {
  CHECK(words_of(object("Added")) == "Pod x/p was added (version 7)");
  CHECK(words_of(object("Modified")) == "Pod x/p was modified (version 7)");
  CHECK(words_of(object("Deleted")) == "Pod x/p was deleted (version 7)");
  const event writer{.facts = {{"by", "hook 'a.sh'"}}};
  CHECK(words_of(object("Modified"), &writer) == "Pod x/p was modified (version 7) by hook 'a.sh'");
  CHECK(words_of({.type = {"schedule_fired"}, .summary = "* * * * *"}) == "tick of the crontab '* * * * *'");
  CHECK(words_of({.type = {"start_operator"}}) == "the operator was started");
  CHECK(words_of({.type = {"config_changed"}, .summary = "ConfigMap"}) == "ConfigMap was edited");
  CHECK(words_of({.type = {"config_changed"}, .facts = {{"version", "7"}, {"sections", "web"}}})
        == "the ConfigMap was edited (version 7): web");
  CHECK(words_of_own_write({.type = {"config_changed"}, .facts = {{"version", "7"}, {"sections", "web"}}})
        == "the operator wrote the ConfigMap (version 7): web");
  CHECK(words_of({.type = {"api_server_returned"}}) == "the API server answered again after an outage");
  CHECK(words_of({.type = {"resources_absent"}, .summary = "release 'a' lacks b"}) == "release 'a' lacks b");
  CHECK(words_of({.type = {"run_wanted"}, .facts = {{"module", "a"}, {"event", "DriftDetected"}}})
        == "module 'a' asked for a run (DriftDetected)");
  CHECK(words_of({.type = {"review_asked"}, .summary = "Pod x/p"}) == "the API server asked about Pod x/p");
  CHECK(words_of({.type = {"conversion_asked"}, .summary = "tabs"})
        == "the API server asked for the conversion of tabs");
  CHECK(words_of({.type = {"run_hook"}, .facts = {{"hook", "a.sh"}, {"binding", "pods"}}})
        == "run of global hook 'a.sh' for pods");
  CHECK(words_of({.type = {"append_task"}}) == "append_task");
  CHECK(words_of({.type = {"append_task"}, .summary = "words"}) == "append_task words");
}

TEST_CASE("an object that a selection misses may still be there") {
  CHECK(words_of(object("Deleted", "informer v1 Pod ns= labels=app=web fields="))
        == "Pod x/p was deleted, or is not selected any more (version 7)");
  for (const auto* informer :
       {"informer v1 Pod ns= labels= fields=", "informer v1 Pod ns= labels= fields=metadata.name=p",
        "informer v1 Pod ns= labels=app.kubernetes.io/managed-by=Helm fields="}) {
    CAPTURE(informer);
    CHECK(words_of(object("Deleted", informer)) == "Pod x/p was deleted (version 7)");
  }
}

TEST_CASE("each task has words of its own") {
  struct row {
    trace::trace_facts facts;
    const char* words;
  };
  for (const auto& r : {
         row{{{"task", "ConvergeModules"}, {"event", "KubeConfigChanged"}},
             "reload of all modules (KubeConfigChanged)"},
         row{{{"task", "ModuleRun"}, {"module", "web"}}, "run of module 'web'"},
         row{{{"task", "ModuleDelete"}, {"module", "web"}}, "deletion of module 'web'"},
         row{{{"task", "DiscoverModules"}}, "discovery of the enabled modules"},
         row{{{"task", "ModuleEnsureCRDs"}, {"module", "web"}}, "CustomResourceDefinitions of module 'web'"},
         row{{{"task", "ParallelModuleRun"}}, "modules side by side"},
         row{{{"task", "GlobalHookEnableKubernetesBindings"}, {"hook", "a"}}, "Synchronization of global hook 'a'"},
         row{{{"task", "ModuleHookRun"}, {"module", "web"}, {"hook", "a"}, {"binding", "pods"}},
             "run of hook 'a' of module 'web' for pods"},
         row{{{"task", "ModulePurge"}, {"name", "web"}}, "removal of release 'web' without a module"},
         row{{{"task", "ModulePurge"}}, "removal of a release without a module"},
         row{{{"task", "ModuleAskEnabledScript"}, {"module", "web"}}, "question to the enabled script of module 'web'"},
         row{{{"task", "GlobalHookWaitKubernetesSynchronization"}}, "end of the Synchronization of global hooks"},
         row{{{"task", "GlobalHookRun"}, {"hook", "a"}, {"binding", "afterAll"}},
             "run of global hook 'a' for afterAll"},
         row{{{"task", "OfTomorrow"}, {"module", "web"}}, "OfTomorrow web"},
       }) {
    CAPTURE(r.words);
    CHECK(words_of_task({.facts = r.facts}) == r.words);
  }
}

TEST_CASE("a run says how it has ended, after which wait and how many tries") {
  const event request{.facts = {{"task", "ModuleRun"}, {"module", "web"}, {"queue", "main"}}};
  const auto task = [](trace::trace_facts facts) {
    return event{.type = trace::trace_span::task, .duration_us = 327'000, .facts = std::move(facts)};
  };
  const auto done = task({{"outcome", "done"}, {"waited_us", "999"}});
  const auto late = task({{"outcome", "superseded"}, {"waited_us", "100000"}, {"failures", "1"}});
  const auto failed = task({{"outcome", "failed"}, {"failures", "2"}, {"reason", "exit 1"}});
  CHECK(words_of_run(request, nullptr) == "run of module 'web' in queue main: not ended in this trace");
  CHECK(words_of_run(request, &done) == "run of module 'web' in queue main: done in 0.327 s");
  CHECK(words_of_run(request, &late)
        == "run of module 'web' in queue main: given up in 0.327 s, after a wait of 0.100 s, after 1 failed try");
  CHECK(words_of_run(request, &failed) == "run of module 'web' in queue main: failed in 0.327 s, after 2 failed tries");
  CHECK(words_of_try(request, nullptr) == "run of module 'web': not ended in this trace");
  CHECK(words_of_try(request, &done) == "run of module 'web'");
  CHECK(words_of_try(request, &failed) == "run of module 'web': failed (exit 1)");
  const event elsewhere{.facts = {{"task", "ModuleRun"}, {"module", "web"}, {"queue", "slow"}}};
  CHECK(words_of_try(elsewhere, &late) == "run of module 'web' in queue slow: given up, after a wait of 0.100 s");
}

TEST_CASE("the text about Helm names the revision that Helm has left") {
  const auto helm = [](trace::trace_facts facts) {
    facts.push_back({"module", "web"});
    return words_of_helm({.type = trace::trace_span::helm, .facts = std::move(facts)});
  };
  CHECK(helm({{"operation", "upgrade"}, {"revision", "3"}}) == "Helm and release 'web': upgrade, revision 3");
  CHECK(helm({{"operation", "upgrade"}, {"outcome", "failed"}}) == "Helm and release 'web': upgrade, which failed");
  CHECK(helm({{"operation", "skip"}}) == "Helm and release 'web': left it as it is");
  CHECK(helm({{"operation", "hold"}}) == "Helm and release 'web': held back an upgrade");
  CHECK(helm({{"operation", "put off"}}) == "Helm and release 'web': put an upgrade off");
  CHECK(helm({{"operation", "wait"}}) == "Helm and release 'web': let an upgrade wait");
  CHECK(helm({{"operation", "render"}}) == "Helm and release 'web': rendered it, and left it as it is");
  CHECK(helm({{"operation", "render"}, {"outcome", "failed"}}) == "Helm and release 'web': rendering, which failed");
}

TEST_CASE("changes of values are told with both values, and the rest is counted") {
  const event commit{.changes = {{"a", "1", "2"}, {"b", std::nullopt, "3"}, {"c", "4", std::nullopt, false}}};
  using lines = std::vector<std::string>;
  CHECK((words_of_changes(commit)
         == lines{"a: 1 -> 2", "b: (none) -> 3",
                  "c: 4 -> (none)   (in the ConfigMap only: hooks and charts get another value)"}));
  CHECK((words_of_changes(commit, 1) == lines{"a: 1 -> 2", "and 2 more values"}));
  CHECK(words_of_changes({}).empty());
  CHECK(words_of_author({.facts = {{"source", "start"}}}) == "the files and the ConfigMap at the start");
  CHECK(words_of_author({.facts = {{"source", "hook"}, {"hook", "a"}}}) == "global hook 'a'");
}
