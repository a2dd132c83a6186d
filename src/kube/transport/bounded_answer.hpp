#pragma once

#include "kube/transport/answer_budget.hpp"

#include <cstddef>
#include <string>
#include <string_view>

namespace kube::transport {

/// The body of an answer as it arrives, or the beginning of a line. A byte beyond the bound of the body, or
/// beyond the common budget of all answers, is refused before memory is taken for it.
class bounded_answer {
public:
  /// @param budget of all answers, which must outlive this object; null: this answer has no budget to share.
  explicit bounded_answer(answer_budget* budget = nullptr) noexcept : budget_(budget) {}
  ~bounded_answer() { clear(); }
  bounded_answer(const bounded_answer&) = delete;
  bounded_answer& operator=(const bounded_answer&) = delete;

  /// The result of an attempt to take bytes.
  enum class taken { all, too_long, no_room };
  [[nodiscard]] taken append(std::string_view bytes, std::size_t bytes_max);

  [[nodiscard]] bool empty() const noexcept { return text_.empty(); }
  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  void clear();
  /// Hands the text out. The text no longer counts in the budget.
  [[nodiscard]] std::string take();

private:
  void grow(std::size_t capacity);

  answer_budget* budget_;
  std::string text_;
};

} // namespace kube::transport
