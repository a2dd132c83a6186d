#include "core/webhooks/review_fault.hpp"

#include <doctest/doctest.h>

#include <string>

using core::webhooks::review_fault;

TEST_CASE("the end of a run tells why a review has no decision") {
  using base::error_code;
  CHECK(core::webhooks::fault_of(error_code::process_failed) == review_fault::hook);
  CHECK(core::webhooks::fault_of(error_code::not_found) == review_fault::hook);
  CHECK(core::webhooks::fault_of(error_code::invalid_input) == review_fault::answer);
  CHECK(core::webhooks::fault_of(error_code::timeout) == review_fault::late);
  CHECK(core::webhooks::fault_of(error_code::unavailable) == review_fault::unavailable);
  CHECK(core::webhooks::fault_of(error_code::cancelled) == review_fault::stopping);
}

TEST_CASE("the API server gets a code for each fault, and metrics a word") {
  CHECK(core::webhooks::code_of(review_fault::hook) == 500);
  CHECK(core::webhooks::code_of(review_fault::answer) == 500);
  CHECK(core::webhooks::code_of(review_fault::late) == 504);
  for (const auto x : {review_fault::unavailable, review_fault::crowded, review_fault::waits, review_fault::off,
                       review_fault::stopping})
    CHECK(core::webhooks::code_of(x) == 503);
  CHECK(std::string(name(review_fault::no_path)) == "no_path");
  CHECK(std::string(name(review_fault::waits)) == "waits");
}
