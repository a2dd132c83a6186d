#pragma once

#include "base/secret_key.hpp"
#include "text/json/json_pointer.hpp"

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

namespace core::schema {

/// Takes the place of the found value in a sentence about a hidden value.
inline constexpr const char* found_hidden = "got a hidden value";

/// A fault of a value.
struct violation {
  std::string path;         ///< `global.replicas`, `web.hosts[0]`; a long path lacks its middle
  text::json_pointer place; ///< the same place in `{NAME: value}`
  std::string rule;         ///< `must be of type integer`; never shows the value
  std::string found;        ///< `got a string`, `has 3`; empty: the rule alone is enough
  bool is_missing = false;  ///< the violation would end if the value had more members
};

/// The number of violations that are kept; the rest is only counted. A value may have a violation for every
/// two bytes of its text, and each violation may have a long path.
struct violation_limits {
  std::size_t count = 20;
  std::size_t bytes = std::size_t{64} << 10; ///< of their texts; the last text may go beyond
};

/// The first violations in a value, in the order of the document, and counts of all of them.
class violations {
public:
  using list = std::vector<violation>;

  violations() = default;
  explicit violations(violation_limits limits) : limits_(limits) {}

  /// Whether the next violation is kept.
  [[nodiscard]] bool has_room() const noexcept { return kept_.size() < limits_.count && bytes_ < limits_.bytes; }
  /// @pre has_room()
  void keep(violation x);
  /// Counts a violation that is not kept.
  void count(bool is_missing) noexcept {
    ++more_;
    any_missing_ = any_missing_ || is_missing;
    all_missing_ = all_missing_ && is_missing;
  }

  /// True if the value is valid.
  [[nodiscard]] bool empty() const noexcept { return kept_.empty() && more_ == 0; }
  /// The number of kept violations.
  [[nodiscard]] std::size_t size() const noexcept { return kept_.size(); }
  /// The number of violations that were not kept.
  [[nodiscard]] std::size_t more() const noexcept { return more_; }
  /// Applies to all violations, also to violations that are not kept.
  [[nodiscard]] bool any_missing() const noexcept { return any_missing_; }
  [[nodiscard]] bool all_missing() const noexcept { return all_missing_; }

  [[nodiscard]] list::iterator begin() noexcept { return kept_.begin(); }
  [[nodiscard]] list::iterator end() noexcept { return kept_.end(); }
  [[nodiscard]] list::const_iterator begin() const noexcept { return kept_.begin(); }
  [[nodiscard]] list::const_iterator end() const noexcept { return kept_.end(); }
  [[nodiscard]] const violation& front() const { return kept_.front(); }
  [[nodiscard]] const violation& operator[](std::size_t i) const { return kept_[i]; }

private:
  violation_limits limits_;
  list kept_;
  std::size_t bytes_ = 0;
  std::size_t more_ = 0;
  bool any_missing_ = false;
  bool all_missing_ = true;
};

/// Joins descriptions of violations with "; ", up to some kilobytes.
class violation_text {
public:
  void add(const std::string& description);
  /// Counts violations that are not described.
  void add_more(std::size_t count) noexcept { more_ += count; }
  /// `…; and 24980 more`
  [[nodiscard]] std::string take();

private:
  std::string text_;
  std::size_t more_ = 0;
};

/// `web.replicas must be of type integer, got a string`
[[nodiscard]] std::string describe(const violation& violation);

/// The lines of all violations, joined with "; "; a long list is cut, and the number of the rest added.
[[nodiscard]] std::string describe(const violations& violations);

} // namespace core::schema
