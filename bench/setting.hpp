#pragma once

#include <chrono>
#include <string>

namespace bench {

/// What to measure, and with what.
struct setting {
  std::string operator_program;
  std::string hook_program;
  std::string kubeconfig;
  std::string helm;
  int samples = 200;
  int modules = 100;
  std::chrono::seconds idle{20};
};

} // namespace bench
