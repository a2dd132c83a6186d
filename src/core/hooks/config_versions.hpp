#pragma once

#include "base/time_zone.hpp"
#include "core/bindings/binding.hpp"
#include "core/hooks/document_reader.hpp"
#include "core/hooks/hooks_on_disk.hpp"

#include <array>
#include <string>
#include <string_view>
#include <vector>

namespace core::hooks {

/// The reader's view of a document: the owner of the hook, and the known time zones.
struct hook_config_purpose {
  hook_owner owner;
  const base::time_zone_source& zones;
};

/// Reads a document of v0.
[[nodiscard]] bindings::hook_definition read_hook_config_v0(document_reader& reader,
                                                            const hook_config_purpose& purpose);

/// Reads a document of v1.
[[nodiscard]] bindings::hook_definition read_hook_config_v1(document_reader& reader,
                                                            const hook_config_purpose& purpose);

/// Reads `onStartup` and the other lifecycle points that hooks of this owner may have. A point that only
/// hooks of the other kind of owner may have is an error.
void read_lifecycle(document_reader& reader, hook_owner owner, bindings::hook_definition& hook);

/// The words of a version for added, modified and deleted objects.
using event_words = std::array<std::string_view, 3>;

/// Reads the list of events that a binding wants. If the list is absent, the binding keeps its events.
void read_events(document_reader& item, std::string_view key, const event_words& words,
                 bindings::kubernetes_binding& x);

/// Reads `matchNames` of namespaces, and checks each name, because it becomes a part of a request's path. An
/// empty list means all namespaces.
[[nodiscard]] std::vector<std::string> read_namespace_names(document_reader& selector);

/// Reads a crontab and checks it.
[[nodiscard]] std::string read_crontab(document_reader& item, const base::time_zone_source& zones);

/// Reads a jq program, and compiles it only to report errors early.
[[nodiscard]] std::string read_jq_filter(document_reader& item);

} // namespace core::hooks
