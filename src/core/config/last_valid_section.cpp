#include "core/config/last_valid_section.hpp"

#include <optional>
#include <utility>

namespace core::config {

std::string joined(const std::string& first, const std::string& second) {
  return first.empty() ? second : first + "; " + second;
}

void take_content(last_valid_section& section, const std::string& key, const text::json* content, judgement by) {
  auto changed = section.record;
  changed.layers.config = content ? std::optional(*content) : std::nullopt;
  // Content that no schema has judged is nothing to compare later content with.
  if (section.status.judged == judgement::none) {
    changed.accepted.reset();
    changed.accepted_config.reset();
  }
  section.status.judged = by;
  section.status.refusal.reset();
  const auto context = std::string(content ? "ConfigMap: " : "") + "section '" + key + "'";
  const auto done = by == judgement::none ? rework_values(changed, key, context) : reconfigure(changed, key, context);
  if (!done) {
    section.status.refusal = done.error().message;
    return;
  }
  section.record = std::move(changed);
  if (by == judgement::by_schema) accept_if_valid(section.record, key);
}

void conclude(section_status& status, const wrong_keys& wrong) {
  // While the section cannot be read, the refusal of its last content does not count.
  const auto& refusal = status.refusal;
  status.config = next_state(
    status.config, refusal && !wrong.is_unreadable ? joined(wrong.reason, *refusal) : wrong.reason, status.judged);
}

} // namespace core::config
