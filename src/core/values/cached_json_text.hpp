#pragma once

#include "text/json/json.hpp"
#include "text/plain/text_pieces.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace core::values {

/// The JSON text of a value, made at the first use and then kept: the same section is written to the files of
/// many runs, and all of them share the text. Copies share it, too. Thread-safe.
class cached_json_text {
public:
  explicit cached_json_text(text::json value);

  /// Appends the text that `value.dump()` returns.
  void append_to(text::text_pieces& out) const;

  /// Appends the text of the value after its member `enabledModules` is replaced by `modules`, which is JSON.
  /// @pre the value is an object
  void append_with_modules(text::text_pieces& out, std::string_view modules) const;

private:
  struct pieces;
  static void make(pieces& x);
  [[nodiscard]] const pieces& made() const;

  std::shared_ptr<pieces> pieces_;
};

} // namespace core::values
