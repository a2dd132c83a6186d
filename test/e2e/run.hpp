#pragma once

#include "base/contains.hpp"
#include "platform.hpp"
#include "support/http_client.hpp"
#include "support/operator_process.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace e2e {

/// How long the operator waits before it tries again; short, so that tests see it.
struct retry_delays {
  std::string first = "200ms";
  std::string most = "2s";
};

/// The options that differ between the runs of these tests; empty: as given.
struct run_options {
  std::string space; ///< the operator's namespace
  std::string kubeconfig{};
  std::string helm{};
  std::vector<std::string> arguments{};   ///< in addition
  std::vector<std::string> environment{}; ///< "NAME=value", in addition
  std::string working_directory{};
  retry_delays retries{};
};

/// A running operator and its HTTP server.
class operator_run : public test::operator_process {
public:
  operator_run(const platform& files, const run_options& options);

  /// Waits until the modules are as wanted; again after each change.
  void await_converged() { await({{"event", "converge_finished"}}); }
  /// Waits until a module has run to its end.
  void await_module_run(const std::string& module);

  /// Asks the operator's HTTP server.
  [[nodiscard]] test::http_response get(const std::string& target) const;

private:
  operator_run(const platform& files, const run_options& options, std::uint16_t port);

  std::uint16_t port_;
};

/// The names of the modules that have run so far, in order, with repetitions.
[[nodiscard]] std::vector<std::string> modules_run(const test::operator_process& x);

using base::contains;

/// A port of this machine without a listener now.
[[nodiscard]] std::uint16_t free_port();

/// Runs a program to its end. @returns its stdout. Throws, with its stderr, if it fails.
std::string run_program(std::vector<std::string> argv, const std::vector<std::string>& environment = {});

/// A line of `helm list`.
struct listed_release {
  std::string name;
  std::string status;
  std::string revision;

  friend bool operator==(const listed_release&, const listed_release&) = default;
};

/// Helm's own list of the releases of a namespace, in all states, sorted by name.
[[nodiscard]] std::vector<listed_release> helm_list(const std::string& space, const std::string& helm = {});

} // namespace e2e
