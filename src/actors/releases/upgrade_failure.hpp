#pragma once

#include "actors/releases/helm_parts.hpp"
#include "core/releases/helm_error.hpp"

#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace actors::releases {

/// Finds the cause of a failed upgrade, so that the message has the next step for the user. A part of an
/// application.
class upgrade_failure : public std::enable_shared_from_this<upgrade_failure> {
public:
  using on_explained = std::function<void(base::error)>;

  /// @param words Helm's message
  upgrade_failure(helm_parts& parts, std::string release, base::error failure, std::string words, on_explained then);

  void explain();

private:
  void look_in_place(std::vector<std::string> records);
  void explain_by_words();
  void explain_kind(const core::releases::unmatched_kind& kind);
  [[nodiscard]] base::error_code code() const;
  [[nodiscard]] std::string last_record() const;
  void end(base::error_code code, const std::string& advice);

  helm_parts& parts_;
  std::string release_;
  base::error failure_;
  std::string words_;
  on_explained then_;
};

} // namespace actors::releases
