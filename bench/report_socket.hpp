#pragma once

#include <chrono>
#include <cstdint>
#include <string>
#include <vector>

namespace bench {

/// A moment on CLOCK_MONOTONIC, which all processes of a machine share.
using moment = std::chrono::nanoseconds;

[[nodiscard]] moment now();

/// The report of a run of the hook.
struct hook_report {
  moment began; ///< its main() was entered
  std::vector<std::string> objects;
};

/// The socket at which the probe hooks report.
class report_socket {
public:
  /// Throws if the path is in use or too long.
  explicit report_socket(const std::string& path);
  ~report_socket();
  report_socket(const report_socket&) = delete;
  report_socket& operator=(const report_socket&) = delete;

  /// Waits for the next report. Throws after 30 s without a report.
  hook_report receive();

private:
  int socket_;
};

} // namespace bench
