#pragma once

#include <cstddef>

namespace core::hooks {

/// The maximal length of a document in a hook's output. Documents are read in turn, so this limits the memory
/// for reading, however long the file is. An API server takes objects of 3 MiB at most.
inline constexpr std::size_t output_document_bytes_max = std::size_t{16} << 20;

} // namespace core::hooks
