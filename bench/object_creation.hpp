#pragma once

#include "support/real_cluster.hpp"

#include <atomic>
#include <future>
#include <string>

namespace bench {

/// Creates many labelled ConfigMaps as fast as the API server takes them; each of several clients creates its
/// part in turn. It must live until all are created.
class object_creation {
public:
  object_creation(test::real_cluster& cluster, std::string space, int objects);

  /// Waits until all are created. Throws if some were not.
  void await() { done_.get_future().get(); }

private:
  void create_next();
  void finish();

  test::real_cluster& cluster_;
  std::string space_;
  int objects_;
  std::atomic<int> next_ = 0;
  std::atomic<int> created_ = 0;
  std::atomic<int> failed_ = 0;
  std::promise<void> done_;
};

} // namespace bench
