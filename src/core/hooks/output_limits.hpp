#pragma once

#include <cstddef>

namespace core::hooks {

/// The maximal length of a document in a hook's output. A file is read document by document, so this also
/// limits the memory for reading a file of any length. An API server accepts objects of at most 3 MiB.
inline constexpr std::size_t output_document_bytes_max = std::size_t{16} << 20;

} // namespace core::hooks
