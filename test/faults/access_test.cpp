#include "faults/account.hpp"
#include "faults/bad_day.hpp"

#include "support/tcp_proxy.hpp"

#include <doctest/doctest.h>

namespace {

/// An operator with a token in a file, as in a Pod, where kubelet renews it.
struct access_fixture {
  faults::bad_day day;
  faults::account account;
  test::tcp_proxy proxy{faults::api_port()};
  e2e::operator_run run;

  explicit access_fixture(const std::string& name)
    : day(name), account(day.space()), run(day.files(), {.space = day.space(), .kubeconfig = kubeconfig()}) {
    day.put_item("item-a", "first");
    run.await_converged();
    day.check_end(run);
  }

  std::string kubeconfig() {
    day.replace_file("token", account.new_token());
    return day.kubeconfig_at("https://127.0.0.1:" + std::to_string(proxy.port()), "token");
  }

  void change_everything(const std::string& word) {
    day.set_word("alpha", word);
    day.put_item("item-a", word);
    day.put_item("item-b", word);
  }
  /// The API server lets an accepted watch go on. Waits until new watches are refused.
  void await_refusal(const std::string& reason) {
    run.skip_to_end();
    faults::await_truth(run, "a watch that is refused: " + reason, [&] {
      proxy.cut();
      const auto failures = run.all({{"event", "watch_failed"}});
      return !failures.empty() && e2e::contains(failures.back()["error"], reason);
    });
  }
};

} // namespace

TEST_CASE("what changes while the operator has no rights is done when they are given back"
          * doctest::skip(e2e::no_cluster())) {
  access_fixture x("rights");
  x.account.take_rights();
  x.await_refusal("forbidden");
  x.change_everything("meanwhile");
  x.day.drop_item("item-b");
  x.day.disable("beta");
  CHECK_NE(x.run.get("/readyz").body, "Startup converge done.\n");
  x.account.give_rights();
  x.day.check_end(x.run);
}

TEST_CASE("what changes while the operator's token is not valid is done when there is a new one"
          * doctest::skip(e2e::no_cluster())) {
  access_fixture x("token");
  x.account.revoke_tokens();
  x.await_refusal("Unauthorized");
  x.change_everything("meanwhile");
  x.day.drop_item("item-b");
  x.day.disable("beta");
  x.day.replace_file("token", x.account.new_token());
  x.day.check_end(x.run);
}

TEST_CASE("a token that is renewed in time is noticed by nobody" * doctest::skip(e2e::no_cluster())) {
  access_fixture x("renewed");
  x.day.replace_file("token", x.account.new_token());
  x.proxy.cut();
  x.change_everything("meanwhile");
  x.day.check_end(x.run);
  CHECK(x.run.all({{"event", "watch_failed"}}).empty());
}
