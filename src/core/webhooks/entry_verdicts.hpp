#pragma once

#include "base/error.hpp"
#include "text/json/json.hpp"

#include <map>
#include <set>
#include <string>

namespace core::webhooks {

/// The entries of a configuration that the API server refuses, each with its words. A single refused entry
/// makes the API server refuse the whole configuration, so refused entries are left out. A refusal holds for
/// this content of the entry; `clientConfig` does not count, because it comes from the operator and not from
/// the hook.
class entry_verdicts {
public:
  void refuse(const text::json& entry, std::string words);
  void accept(const text::json& entry);
  /// The words of the API server; null: the entry is accepted, as far as it is known.
  [[nodiscard]] const std::string* refusal(const text::json& entry) const;
  /// Forgets the verdicts on webhooks with other names.
  void keep(const std::set<std::string>& names);

private:
  /// Name -> content -> words. Bound: the names of a wish, each with the last refused contents.
  std::map<std::string, std::map<std::string, std::string>> refused_;
};

/// Whether the API server may have refused a configuration because of its content. Server-side apply reports
/// some faults of the content as faults of the server (k8s.io/apimachinery, `structuredMergeManager`).
[[nodiscard]] bool is_about_content(const base::error& refusal);

/// The words of a refusal (Status, `message`) of a configuration with a single entry, without the name of the
/// configuration and the index of the entry.
[[nodiscard]] std::string words_on_entry(const std::string& message);

} // namespace core::webhooks
