#include "core/metrics/shared_page.hpp"

#include <doctest/doctest.h>

#include <memory>
#include <string>
#include <vector>

namespace {

using namespace std::chrono_literals;
using core::metrics::name_escaping;

constexpr auto plain = name_escaping::underscores;

struct fixture {
  core::metrics::shared_page page{{.readers_max = 3, .bytes_per_second = 1000, .short_bytes = 100}};
  std::vector<text::shared_text> got;
  int failures = 0;

  bool ask(name_escaping form = plain) {
    return page.ask(form, [this](const core::metrics::shared_page::answer& x) {
      if (x)
        got.push_back(*x);
      else
        ++failures;
    });
  }
  std::chrono::microseconds made(std::size_t size, std::int64_t now_us) {
    return page.made(std::make_shared<const std::string>(size, 'x'), now_us);
  }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "a page is made once for all clients that ask meanwhile") {
  CHECK(ask());
  CHECK(page.next(0) == plain);
  CHECK(ask());
  CHECK(ask());
  CHECK_FALSE(page.next(10));
  CHECK(made(50, 2'000'000) == 2s);
  REQUIRE(got.size() == 3);
  CHECK(got[0] == got[1]);
  CHECK(got[0] == got[2]);
}

TEST_CASE_FIXTURE(fixture, "a page that took long to make is given to later clients, as long again") {
  CHECK(ask());
  CHECK(page.next(0));
  CHECK(made(50, 2'000'000) == 2s);
  CHECK(ask());
  CHECK(got.size() == 2);
  CHECK_FALSE(page.next(3'000'000));
  page.forget();
  CHECK(ask());
  CHECK(got.size() == 2);
  CHECK(page.next(4'000'000) == plain);
}

TEST_CASE_FIXTURE(fixture, "a long page is kept for the time that its bytes may take") {
  CHECK(ask());
  CHECK(page.next(0));
  CHECK(made(500, 1) == 500ms);
}

TEST_CASE_FIXTURE(fixture, "a short page that costs no time is made anew for each client") {
  CHECK(ask());
  CHECK(page.next(0));
  CHECK(made(50, 500) == 0us);
  CHECK(ask());
  CHECK(got.size() == 1);
  CHECK(page.next(600) == plain);
}

TEST_CASE_FIXTURE(fixture, "another form of names waits for its turn, in the order of the questions") {
  CHECK(ask());
  CHECK(page.next(0) == plain);
  CHECK(ask(name_escaping::dots));
  CHECK(ask(name_escaping::values));
  CHECK(made(50, 2000) == 2ms);
  CHECK(got.size() == 1);
  CHECK_FALSE(page.next(2500));
  page.forget();
  CHECK(page.next(4000) == name_escaping::dots);
  CHECK(made(50, 4000) == 0us);
  CHECK(got.size() == 2);
  CHECK(page.next(4000) == name_escaping::values);
}

TEST_CASE_FIXTURE(fixture, "beyond the bound a reader is refused, and has its place when the others are answered") {
  for (int i = 0; i < 3; ++i) CHECK(ask());
  CHECK_FALSE(ask());
  CHECK(page.next(0));
  CHECK(made(50, 0) == 0us);
  CHECK(got.size() == 3);
  CHECK(ask());
}

TEST_CASE_FIXTURE(fixture, "a page that cannot be made is a failure for all its readers, and is not kept") {
  CHECK(ask());
  CHECK(ask());
  CHECK(page.next(0));
  CHECK(page.made(base::fail(base::error_code::unavailable, "gone"), 2'000'000) == 0us);
  CHECK(failures == 2);
  CHECK(ask());
  CHECK(page.next(2'000'000) == plain);
}
