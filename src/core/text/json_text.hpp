#pragma once

#include "core/text/json.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace core {

/// Appends JSON (RFC 8259) without building a tree: for texts that consist of long parts that are JSON already. Commas
/// come by themselves; the caller opens and closes in pairs and appends members in the order of their keys.
class json_text {
public:
  json_text() = default;

  /// Only measures: text that is JSON already is counted and not copied, so that measuring costs next to nothing.
  struct measure {};
  explicit json_text(measure) : is_measuring_(true) {}

  /// How many bytes have been appended, or measured.
  [[nodiscard]] std::size_t size() const noexcept { return out_.size() + not_copied_; }

  /// Room for so many bytes, so that a long text is not moved while it grows.
  void reserve(std::size_t bytes) { out_.reserve(bytes); }

  void open(char bracket) {
    separate();
    out_ += bracket;
    first_ = true;
  }

  void close(char bracket) {
    out_ += bracket;
    first_ = false;
  }

  void key(std::string_view name) {
    separate();
    append_json_string(out_, name);
    out_ += ':';
    first_ = true;
  }

  void string(std::string_view text) {
    separate();
    append_json_string(out_, text);
  }

  /// Text that is JSON already.
  void raw(std::string_view json) {
    separate();
    if (is_measuring_)
      not_copied_ += json.size();
    else
      out_ += json;
  }

  void member(std::string_view name, std::string_view text) {
    key(name);
    string(text);
  }

  [[nodiscard]] std::string take() { return std::move(out_); }

private:
  void separate() {
    if (!first_) out_ += ',';
    first_ = false;
  }

  std::string out_;
  bool first_ = true;
  bool is_measuring_ = false;
  std::size_t not_copied_ = 0;
};

} // namespace core
