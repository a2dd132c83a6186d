#include "core/webhooks/certificate_plan.hpp"

#include <doctest/doctest.h>

#include <utility>

using namespace core::webhooks;
using namespace std::chrono_literals;

namespace {

constexpr std::int64_t made = 1'800'000'000;
constexpr std::int64_t day = 86'400;
const std::set<std::string> names{"a", "b"};

certificate_state fresh() {
  return {validity_from(made, authority_life), validity_from(made, server_life), names, true};
}

certificate_step step(const certificate_state& x, std::int64_t now, trust known = trust::complete) {
  return plan_certificates(x, names, now, known).step;
}

} // namespace

TEST_CASE("without certificates all are made") {
  CHECK(plan_certificates(std::nullopt, names, made, trust::incomplete).step == certificate_step::make_all);
}

TEST_CASE("a certificate of the server is renewed after two thirds of its life") {
  CHECK(step(fresh(), made) == certificate_step::none);
  CHECK(step(fresh(), made + 60 * day - 1) == certificate_step::none);
  CHECK(step(fresh(), made + 60 * day) == certificate_step::issue_server);
}

TEST_CASE("a certificate of the server is issued again for another name, authority or key") {
  auto x = fresh();
  x.names = {"a"};
  CHECK(step(x, made) == certificate_step::issue_server);
  x.names = {"a", "b", "c"};
  CHECK(step(x, made) == certificate_step::none);
  x.is_server_whole = false;
  CHECK(step(x, made) == certificate_step::issue_server);
}

TEST_CASE("an authority is changed in three steps, and each waits until API servers know the step before") {
  auto x = fresh();
  const auto due = made + authority_life.count() * 2 / 3;
  x.server = validity_from(due, server_life);
  CHECK(step(x, due - 1) == certificate_step::none);
  CHECK(step(x, due) == certificate_step::add_authority);
  x.next = validity_from(due, authority_life);
  const auto settled = due + settle_time.count();
  CHECK(step(x, settled - 1) == certificate_step::none);
  CHECK(step(x, settled, trust::incomplete) == certificate_step::none);
  CHECK(step(x, settled) == certificate_step::change_authority);
  x.authority = *std::exchange(x.next, std::nullopt);
  x.has_former = true;
  x.server = validity_from(settled, server_life);
  CHECK(step(x, settled + settle_time.count() - 1) == certificate_step::none);
  CHECK(step(x, settled + settle_time.count()) == certificate_step::drop_former);
}

TEST_CASE("the certificate of the server is renewed also while the next authority waits for its trust") {
  auto x = fresh();
  x.next = validity_from(made + 50 * day, authority_life);
  CHECK(step(x, made + 60 * day, trust::incomplete) == certificate_step::issue_server);
}

TEST_CASE("after the end of the authority all certificates are made anew") {
  CHECK(step(fresh(), made + authority_life.count()) == certificate_step::make_all);
}

TEST_CASE("certificates of the future, which a clock that was ahead has made, are made anew") {
  auto x = fresh();
  CHECK(step(x, made - day) == certificate_step::none);
  CHECK(step(x, made - day - 1) == certificate_step::make_all);
  x.authority = validity_from(made - 10 * day, authority_life);
  CHECK(step(x, made - day) == certificate_step::none);
  CHECK(step(x, made - day - 1) == certificate_step::issue_server);
  x.server = validity_from(made - 10 * day, server_life);
  x.next = validity_from(made, authority_life);
  CHECK(step(x, made - day, trust::incomplete) == certificate_step::none);
  CHECK(step(x, made - day - 1, trust::incomplete) == certificate_step::add_authority);
  CHECK(step(x, made - day - 1) == certificate_step::add_authority);
}

TEST_CASE("the next look comes with the next step, at most a day later") {
  const auto look = [](const certificate_state& x, std::int64_t now) {
    return plan_certificates(x, names, now, trust::complete).next_look;
  };
  CHECK(look(fresh(), made) == 24h);
  CHECK(look(fresh(), made + 60 * day - 3600) == 1h);
  auto x = fresh();
  x.has_former = true;
  CHECK(look(x, made) == settle_time);
}

TEST_CASE("a certificate is valid for clocks that are behind, and not longer than its authority") {
  const auto x = validity_from(made, server_life, made + 100);
  CHECK(x.begins == made - clock_difference_max.count());
  CHECK(x.ends == made + 100);
}

TEST_CASE("the server has the names of its Service, or the host of its URL") {
  registration x;
  x.namespace_name = "ops";
  x.service = "hooks";
  CHECK(server_names(x) == std::set<std::string>{"hooks.ops", "hooks.ops.svc", "hooks.ops.svc.cluster.local"});
  x.url = "https://192.0.2.1:9680";
  CHECK(server_names(x) == std::set<std::string>{"192.0.2.1"});
  x.url = "https://[::1]:9680";
  CHECK(server_names(x) == std::set<std::string>{"::1"});
  x.url = "https://hooks.example.com";
  CHECK(server_names(x) == std::set<std::string>{"hooks.example.com"});
}
