#pragma once

#include <chrono>
#include <string>

namespace kube::transport {

/// How long a watch lasts on a connection that nobody can ask for a sign of life: then an end that does not come says that
/// the connection is dead. Each end costs one more request, so it is as long as changes may remain unseen.
constexpr std::chrono::seconds brief_watch{20};

/// The target of the same watch, which the server ends after `brief_watch`. What lasts no longer anyway, and what is no
/// watch, stays as it is.
[[nodiscard]] std::string brief_target(std::string target);

} // namespace kube::transport
