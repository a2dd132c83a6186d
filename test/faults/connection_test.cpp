#include "faults/bad_day.hpp"

#include "support/tcp_proxy.hpp"

#include <doctest/doctest.h>

namespace {

std::uint16_t api_port() {
  const auto& address = e2e::cluster().address();
  return static_cast<std::uint16_t>(std::stoi(address.substr(address.rfind(':') + 1)));
}

/// An operator that reaches the API server through a proxy that forwards bytes.
struct tcp_fixture {
  faults::bad_day day;
  test::tcp_proxy proxy{api_port()};
  e2e::operator_run run;

  explicit tcp_fixture(const std::string& name)
    : day(name),
      run(day.files(), {.space = day.space(),
                        .kubeconfig = day.kubeconfig_at("https://127.0.0.1:" + std::to_string(proxy.port()))}) {
    day.put_item("item-a", "first");
    run.await_converged();
  }
};

} // namespace

TEST_CASE("what changes while the connections are dead without a word is seen later, and done"
          * doctest::skip(e2e::no_cluster())) {
  tcp_fixture x("silent");
  x.proxy.fall_silent();
  x.day.set_word("alpha", "later");
  x.day.disable("beta");
  x.day.put_item("item-b", "second");
  x.day.drop_item("item-a");
  x.day.check_end(x.run);
}
