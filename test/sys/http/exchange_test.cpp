#include "sys/http/exchange.hpp"

#include <doctest/doctest.h>

#include <array>
#include <memory>
#include <string>

namespace {

using connections = std::set<const void*>;

constexpr std::size_t kibibyte = 1 << 10;

/// Room for 1 000 KiB, and clients named by the addresses of numbers.
struct fixture {
  int woken = 0;
  std::shared_ptr<sys::http::exchanges> all =
    std::make_shared<sys::http::exchanges>(1000 * kibibyte, [this] { ++woken; });
  std::array<int, 8> names{};
  std::array<std::shared_ptr<sys::http::exchange>, 8> clients{};

  const void* name(std::size_t client) const { return &names.at(client); }
  void answer(std::size_t client, text::shared_text text) {
    clients.at(client) = std::make_shared<sys::http::exchange>(sys::http::exchange{.connection = name(client)});
    all->add(clients.at(client));
    sys::http::exchanges::reply_to(all, clients.at(client))({.shared_body = std::move(text)});
  }
  void answer(std::size_t client, std::size_t kibibytes) {
    answer(client, std::make_shared<const std::string>(kibibytes * kibibyte, 'x'));
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "for a text that would exceed the bound the readers of the oldest text must go") {
  answer(0, 400);
  answer(1, 400);
  CHECK(woken == 0);
  answer(2, 400);
  CHECK(woken == 1);
  CHECK(all->take_slow() == connections{name(0)});
  CHECK(all->take_slow().empty());
  answer(3, 900);
  CHECK(all->take_slow() == connections{name(1), name(2)});
}

TEST_CASE_FIXTURE(fixture, "a text counts once, and its readers go together") {
  const auto text = std::make_shared<const std::string>(600 * kibibyte, 'x');
  for (std::size_t i = 0; i < 5; ++i) answer(i, text);
  CHECK(all->take_slow().empty());
  all->remove(clients[4]);
  answer(5, 600);
  CHECK(all->take_slow() == connections{name(0), name(1), name(2), name(3)});
}

TEST_CASE_FIXTURE(fixture, "a text that has been read takes no room, and neither does a short one") {
  answer(0, 600);
  all->remove(clients[0]);
  for (std::size_t i = 1; i < 7; ++i) answer(i, 64);
  answer(7, 1000);
  CHECK(all->take_slow().empty());
}

TEST_CASE_FIXTURE(fixture, "a single text may be longer than the bound") {
  answer(0, 1200);
  CHECK(all->take_slow().empty());
  answer(1, 1200);
  CHECK(all->take_slow() == connections{name(0)});
}

TEST_CASE_FIXTURE(fixture, "a client that has gone in time need not be sent away") {
  answer(0, 600);
  answer(1, 600);
  all->remove(clients[0]);
  CHECK(all->take_slow().empty());
}
