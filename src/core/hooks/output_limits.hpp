#pragma once

#include <cstddef>

namespace core::hooks {

/// How long one document of a hook's output may be. Documents are read one by one, so this bounds the memory that reading
/// takes, however long the file is. An API server takes objects of 3 MiB at most.
inline constexpr std::size_t output_document_bytes_max = std::size_t{16} << 20;

} // namespace core::hooks
