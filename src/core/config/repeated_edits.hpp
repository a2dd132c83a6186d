#pragma once

#include "text/json/json.hpp"

#include <cstddef>
#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace core::config {

/// Counts edits of the ConfigMap by clients other than the operator: two GitOps tools with different
/// contents change it in turn without end, and each change upgrades a release. A key is restless after
/// eight edits in a minute, or after eight edits in half an hour, six of them by another client than the edit
/// before. A person edits more slowly, and a tool that is well comes to rest. Times are of a steady clock, in
/// microseconds.
///
/// Bound: 40 edits of each of 100 keys. The key with the oldest last edit leaves first.
class repeated_edits {
public:
  /// Edits that come again and again.
  struct finding {
    std::vector<std::string> keys;    ///< the restless keys, in byte order
    std::vector<std::string> writers; ///< field managers, in byte order
    std::size_t times = 0;            ///< edits of the most restless key
    std::int64_t within_us = 0;       ///< since the first of them
    bool in_turn = false;             ///< the clients change a key in turn

    friend bool operator==(const finding&, const finding&) = default;
  };

  /// @param keys of the ConfigMap that differ
  /// @param writers of this version, see `writers_of`; empty: the operator itself, whose edits do not count
  /// @returns true if the ConfigMap has become restless, at most once in ten minutes: for a warning
  bool note(const std::vector<std::string>& keys, const std::set<std::string>& writers, std::int64_t now_us);

  /// The edits that do not end; nullopt: they have ended, or there were a few only.
  [[nodiscard]] std::optional<finding> now(std::int64_t now_us) const;

private:
  struct edit {
    std::int64_t at_us;
    std::string writer; ///< several are joined
  };
  using edits = std::deque<edit>;

  [[nodiscard]] static std::optional<finding> finding_of(const edits& x, std::int64_t now_us);
  void make_room();

  std::map<std::string, edits> by_key_;
  std::optional<std::int64_t> warned_us_;
};

/// The clients that have written this version of an object last, by its `metadata.managedFields`
/// (Kubernetes, "Server-Side Apply"): the entries with the latest time. Times have seconds only, so two
/// clients may have the same.
/// @param own names of the operator, which do not count
[[nodiscard]] std::set<std::string> writers_of(const text::json& object, const std::set<std::string>& own);

/// For people: `ConfigMap 'addon-operator' was changed 20 times in 57 s by argocd and kustomize-controller in
/// turn, key landing: each change runs module 'landing'`.
[[nodiscard]] std::string describe(const repeated_edits::finding& x, const std::string& config_map);

/// The next step of a person.
[[nodiscard]] std::string next_step(const repeated_edits::finding& x, const std::string& config_map,
                                    const std::string& namespace_name);

} // namespace core::config
