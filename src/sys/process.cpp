#include "sys/process.hpp"

namespace sys {

process_starter::~process_starter() = default;

} // namespace sys
