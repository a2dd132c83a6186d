#pragma once

#include <string>

namespace faults {

/// The daemons of the cluster that `scripts/dev-cluster` has started and $KUBECONFIG belongs to. Failures
/// throw.
class control_plane {
public:
  control_plane();

  /// Holds the API server up until it is let go on; the end of this object lets it go on, too.
  class held_api {
  public:
    explicit held_api(const control_plane& x);
    held_api(const held_api&) = delete;
    held_api& operator=(const held_api&) = delete;
    ~held_api();

  private:
    int pid_;
  };

  /// Kills the API server and starts it again; returns when it answers.
  void restart_api() const;
  /// etcd forgets all versions but the present versions.
  void compact() const;

private:
  [[nodiscard]] int pid_of(const std::string& daemon) const;

  std::string folder_;
};

} // namespace faults
