#include "sys/process/process.hpp"

namespace sys::process {

process_starter::~process_starter() = default;

} // namespace sys::process
