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
};

} // namespace core
