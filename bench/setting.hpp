#pragma once

#include <chrono>
#include <string>

namespace bench {

/// The measures to take, and their surroundings.
struct setting {
  std::string operator_program;
  std::string hook_program;    ///< reports its start
  std::string counter_program; ///< a hook that counts its events
  std::string review_program;  ///< a hook that allows each request
  std::string kubeconfig;
  std::string helm;
  int samples = 200;
  int modules = 100;
  std::chrono::seconds idle{20};
};

} // namespace bench
