#pragma once

namespace sys::process {

/// Opens /dev/null in place of each of the descriptors 0 to 2 that the starter of this program has closed.
/// Otherwise the next open file or socket would get the number, and log lines or output of children would go
/// there. Called before any file is opened.
void fill_standard_descriptors() noexcept;

} // namespace sys::process
