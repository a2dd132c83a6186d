#include "kube/api/list_end.hpp"

#include <doctest/doctest.h>

TEST_CASE("a page without a next page is cut off if objects follow it") {
  const auto is_cut_off = [](const char* page) { return kube::api::is_cut_off(*text::parse_json(page)); };
  CHECK(is_cut_off(R"({"metadata":{"remainingItemCount":6}})"));
  CHECK(is_cut_off(R"({"metadata":{"continue":"","remainingItemCount":6}})"));
  CHECK_FALSE(is_cut_off(R"({"metadata":{"continue":"x","remainingItemCount":6}})"));
  CHECK_FALSE(is_cut_off(R"({"metadata":{"remainingItemCount":0}})"));
  CHECK_FALSE(is_cut_off(R"({"metadata":{"remainingItemCount":null}})"));
  CHECK_FALSE(is_cut_off(R"({"metadata":{}})"));
  CHECK_FALSE(is_cut_off("{}"));
}
