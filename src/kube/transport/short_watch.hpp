#pragma once

#include <chrono>
#include <string>

namespace kube::transport {

/// Duration of a watch over HTTP/1.1, where the connection cannot be probed: if the watch does not end in
/// time, the connection is dead. A change may stay unseen for this time. A shorter duration would cost more
/// requests, because each end is followed by another watch.
constexpr std::chrono::seconds short_watch{20};

/// The target of the same watch, which the server ends after `short_watch`. Shorter watches, and targets that
/// are no watch, stay as they are.
[[nodiscard]] std::string short_target(std::string target);

} // namespace kube::transport
