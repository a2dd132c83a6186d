#pragma once

#include "core/schema/node.hpp"
#include "text/json/json.hpp"

#include <algorithm>
#include <cstddef>
#include <string>

namespace core::schema {

/// The members of an object that was accepted before. They are looked up in rising order of keys.
class known_members {
public:
  /// @param known may be null or no object
  explicit known_members(const text::json* known) {
    if (!known || !known->is_object()) return;
    next_ = known->as_object().data();
    end_ = next_ + known->as_object().size();
  }

  const text::json* find(const std::string& key) {
    while (next_ != end_ && next_->first < key) ++next_;
    return next_ != end_ && next_->first == key ? &next_->second : nullptr;
  }

private:
  const text::json::member* next_ = nullptr;
  const text::json::member* end_ = nullptr;
};

/// The items of a list that was accepted before.
class known_items {
public:
  /// @param known may be null or no list
  known_items(const text::json* known, const node& schema) : keys_(schema.list_keys) {
    if (known && known->is_array()) items_ = &known->as_array();
  }

  /// The item that was in that place; in a list with keys the item that has the same keys.
  /// @param spend takes steps, and returns false if there are no more
  template <class Spend>
  const text::json* find(std::size_t i, const text::json& item, Spend spend) const {
    if (!items_) return nullptr;
    const bool is_there = i < items_->size();
    if (keys_.empty() || (is_there && has_keys_of((*items_)[i], item))) return is_there ? &(*items_)[i] : nullptr;
    for (const auto& known : *items_) {
      if (!spend(1)) return nullptr;
      if (has_keys_of(known, item)) return &known;
    }
    return nullptr;
  }

private:
  [[nodiscard]] bool has_keys_of(const text::json& known, const text::json& item) const {
    return std::all_of(keys_.begin(), keys_.end(), [&](const std::string& key) {
      const auto *a = known.find(key), *b = item.find(key);
      return a && b ? *a == *b : a == b;
    });
  }

  const text::json::array_type* items_ = nullptr;
  const std::vector<std::string>& keys_;
};

} // namespace core::schema
