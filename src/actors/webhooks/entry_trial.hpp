#pragma once

#include "actors/webhooks/registrar_self.hpp"
#include "core/bindings/webhook_binding.hpp"
#include "core/webhooks/entry_verdicts.hpp"
#include "kube/api/api_path.hpp"

#include <functional>
#include <string>
#include <vector>

namespace actors::webhooks {

/// Finds the entries of a configuration that the API server refuses: creates a configuration of each entry
/// alone in a dry run (Kubernetes API, `dryRun=All`), in turn. The index in the refusal of a whole
/// configuration does not name an entry for certain, because a server-side apply mixes entries of several
/// clients. A part of the WEBHOOK REGISTRAR.
class entry_trial {
public:
  enum class finding { none_refused, some_refused };
  using on_done = std::function<void(finding)>;

  entry_trial(registrar_self self, messages::kube_client_actor kube, core::bindings::webhook_kind kind,
              core::webhooks::entry_verdicts& verdicts);

  /// Notes the verdict on each entry. An answer that is neither a consent nor a refusal changes no verdict. A
  /// single call at a time.
  void begin(std::vector<text::json> entries, std::string configuration, on_done done);

private:
  void next();
  void note(const base::result<text::json>& answer);

  registrar_self self_;
  messages::kube_client_actor kube_;
  core::bindings::webhook_kind kind_;
  core::webhooks::entry_verdicts& verdicts_;
  std::vector<text::json> left_; ///< the last is under way; bound: the entries of a configuration
  std::string configuration_;
  on_done done_;
  finding found_ = finding::none_refused;
};

/// The resource of a kind of configurations.
[[nodiscard]] kube::api::resource configurations_of(core::bindings::webhook_kind kind);

} // namespace actors::webhooks
