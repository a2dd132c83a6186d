#pragma once

#include "base/lead_permit.hpp"
#include "sys/process/guard_process.hpp"
#include "sys/process/reactor.hpp"

#include <memory>
#include <string>

namespace commands {

/// Makes the starter of processes. Each process carries the operator's directory as a mark in its
/// environment, so that the next operator finds processes that survive this operator.
[[nodiscard]] std::shared_ptr<sys::process::reactor>
make_processes(std::shared_ptr<sys::process::guard> guard, base::lead_permit_ptr permit, const std::string& directory);

} // namespace commands
