#pragma once

#include "core/releases/cluster_identity.hpp"
#include "core/releases/deletion_hooks.hpp"
#include "core/releases/release.hpp"
#include "core/releases/release_ownership.hpp"
#include "core/values/value_source.hpp"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace core::releases {

/// The facts about a release, beside its inputs, that are noted in labels of revisions.
struct labelled_facts {
  platform_identity platform;        ///< the platform that owns the release
  std::string wanted_by;             ///< label of the source that switches its module on; empty: not known
  std::set<std::string> chart_parts; ///< see `parts_of_chart`
  std::string directory{};           ///< of its module
  std::optional<values::value_standing> standing{}; ///< nullopt: sources of values not known
  std::string script_grounds{};                     ///< of the last "yes" of its `enabled` script; empty: not run
  std::optional<deletion_hooks> hooks{};            ///< nullopt: not known
  cluster_identity place{};                         ///< where the operator runs
  std::string written{};                            ///< see `written_digest`; empty: the label is not kept
  std::string flag_order{};                         ///< see `flag_order_label`; empty: not known
  std::string instance{};                           ///< see `module_operator_label`; empty: no label
  std::string term{};                               ///< see `module_term_label`; empty: no label
};

/// The labels for the revision of an upgrade.
/// @param last the latest revision; nullopt: no release
[[nodiscard]] std::map<std::string, std::string> labels_of_next(const std::optional<release>& last,
                                                                const labelled_facts& x);

/// The changes of labels that bring the latest revision up to date without an upgrade; an empty text removes
/// a label. A change of `module_platform_label` takes the release over.
[[nodiscard]] std::map<std::string, std::string> labels_due(const release& last, const labelled_facts& x);

/// True if the label for the source that switches the module on must be changed. A release without this label
/// is about to be taken over.
[[nodiscard]] bool is_wanted_by_due(const release& last, const platform_identity& own, const std::string& wanted_by);

} // namespace core::releases
