#include "commands/leader_election.hpp"

#include "sys/files/shared_number.hpp"
#include "sys/time/boot_clock.hpp"

#include <fmt/format.h>

#include <cstdlib>
#include <random>
#include <string>
#include <utility>

namespace commands {

namespace {

/// The name that the predecessor gives its Lease.
constexpr const char* lease_name = "addon-operator-leader-election";

/// The name of this operator in the Lease. With the uid of its Pod, the name stays the same if the container
/// restarts. Without the uid, a part of the name is random, so a restarted operator waits for the end of the
/// Lease that it had before.
std::string identity_of(const cli::start_options& options) {
  const auto* const host = std::getenv("HOSTNAME");
  const auto name = options.pod_name.empty() ? std::string(host != nullptr ? host : "operator") : options.pod_name;
  if (!options.pod_uid.empty()) return name + "_" + options.pod_uid;
  std::random_device random;
  return fmt::format("{}_{:08x}{:08x}", name, random(), random());
}

} // namespace

base::result<std::shared_ptr<base::lead_permit>> permit_of(const cli::start_options& options,
                                                           std::vector<std::string>& helm_environment) {
  if (!options.has_leader_election) return nullptr;
  auto made = sys::files::shared_number::create();
  if (!made) return tl::unexpected(made.error());
  const auto shown = std::make_shared<sys::files::shared_number>(std::move(*made));
  helm_environment.push_back("ADDON_OPERATOR_LEAD_PERMIT=" + shown->path());
  return std::make_shared<base::lead_permit>(sys::time::boot_time,
                                             [shown](auto until) { shown->store(until.count()); });
}

actors::leadership::election election_of(const cli::start_options& options, std::shared_ptr<base::lead_permit> permit,
                                         std::shared_ptr<kube::api::transport> transport,
                                         std::shared_ptr<sys::process::guard> guard) {
  actors::leadership::election election;
  election.lease = {options.namespace_name, lease_name};
  election.identity = identity_of(options);
  election.transport = std::move(transport);
  election.permit = std::move(permit);
  election.boot_time = sys::time::boot_time;
  election.on_deadline = [guard = std::move(guard)](auto time) { guard->end_at(time); };
  return election;
}

} // namespace commands
