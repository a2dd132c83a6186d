#pragma once

#include "core/releases/manifest.hpp"
#include "core/releases/release.hpp"
#include "text/json/json.hpp"

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// The objects of others that templates have asked for by `lookup`, as the Helm worker reports them
/// (src/helm_worker/worker/looked_up.go). A list of objects has no name, and counts as found if it has an
/// object of others. Objects of the release itself are left out.
struct lookup_answers {
  std::vector<manifest_object> found{};
  std::vector<manifest_object> absent{};

  friend bool operator==(const lookup_answers&, const lookup_answers&) = default;
};

/// Reads the member `lookedUp` of an answer: `{"found":[…],"absent":[…]}`. An item without apiVersion or kind
/// is skipped.
[[nodiscard]] lookup_answers read_lookup_answers(const text::json& x);

/// The beginning of the keys of labels with the digests of the objects that lookups have found
/// (`digest_labels`), of the text `GROUP KIND NAMESPACE NAME` on four lines. Objects with a name come first,
/// because a chart is more likely to take a password from them than from a list. The Helm worker reads the
/// labels of an upgrade: it changes nothing if such an object has gone since the rendering.
inline constexpr std::string_view module_lookups_prefix = "moduleLookups.";

/// The labels of the next revision.
/// @param last null: there is no release
/// @param now nullopt: not known, so the labels stay as they are
[[nodiscard]] std::map<std::string, std::string> lookup_labels(const release* last,
                                                               const std::optional<lookup_answers>& now);

/// The changes of labels that bring an unchanged revision up to date; an empty text removes a label.
[[nodiscard]] std::map<std::string, std::string> lookup_labels_due(const release& last,
                                                                   const std::optional<lookup_answers>& now);

/// The absent objects that the revision had found.
[[nodiscard]] std::vector<manifest_object> lost_lookups(const release& last, const lookup_answers& now);

/// Names the first few objects for people: `Secret db/login, the list of kind Secret in namespace db`.
[[nodiscard]] std::string words_of_lookups(const std::vector<manifest_object>& objects);

} // namespace core::releases
