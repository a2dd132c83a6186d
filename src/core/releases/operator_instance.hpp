#pragma once

#include "core/releases/release.hpp"

#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace core::releases {

/// Label of a revision: the process that has made it. Without leader election nothing else shows that two
/// operators of one platform work at the same time.
inline constexpr std::string_view module_operator_label = "moduleOperator";

/// The text that identifies a process among all operators: `web-0.17.1924c3d7f2a`, valid as the value of a
/// label.
/// @param host the name of the Pod or the machine; other characters than those of a label become `-`
/// @param start_us wall clock time in microseconds since the Unix epoch
[[nodiscard]] std::string operator_instance(std::string_view host, std::int64_t pid, std::int64_t start_us);

/// Finds revisions that another operator makes while this operator runs. Revisions that are older than the
/// operator's first list of records were made by an earlier process, which has ended.
class other_operators {
public:
  /// Long enough for the next upgrade of an operator that writes seldom, for example by schedules, and short
  /// enough that the line ends soon after the other operator.
  static constexpr std::chrono::minutes shown_for{10};

  /// @param own see `operator_instance`; empty: nothing is found
  explicit other_operators(std::string own) : own_(std::move(own)) {}

  /// Revisions of leaders count as this operator's own: it is a replica beside them, see `lead_term`.
  void expect_leaders() noexcept { expects_leaders_ = true; }
  /// Notes the latest revision of a release in the first list of records.
  void known_at_start(const release& latest) { at_start_[latest.name] = latest.revision; }

  /// Looks at the latest revision of a release.
  /// @returns the words about it, once for each revision: `revision 3 of 'web' was made by the operator
  ///   web-1.17.1924c3d7f2a`; nullopt: this operator or another Helm has made the revision
  [[nodiscard]] std::optional<std::string> look_at(const release& latest, std::int64_t now_us);

  /// The line for people if another operator has made a revision within the last ten minutes. Empty: none.
  [[nodiscard]] std::string line(std::int64_t now_us) const;

private:
  std::string own_;
  bool expects_leaders_ = false;
  std::map<std::string, std::uint32_t> at_start_; ///< release -> revision; an entry for each release
  std::map<std::string, std::uint32_t> seen_;     ///< likewise, the last revision of another operator
  std::string last_words_;
  std::optional<std::int64_t> last_us_;
};

} // namespace core::releases
