#include "faults/bad_day.hpp"
#include "faults/plain_api.hpp"

#include "support/page_proxy.hpp"

#include <doctest/doctest.h>

#include <vector>

namespace {

/// Pages of a proxy's own. They are no statement about any object.
const std::vector<test::proxy_page> pages{
  {404, "text/html", "<html><body>Not Found</body></html>"},
  {404, "text/plain", "404 page not found\n"},
  {401, "text/html", "<html><body>Log in</body></html>"},
  {403, "text/html", "<html><body>Forbidden</body></html>"},
  {429, "text/plain", "slow down\n"},
  {502, "text/html", "<html><body>Bad Gateway</body></html>"},
  {503, "text/plain", "no healthy upstream"},
  {200, "text/html", "<html><body>We are back soon</body></html>"},
};

/// An operator and its helm that reach the API server through a proxy that may answer itself.
struct page_fixture {
  faults::bad_day day;
  worlds::dice chance;
  worlds::dice answers = chance.split("answers"); ///< only the proxy's thread throws these
  faults::plain_api api;
  test::page_proxy proxy{api.port()};
  e2e::operator_run run;

  explicit page_fixture(const std::string& name)
    : day(name), chance(faults::chance_of(name)),
      run(day.files(),
          {.space = day.space(), .kubeconfig = day.kubeconfig_at("http://127.0.0.1:" + std::to_string(proxy.port()))}) {
    day.put_item("item-a", "first");
    day.disable("gamma");
    run.await_converged();
  }
  /// Waits until the proxy has answered so many more requests.
  void await_pages(int more) {
    const auto wanted = proxy.pages_sent() + static_cast<std::size_t>(more);
    faults::await_truth(run, "requests that get a page", [&] { return proxy.pages_sent() >= wanted; });
  }
  /// No helm ran for a module, and no hook was told of a change.
  [[nodiscard]] std::size_t actions() const {
    return run.all({{"event", "helm_finished"}}).size() + run.all({{"event", "hook_finished"}}).size();
  }
};

} // namespace

TEST_CASE("pages of a proxy in place of all answers change nothing, and later changes are seen"
          * doctest::skip(e2e::no_cluster())) {
  page_fixture x("pages");
  x.day.check_end(x.run);
  const auto before = x.actions();
  x.proxy.answer_by([&](const auto&) { return &x.answers.one_of(pages); });
  x.proxy.cut();
  // After the first of them the operator asks only now and then.
  x.await_pages(faults::times(6, 4));
  CHECK_EQ(x.actions(), before);
  x.proxy.forward_all();
  x.day.set_word("alpha", "later");
  x.day.disable("beta");
  x.day.put_item("item-b", "second");
  x.day.check_end(x.run);
}

TEST_CASE("pages in place of some answers, and cuts, delay changes and lose none" * doctest::skip(e2e::no_cluster())) {
  page_fixture x("some-pages");
  x.proxy.answer_by([&](const auto&) { return x.answers.percent(30) ? &x.answers.one_of(pages) : nullptr; });
  for (int i = 0; i < faults::times(12, 6); ++i) {
    x.proxy.cut();
    x.day.change(x.chance);
    faults::pass(x.run, std::chrono::milliseconds(200));
  }
  x.proxy.forward_all();
  x.day.check_end(x.run);
}

TEST_CASE("answers that are held up for a while come in time" * doctest::skip(e2e::no_cluster())) {
  page_fixture x("held-up");
  for (int i = 0; i < faults::times(5, 2); ++i) {
    x.proxy.hold();
    for (int k = 0; k < 4; ++k) x.day.change(x.chance);
    faults::pass(x.run, std::chrono::milliseconds(300));
    x.proxy.release();
  }
  x.day.check_end(x.run);
}
