#pragma once

#include "trace/event.hpp"

#include <string_view>

namespace trace {

/// A literal of the program. It exists until the program ends, so its address can be kept instead of its
/// text.
class program_text {
public:
  // NOLINTNEXTLINE(google-explicit-constructor): literals stand for it.
  consteval program_text(const char* literal) : text_(literal) {}
  consteval explicit program_text(std::string_view of_program) : text_(of_program) {}
  [[nodiscard]] constexpr std::string_view view() const noexcept { return text_; }

private:
  std::string_view text_;
};

/// Receives the facts of an event, so that a message need not build a list of strings. Each name comes once.
class fact_sink {
public:
  virtual void add(fact_name name, std::string_view text) = 0;

  /// Leaves out a text that is empty.
  void add_if_any(fact_name name, std::string_view text) {
    if (!text.empty()) add(name, text);
  }

protected:
  fact_sink() = default;
  ~fact_sink() = default;
  fact_sink(const fact_sink&) = default;
  fact_sink& operator=(const fact_sink&) = default;
};

/// Appends the facts to a list.
class listed_facts final : public fact_sink {
public:
  explicit listed_facts(trace_facts& to) : to_(to) {}
  void add(fact_name name, std::string_view text) override { to_.push_back({name, std::string(text)}); }

private:
  trace_facts& to_;
};

} // namespace trace
