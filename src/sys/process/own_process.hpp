#pragma once

#include <cstdint>
#include <string>

namespace sys::process {

/// The name of the machine (gethostname(2)), which is the name of the Pod in a container; empty: it has none.
[[nodiscard]] std::string host_name();

/// The identifier of this process.
[[nodiscard]] std::int64_t own_pid() noexcept;

} // namespace sys::process
