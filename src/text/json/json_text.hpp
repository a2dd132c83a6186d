#pragma once

#include "text/json/json.hpp"
#include "text/plain/text_pieces.hpp"

#include <cstddef>
#include <string>
#include <string_view>
#include <utility>

namespace text {

/// Appends JSON (RFC 8259) without building a tree: for texts that consist of long parts that are JSON
/// already. Commas come by themselves; the caller opens and closes in pairs and appends members in the order
/// of their keys.
class json_text {
public:
  json_text() = default;
  /// Appends to a text that is there already.
  explicit json_text(std::string begin) : out_(std::move(begin)) {}

  void open(char bracket) {
    separate();
    out_.end() += bracket;
    first_ = true;
  }

  void close(char bracket) {
    out_.end() += bracket;
    first_ = false;
  }

  void key(std::string_view name) {
    separate();
    append_json_string(out_.end(), name);
    out_.end() += ':';
    first_ = true;
  }

  void string(std::string_view text) {
    separate();
    append_json_string(out_.end(), text);
  }

  /// Text that is JSON already.
  void raw(std::string_view json) {
    separate();
    out_.end() += json;
  }

  /// Text that is JSON already and that other objects hold: it is shared.
  void raw(const shared_text& json) {
    separate();
    out_.append(json);
  }

  void raw(const packed_text& json) {
    separate();
    out_.append(json);
  }

  void member(std::string_view name, std::string_view text) {
    key(name);
    string(text);
  }

  /// In bytes.
  [[nodiscard]] std::size_t size() const noexcept { return out_.size(); }
  [[nodiscard]] text_pieces take_pieces() { return std::move(out_); }
  [[nodiscard]] std::string take() { return std::move(out_).text(); }

private:
  void separate() {
    if (!first_) out_.end() += ',';
    first_ = false;
  }

  text_pieces out_;
  bool first_ = true;
};

} // namespace text
