#pragma once

#include "text/json/json.hpp"
#include "text/json/json_patch.hpp"

#include <random>
#include <string>
#include <utility>

namespace test {

/// Creates small random JSON values, and operations on them, from a seed. There are few keys and values, so
/// that operations often affect the same places.
class random_patches {
public:
  /// @param section the member of documents that operations change.
  explicit random_patches(unsigned seed, std::string section = "m") : random_(seed), section_(std::move(section)) {}

  text::json value(int depth) {
    switch (below(depth > 2 ? 2 : 4)) {
      case 0: return text::json(below(10));
      case 1: return text::json("s");
      case 2: {
        text::json::array_type items;
        for (int i = below(3); i > 0; --i) items.push_back(value(depth + 1));
        return text::json::array(items);
      }
      default: return object(depth);
    }
  }

  text::json object(int depth) {
    text::json::object_type members;
    for (int i = below(4); i > 0; --i) members.emplace_back(key(), value(depth + 1));
    return text::json::object(members);
  }

  /// An operation on a random place in the section, valid or not.
  text::patch_operation operation(const text::json& document) {
    using kind = text::patch_operation::kind;
    constexpr kind kinds[] = {kind::add, kind::remove, kind::replace, kind::move, kind::copy, kind::add};
    return {.op = kinds[below(6)], .path = place(document), .from = place(document), .value = value(1)};
  }

  /// A patch of up to three operations that applies to the document as a whole.
  text::json_patch patch(const text::json& document) {
    text::json_patch patch;
    text::patched_document current(document);
    for (int i = 0; i < 3; ++i) {
      const auto next = operation(current.value());
      if (current.apply(next)) patch.push_back(next);
    }
    return patch;
  }

  int below(int limit) { return static_cast<int>(random_() % static_cast<unsigned>(limit)); }

private:
  std::string key() { return std::string(1, static_cast<char>('a' + below(4))); }

  text::json_pointer place(const text::json& document) {
    text::json_pointer place{{section_}};
    const auto* at = document.find(section_);
    do {
      place.tokens.push_back(at && at->is_array() ? std::to_string(below(3)) : key());
      at = text::find_at(document, place);
    } while (at && below(3) > 0);
    return place;
  }

  std::mt19937 random_;
  std::string section_;
};

} // namespace test
