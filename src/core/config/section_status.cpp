#include "core/config/section_status.hpp"

#include "base/overload.hpp"

#include <utility>

namespace core::config {

config_state next_state(const config_state& before, std::string reason, judgement by) {
  if (reason.empty() && by == judgement::none) return config_unjudged{};
  if (reason.empty()) return config_in_use{};
  const bool had_valid_content =
    std::holds_alternative<config_in_use>(before) || std::holds_alternative<config_outdated>(before);
  if (had_valid_content) return config_outdated{std::move(reason)};
  return config_missing{std::move(reason)};
}

const std::string* section_status::blocking_reason() const {
  if (file_error) return &*file_error;
  const auto* missing = std::get_if<config_missing>(&config);
  return missing ? &missing->reason : nullptr;
}

std::optional<section_problem> section_status::config_problem(const std::string& key) const {
  const auto problem = [&](const std::string& reason, bool blocks) {
    return section_problem{.section = key, .message = reason, .blocks = blocks, .source = problem_source::config_map};
  };
  using found = std::optional<section_problem>;
  return std::visit(base::overload{
                      [&](const config_outdated& x) { return found(problem(x.reason, false)); },
                      [&](const config_missing& x) { return found(problem(x.reason, true)); },
                      [](const base::one_of<config_awaited, config_in_use, config_unjudged> auto&) { return found(); },
                    },
                    config);
}

} // namespace core::config
