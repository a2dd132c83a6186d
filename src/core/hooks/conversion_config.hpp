#pragma once

#include "core/bindings/conversion_binding.hpp"
#include "core/hooks/document_reader.hpp"

namespace core::hooks {

/// Reads an item of `kubernetesCustomResourceConversion`.
[[nodiscard]] bindings::conversion_binding read_conversion(document_reader& item);

} // namespace core::hooks
