#pragma once

#include "core/bindings/webhook_binding.hpp"
#include "core/hooks/document_reader.hpp"

namespace core::hooks {

/// Reads an item of `kubernetesValidating` or `kubernetesMutating`, and checks it by the rules of the API
/// server (admissionregistration.k8s.io/v1), so that the API server takes the webhook. The name needs three
/// DNS labels.
[[nodiscard]] bindings::webhook_binding read_webhook(document_reader& item, bindings::webhook_kind kind);

} // namespace core::hooks
