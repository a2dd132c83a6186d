#include "text/json/value_kind.hpp"

#include <algorithm>
#include <array>

namespace text {

namespace {

struct kind_words {
  json::kind kind;
  const char* words;
};
constexpr std::array<kind_words, 6> kinds{{{json::kind::null, "null"},
                                           {json::kind::boolean, "a boolean"},
                                           {json::kind::number, "a number"},
                                           {json::kind::string, "a string"},
                                           {json::kind::array, "a list"},
                                           {json::kind::object, "an object"}}};

} // namespace

const char* kind_name(const json& value) {
  const auto* const found =
    std::find_if(kinds.begin(), kinds.end(), [&](const auto& x) { return x.kind == value.type(); });
  return found == kinds.end() ? "something else" : found->words;
}

bool begins_with_kind_name(std::string_view text) {
  return std::any_of(kinds.begin(), kinds.end(), [&](const auto& x) { return text.starts_with(x.words); });
}

} // namespace text
