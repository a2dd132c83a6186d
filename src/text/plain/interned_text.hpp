#pragma once

#include <string>
#include <string_view>

namespace text {

/// A short text that many objects have, as the name of a namespace: equal texts exist once in the process,
/// while any of them is held. A handle of 8 bytes, never null. Thread-safe.
class interned_text {
public:
  interned_text() : interned_text(std::string_view()) {}
  explicit interned_text(std::string_view text);
  interned_text(const interned_text& x) noexcept;
  interned_text& operator=(const interned_text& x) noexcept;
  ~interned_text();

  [[nodiscard]] const std::string& text() const noexcept;

  friend bool operator==(const interned_text& a, const interned_text& b) noexcept { return a.entry_ == b.entry_; }

private:
  struct entry;
  struct table;
  static table& all();

  entry* entry_;
};

} // namespace text
