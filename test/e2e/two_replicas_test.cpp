// Two operators on one API server elect a leader (docs/high-availability.md).

#include "given.hpp"
#include "kube/api/request.hpp"
#include "run.hpp"
#include "support/api_client.hpp"
#include "support/held_pipe.hpp"
#include "support/pipe.hpp"
#include "sys/files/files.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <string>
#include <vector>

namespace {

kube::api::resource leases() {
  return {"coordination.k8s.io", "v1", "Lease", "leases", true, {}, "lease", {}};
}

/// Two replicas of one platform.
struct replicas_fixture {
  std::string space;
  e2e::platform a; ///< directories of the replicas, with the same content
  e2e::platform b;

  explicit replicas_fixture(const std::string& name) : space(e2e::cluster().new_namespace(name)) {
    for (auto* x : {&a, &b}) x->add_chart("010-web", e2e::config_map_manifest("web", "one"));
  }

  [[nodiscard]] e2e::run_options options(const std::string& pod) const {
    return {.space = space,
            .environment = {"ADDON_OPERATOR_HA=true", "ADDON_OPERATOR_POD=" + pod, "ADDON_OPERATOR_POD_UID=uid"}};
  }
  [[nodiscard]] static std::string asked(const e2e::platform& files, const std::string& words) {
    return e2e::run_program(
      {"/bin/sh", "-c", "\"$0\" " + words + " 2>&1; echo \"code $?\"", e2e::given().operator_program},
      {"DEBUG_UNIX_SOCKET=" + files.path("debug.socket")});
  }
  [[nodiscard]] std::string holder() const {
    const auto lease = e2e::cluster().call(
      kube::api::get_request(leases(), {.namespace_ = space, .name = "addon-operator-leader-election"}));
    return lease.find("spec")->string_at("holderIdentity").value_or("");
  }
};

} // namespace

TEST_CASE("one of two replicas works, and SIGTERM hands the lead over" * doctest::skip(e2e::no_cluster())) {
  replicas_fixture x("ha-sigterm");
  e2e::operator_run first(x.a, x.options("op-0"));
  first.await({{"event", "leadership_taken"}});
  first.await_converged();
  CHECK_EQ(x.holder(), "op-0_uid");
  e2e::operator_run second(x.b, x.options("op-1"));
  CHECK_EQ(second.await({{"event", "leadership_awaited"}})["holder"], "op-0_uid");
  second.await({{"event", "standby_ready"}});
  const auto ready = second.get("/readyz");
  CHECK_EQ(ready.status, 200);
  CHECK_MESSAGE(e2e::contains(ready.body, "HA mode is enabled and waiting for acquiring the lock."), ready.body);
  CHECK_MESSAGE(e2e::contains(ready.body, "'op-0_uid' leads"), ready.body);
  CHECK_EQ(second.get("/healthz").status, 200);
  CHECK(e2e::contains(second.get("/metrics").body, "addon_operator_leader 0"));
  CHECK(e2e::contains(first.get("/metrics").body, "addon_operator_leader 1"));
  CHECK_EQ(second.all({{"event", "operator_started"}}).size(), 0);
  const auto status = x.asked(x.b, "status");
  CHECK_MESSAGE(e2e::contains(status, "STANDBY, started "), status);
  CHECK_MESSAGE(status.ends_with("code 0\n"), status);
  const auto modules = x.asked(x.b, "module list");
  CHECK_MESSAGE(e2e::contains(modules, "exec op-0 -- addon-operator status"), modules);
  CHECK_MESSAGE(modules.ends_with("code 1\n"), modules);

  CHECK_EQ(first.stop().exit_code, 0);
  CHECK_EQ(first.all({{"event", "leadership_given_away"}}).size(), 1);
  second.await({{"event", "leadership_taken"}});
  second.await_converged();
  CHECK_EQ(x.holder(), "op-1_uid");
  // The release is as the first replica has left it.
  CHECK_EQ(e2e::helm_list(x.space), std::vector<e2e::listed_release>{{"web", "deployed", "1"}});
}

TEST_CASE("a standby asks its hooks before it leads, and not again when it leads" * doctest::skip(e2e::no_cluster())) {
  replicas_fixture x("ha-warm");
  const auto asked = x.b.path("asked");
  x.b.add_hook("020-hook", R"(#!/bin/sh
if [ "$1" = --config ]; then echo asked >>)"
                             + asked + R"(; echo '{"configVersion":"v1","onStartup":1}'; fi
)");
  e2e::operator_run first(x.a, x.options("op-0"));
  first.await_converged();
  e2e::operator_run second(x.b, x.options("op-1"));
  second.await({{"event", "standby_ready"}});
  CHECK_EQ(*sys::files::read_file(asked), "asked\n");
  CHECK_EQ(first.stop().exit_code, 0);
  second.await_converged();
  CHECK_EQ(*sys::files::read_file(asked), "asked\n");
  CHECK_EQ(second.all({{"event", "hook_finished"}}).size(), 1);
}

TEST_CASE("after kill -9 the restarted container leads again at once, before the standby"
          * doctest::skip(e2e::no_cluster())) {
  replicas_fixture x("ha-restart");
  e2e::operator_run standby_later(x.b, x.options("op-1"));
  standby_later.await_converged();
  e2e::operator_run standby(x.a, x.options("op-0"));
  standby.await({{"event", "leadership_awaited"}});
  standby_later.signal(SIGKILL);
  standby_later.await_exit();
  e2e::operator_run again(x.b, x.options("op-1"));
  again.await({{"event", "leadership_taken"}});
  again.await_converged();
  CHECK_EQ(x.holder(), "op-1_uid");
  CHECK_EQ(standby.all({{"event", "leadership_taken"}}).size(), 0);
}

TEST_CASE("a standby takes over after kill -9 of the leader" * doctest::skip(e2e::no_cluster())) {
  replicas_fixture x("ha-kill");
  e2e::operator_run first(x.a, x.options("op-0"));
  first.await_converged();
  e2e::operator_run second(x.b, x.options("op-1"));
  second.await({{"event", "leadership_awaited"}});
  first.signal(SIGKILL);
  first.await_exit();
  second.await({{"event", "leadership_taken"}});
  second.await_converged();
  CHECK_EQ(x.holder(), "op-1_uid");
}

TEST_CASE("a stopped leader and its hooks are killed before the standby takes over"
          * doctest::skip(e2e::no_cluster())) {
  replicas_fixture x("ha-stopped");
  const test::pipe begun(x.a.path("begun"));
  const test::held_pipe held(x.a.path("held")); ///< the hook of the leader has it open
  x.a.add_hook("020-slow", R"(#!/bin/sh
if [ "$1" = --config ]; then echo '{"configVersion":"v1","onStartup":1}'; exit; fi
exec 9>)" + held.path() + "\necho begun >"
                             + begun.path() + "\nexec sleep 3600\n");
  e2e::operator_run first(x.a, x.options("op-0"));
  CHECK_EQ(begun.read_line(), "begun");
  e2e::operator_run second(x.b, x.options("op-1"));
  second.await({{"event", "leadership_awaited"}});
  first.signal(SIGSTOP);
  second.await({{"event", "leadership_taken"}});
  // The guard was not stopped.
  CHECK_EQ(first.await_exit().signal, SIGKILL);
  CHECK(held.all_writers_have_ended());
  second.await_converged();
}
