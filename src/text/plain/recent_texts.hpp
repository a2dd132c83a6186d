#pragma once

#include "text/plain/packed_text.hpp"

#include <array>
#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

namespace text {

/// Shares equal texts among the last texts, where most texts are equal to an earlier text. Bound: it holds a
/// text for each of its `places`, and only short texts.
class recent_texts {
public:
  static constexpr std::size_t places = 64;
  static constexpr std::size_t size_max = 4096;

  /// @returns the text as it is, shared with an equal text if that was among the last
  [[nodiscard]] packed_text share(std::string_view text) {
    if (text.size() > size_max) return packed_text(text);
    auto& place = recent_[std::hash<std::string_view>{}(text) % places];
    std::string unused;
    if (!place || place.read(unused) != text) place = packed_text(text);
    return place;
  }

private:
  std::array<packed_text, places> recent_;
};

} // namespace text
