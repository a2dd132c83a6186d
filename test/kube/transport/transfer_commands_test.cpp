#include "kube/transport/transfer_commands.hpp"

#include <doctest/doctest.h>

TEST_SUITE_BEGIN("kube/transport/transfer_commands");

using kube::transport::answer_budget;
using kube::transport::transfer_commands;

namespace {

struct fixture {
  answer_budget budget{1 << 20};
  transfer_commands commands;

  kube::api::transfer_id start() { return commands.start({.target = "/"}, {}, budget); }
};

} // namespace

TEST_CASE_FIXTURE(fixture, "commands are taken once, in their order, and each transfer has a number of its own") {
  CHECK_FALSE(commands.has_any());
  const auto first = start();
  const auto own = commands.new_id();
  const auto second = start();
  CHECK(first < own);
  CHECK(own < second);
  commands.cancel(first);
  CHECK(commands.has_any());
  const auto taken = commands.take();
  REQUIRE(taken);
  REQUIRE_EQ(taken->size(), 3);
  CHECK_EQ((*taken)[0].id, first);
  CHECK((*taken)[0].start->is_cancelled());
  CHECK_EQ((*taken)[1].id, second);
  CHECK_FALSE((*taken)[1].start->is_cancelled());
  CHECK_EQ((*taken)[2].id, first);
  CHECK_FALSE((*taken)[2].start);
  CHECK_FALSE(commands.has_any());
  CHECK(commands.take()->empty());
}

TEST_CASE_FIXTURE(fixture, "a transfer that has ended is not cancelled") {
  const auto id = start();
  static_cast<void>(commands.take());
  commands.forget(id);
  commands.cancel(id);
  CHECK_FALSE(commands.has_any());
}

TEST_CASE_FIXTURE(fixture, "a stop ends the wait and all commands") {
  start();
  commands.stop();
  commands.wait_until(kube::transport::curl_transfer::clock::time_point::max());
  CHECK(commands.has_any());
  CHECK_FALSE(commands.take());
}

TEST_SUITE_END();
