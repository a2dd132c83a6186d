#include "faults/bad_day.hpp"
#include "faults/plain_api.hpp"

#include "support/tcp_proxy.hpp"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <future>

namespace {

/// An operator that reaches something through a proxy that forwards bytes.
struct tcp_fixture {
  faults::bad_day day;
  test::tcp_proxy proxy;
  e2e::operator_run run;

  tcp_fixture(const std::string& name, const std::string& scheme, std::uint16_t target)
    : day(name), proxy(target),
      run(day.files(), {.space = day.space(),
                        .kubeconfig = day.kubeconfig_at(scheme + "://127.0.0.1:" + std::to_string(proxy.port()))}) {
    day.put_item("item-a", "first");
    run.await_converged();
    day.check_end(run);
  }

  void check_silence(const std::string& what) {
    proxy.fall_silent();
    const auto since = std::chrono::steady_clock::now();
    day.set_word("alpha", "later");
    day.disable("beta");
    day.put_item("item-b", "second");
    day.drop_item("item-a");
    day.await_sight();
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - since;
    MESSAGE(what, ": seen again after ", time.count(), " s");
    day.check_end(run);
  }
};

} // namespace

TEST_CASE("what changes while the connections are dead without a word is seen later, and done"
          * doctest::skip(e2e::no_cluster())) {
  tcp_fixture x("silent", "https", faults::api_port());
  x.check_silence("HTTP/2");
}

TEST_CASE("the same over plain HTTP, where a connection cannot be asked whether it lives without a word"
          * doctest::skip(e2e::no_cluster())) {
  const faults::plain_api api;
  tcp_fixture x("silent-plain", "http", api.port());
  x.check_silence("HTTP/1.1");
}

TEST_CASE("streams on a connection that the API server shuts down are begun anew on another one"
          * doctest::skip(e2e::no_cluster())) {
  using kube::api::http_response;
  constexpr int watches = 20;
  auto options = test::transport_to(e2e::given().kubeconfig);
  // They are quiet for longer, but the connection is alive.
  options.quiet_stream = std::chrono::milliseconds(500);
  kube::transport::curl_transport transport(std::move(options));
  test::api_client api(transport);
  std::promise<base::result<http_response>> first_end;
  auto end = first_end.get_future();
  std::atomic<bool> has_ended = false;
  const auto watch = kube::api::watch_request(test::namespaces(), {.selectors = {.fields = "metadata.name=default"}});
  for (int i = 0; i < watches; ++i)
    transport.start(watch, {.on_line = {}, .on_done = [&](base::result<http_response> x) {
                              if (!has_ended.exchange(true)) first_end.set_value(std::move(x));
                            }});
  // A fiftieth of the requests makes the server shut its connection down.
  const auto until = std::chrono::steady_clock::now() + test::deadline;
  while (end.wait_for(std::chrono::seconds(0)) != std::future_status::ready) {
    REQUIRE(std::chrono::steady_clock::now() < until);
    api.call({.target = "/version"});
  }
  const auto ended = end.get();
  REQUIRE(ended);
  CHECK_EQ(ended->status, 200);
}
