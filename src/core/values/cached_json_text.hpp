#pragma once

#include "text/json/json.hpp"
#include "text/plain/text_pieces.hpp"

#include <memory>
#include <string>
#include <string_view>

namespace core::values {

/// The JSON text of a value, made when it is needed first and kept from then on: the same section is written to the files
/// of many runs, and these share it. Copies share the text too. May be used from any thread.
class cached_json_text {
public:
  explicit cached_json_text(text::json value);

  /// Appends the text that `dump` of the value returns.
  void append_to(text::text_pieces& out) const;

  /// Appends the text that `dump` of the value would return with its member `enabledModules` set to a JSON
  /// text.
  /// @pre the value is an object
  void append_with_modules(text::text_pieces& out, std::string_view modules) const;

private:
  struct pieces;
  static void make(pieces& x);
  [[nodiscard]] const pieces& made() const;

  std::shared_ptr<pieces> pieces_;
};

} // namespace core::values
