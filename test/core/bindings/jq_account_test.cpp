#include "core/bindings/jq_account.hpp"

#include <doctest/doctest.h>

#include <string>

using core::bindings::jq_account;

TEST_CASE("a function that keeps within its memory comes to its end") {
  jq_account account;
  REQUIRE(account);
  account.open(1 << 20);
  bool ended = false;
  bool* const seen = &ended;
  const auto end = account.run([seen] {
    jv_free(jv_string("small"));
    *seen = true;
  });
  CHECK(end == JV_ACCOUNT_DONE);
  CHECK(ended);
}

TEST_CASE("a function that takes too much is left in the middle, and its memory is freed") {
  jq_account account;
  REQUIRE(account);
  account.open(1 << 16);
  bool ended = false;
  bool* const seen = &ended;
  const auto end = account.run([seen] {
    auto list = jv_array();
    for (int i = 0; i < 100'000; ++i) list = jv_array_append(list, jv_number(i));
    jv_free(list);
    *seen = true;
  });
  CHECK(end == JV_ACCOUNT_MEMORY);
  CHECK(!ended);
}
