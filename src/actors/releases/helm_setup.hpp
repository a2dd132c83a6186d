#pragma once

#include <chrono>
#include <string>

namespace actors {

/// How helm is called.
struct helm_setup {
  std::string binary;     ///< path; empty: none was found
  std::string kubeconfig; ///< path; empty: in-cluster
  std::string kube_context;
  int history_max = 10; ///< revisions to keep, 0: all
  std::chrono::seconds timeout{1200};
  std::string ignored_release; ///< not one of the operator's; empty: none
};

} // namespace actors
