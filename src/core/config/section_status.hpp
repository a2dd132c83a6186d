#pragma once

#include "core/config/section_problem.hpp"

#include <optional>
#include <string>
#include <variant>

namespace core::config {

// The state of the ConfigMap's part of a section.

struct config_awaited {}; ///< no configuration has come yet
struct config_in_use {};  ///< the content of the ConfigMap is used
/// The content is used, but its schema was not asked: the module is switched off.
struct config_unjudged {};
/// The content cannot be used: the last valid content stays in use.
struct config_outdated {
  std::string reason;
};
/// The content cannot be used, and there was no valid content before.
struct config_missing {
  std::string reason;
};

using config_state = std::variant<config_awaited, config_in_use, config_unjudged, config_outdated, config_missing>;

/// Whether the schema of a section has a say in its content: only while the module is switched on.
enum class judgement { by_schema, none };

/// The state after the next configuration.
/// @param reason why the content cannot be used; empty: it can be used
[[nodiscard]] config_state next_state(const config_state& before, std::string reason,
                                      judgement by = judgement::by_schema);

/// The degree to which a section can be used.
struct section_status {
  std::optional<std::string> file_error; ///< the error in its files; until the operator restarts
  /// The reason why its schema refuses the last content that could be read from the ConfigMap; nullopt: that
  /// content is in use.
  std::optional<std::string> refusal;
  config_state config;
  judgement judged = judgement::by_schema; ///< the judgement of the content that was last applied
  bool is_undecided = false; ///< a broken source may switch the module on, so its state is unknown; as last published

  /// The reason why there is no valid content to go on with; null if there is valid content.
  [[nodiscard]] const std::string* blocking_reason() const;
  /// The problem of the section with the content of the ConfigMap; nullopt: the content can be used, was not
  /// judged, or has not come yet.
  [[nodiscard]] std::optional<section_problem> config_problem(const std::string& key) const;
};

} // namespace core::config
