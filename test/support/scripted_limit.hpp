#pragma once

#include "base/evaluation_limit.hpp"

#include <string>

namespace test {

/// A limit that ends each evaluation as it begins, while the test says so.
struct scripted_limit final : base::evaluation_limit {
  bool is_used_up = false;
  int evaluations = 0; ///< so far

  void begin(stop_function stop, void* evaluation) override {
    ++evaluations;
    if (is_used_up) stop(evaluation);
  }
  std::string end() override { return is_used_up ? "more than the test allows" : ""; }
};

} // namespace test
