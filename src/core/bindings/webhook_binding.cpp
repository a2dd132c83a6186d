#include "core/bindings/webhook_binding.hpp"

namespace core::bindings {

const char* name(webhook_kind kind) noexcept {
  switch (kind) {
    case webhook_kind::validating: return "Validating";
    case webhook_kind::mutating: return "Mutating";
  }
  return "Unknown";
}

const char* key_of(webhook_kind kind) noexcept {
  switch (kind) {
    case webhook_kind::validating: return "kubernetesValidating";
    case webhook_kind::mutating: return "kubernetesMutating";
  }
  return "unknown";
}

} // namespace core::bindings
