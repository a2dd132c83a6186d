#include "text/json/json_stream.hpp"

#include "base/excerpt.hpp"
#include "text/json/nesting.hpp"
#include "text/json/tree_weight.hpp"
#include "text/plain/shown_key.hpp"

#include <rapidjson/error/en.h>
#include <rapidjson/memorystream.h>
#include <rapidjson/reader.h>

#include <algorithm>
#include <deque>
#include <iterator>
#include <utility>

namespace text {
namespace {

// Iterative, so that a deep text ends as an error and not on the stack. Numbers are read as strings, because
// their text is kept.
constexpr unsigned parse_flags = rapidjson::kParseFullPrecisionFlag | rapidjson::kParseIterativeFlag
                                 | rapidjson::kParseValidateEncodingFlag | rapidjson::kParseNumbersAsStringsFlag
                                 | rapidjson::kParseStopWhenDoneFlag;

/// Builds a value from the reader's events. Returning false ends the parse; then `refusal` holds the reason.
///
/// Two stacks hold the values and keys of all open containers. When a container ends, it is made from its
/// part of the stacks, so its items are in memory twice only at that moment. A list that grows item by item
/// would be copied again and again.
class tree_builder {
public:
  /// @param depth the number of lists around the value
  tree_builder(duplicate_keys duplicates, std::size_t depth, weight_budget budget)
    : duplicates_(duplicates), depth_(depth), budget_(budget) {}

  bool Null() { return put(json(), weight_of_scalar); }
  bool Bool(bool x) { return put(json(x), weight_of_scalar); }
  bool Int(int x) { return put(json(x), weight_of_scalar); }
  bool Uint(unsigned x) { return put(json(std::uint64_t{x}), weight_of_scalar); }
  bool Int64(std::int64_t x) { return put(json(x), weight_of_scalar); }
  bool Uint64(std::uint64_t x) { return put(json(x), weight_of_scalar); }
  bool Double(double x) { return put(json(x), weight_of_scalar); }
  bool RawNumber(const char* text, rapidjson::SizeType size, bool) {
    return put(json::number({text, size}), weight_of_scalar + size);
  }
  bool String(const char* text, rapidjson::SizeType size, bool) {
    return check({text, size}) && put(json(std::string(text, size)), weight_of_block + size);
  }
  bool Key(const char* text, rapidjson::SizeType size, bool) {
    if (!check({text, size}) || !take(weight_of_name + size)) return false;
    keys_.emplace_back(text, size);
    return true;
  }
  bool StartObject() { return start(); }
  bool EndObject(rapidjson::SizeType count) {
    json::object_type members;
    members.reserve(count);
    const auto first_key = keys_.end() - count;
    const auto first_value = values_.end() - count;
    for (rapidjson::SizeType i = 0; i < count; ++i)
      members.emplace_back(std::move(*(first_key + i)), std::move(*(first_value + i)));
    keys_.erase(first_key, keys_.end());
    values_.erase(first_value, values_.end());
    --open_;
    if (duplicates_ == duplicate_keys::refused && !check_unique(members)) return false;
    values_.push_back(json::object(std::move(members)));
    return true;
  }
  bool StartArray() { return start(); }
  bool EndArray(rapidjson::SizeType count) {
    const auto first = values_.end() - count;
    json::array_type items(std::make_move_iterator(first), std::make_move_iterator(values_.end()));
    values_.erase(first, values_.end());
    --open_;
    values_.push_back(json::array(std::move(items)));
    return true;
  }

  json take() { return std::move(values_.back()); }
  [[nodiscard]] const std::string& refusal() const noexcept { return refusal_; }
  [[nodiscard]] const weight_budget& budget() const noexcept { return budget_; }

private:
  /// RapidJSON accepts the second half of a surrogate pair as a character if it stands alone; UTF-8 does not
  /// allow it.
  bool check(std::string_view text) {
    for (auto at = text.find('\xED'); at != text.npos; at = text.find('\xED', at + 1)) {
      if (static_cast<unsigned char>(text[at + 1]) < 0xA0) continue;
      refusal_ = "half of a surrogate pair stands alone in a string";
      return false;
    }
    return true;
  }

  bool take(std::size_t weight) {
    if (budget_.take(weight)) return true;
    refusal_ = tree_too_heavy;
    return false;
  }

  /// Sorts the members by key on the way.
  bool check_unique(json::object_type& members) {
    const auto by_key = [](const json::member& a, const json::member& b) { return a.first < b.first; };
    const auto same_key = [](const json::member& a, const json::member& b) { return a.first == b.first; };
    if (!std::is_sorted(members.begin(), members.end(), by_key)) std::sort(members.begin(), members.end(), by_key);
    const auto twice = std::adjacent_find(members.begin(), members.end(), same_key);
    if (twice == members.end()) return true;
    refusal_ = "an object has the member '" + base::excerpt(shown_key(twice->first), 200) + "' twice";
    return false;
  }

  bool start() {
    if (open_ + depth_ == nesting_max) {
      refusal_ = nested_too_deep;
      return false;
    }
    ++open_;
    return take(weight_of_block);
  }

  bool put(json x, std::size_t weight) {
    if (!take(weight)) return false;
    values_.push_back(std::move(x));
    return true;
  }

  duplicate_keys duplicates_;
  std::size_t depth_;
  weight_budget budget_;
  std::size_t open_ = 0;    ///< lists and maps that have begun and not ended
  std::deque<json> values_; ///< the values of all open lists and maps, in order; at the end the root
  std::deque<std::string> keys_;
  std::string refusal_;
};

tl::unexpected<base::error> fail_at(std::string_view text, std::size_t offset, const std::string& reason) {
  const auto before = text.substr(0, std::min(offset, text.size()));
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const auto line_start = before.rfind('\n');
  const auto column = before.size() - (line_start == std::string_view::npos ? 0 : line_start + 1) + 1;
  return base::fail(base::error_code::invalid_input, "invalid JSON at line " + std::to_string(line) + ", column "
                                                       + std::to_string(column) + ": " + reason);
}

bool skip_space(std::string_view text, std::size_t& offset) {
  offset = std::min(text.find_first_not_of(" \t\r\n", offset), text.size());
  return offset < text.size();
}

/// The place of a value that is read.
struct value_place {
  duplicate_keys duplicates = duplicate_keys::last_counts;
  std::size_t depth = 0; ///< the number of lists around the value
  std::size_t bytes_max = std::string_view::npos;
  std::size_t* spare = nullptr; ///< weight that several texts share; null: this text does not share
};

/// The message for a code. RapidJSON calls a missing item of a list an empty document, so the code is
/// replaced.
std::string reason_of(rapidjson::ParseErrorCode code, std::size_t depth) {
  const bool no_value = depth > 0 && code == rapidjson::kParseErrorDocumentEmpty;
  return rapidjson::GetParseError_En(no_value ? rapidjson::kParseErrorValueInvalid : code);
}

/// Reads the value that begins at `offset` and moves behind it.
base::result<json> read_value(std::string_view text, std::size_t& offset, const value_place& where = {}) {
  const auto within = text.substr(offset, where.bytes_max);
  rapidjson::MemoryStream stream(within.data(), within.size());
  rapidjson::Reader reader;
  const auto spare = where.spare != nullptr ? *where.spare : spare_weight;
  tree_builder builder(where.duplicates, where.depth, weight_budget(within.size(), spare));
  const auto outcome = reader.Parse<parse_flags>(stream, builder);
  if (outcome.IsError()) {
    // The parser sees the text only up to the limit, so it reports a longer value as unfinished.
    if (within.size() < text.size() - offset && stream.Tell() >= within.size())
      return fail_at(text, offset, "a value has more than " + std::to_string(where.bytes_max) + " bytes");
    const auto reason =
      outcome.Code() == rapidjson::kParseErrorTermination ? builder.refusal() : reason_of(outcome.Code(), where.depth);
    return fail_at(text, offset + outcome.Offset(), reason);
  }
  offset += stream.Tell();
  if (where.spare != nullptr) *where.spare = builder.budget().spare_left(spare);
  return builder.take();
}

} // namespace

base::result<json> parse_json(std::string_view text, duplicate_keys duplicates) {
  auto spare = spare_weight;
  return parse_json(text, duplicates, spare);
}

base::result<json> parse_json(std::string_view text, duplicate_keys duplicates, std::size_t& spare) {
  std::size_t offset = 0;
  skip_space(text, offset);
  // A refused text must not use up the shared weight of the other texts.
  auto left = spare;
  auto value = read_value(text, offset, {.duplicates = duplicates, .spare = &left});
  if (value && skip_space(text, offset)) return fail_at(text, offset, "there is something after the value");
  if (value) spare = left;
  return value;
}

base::result<std::vector<json>> parse_json_stream(std::string_view text, duplicate_keys duplicates) {
  std::vector<json> values;
  json_stream stream(text, {.duplicates = duplicates});
  for (;;) {
    auto value = stream.next();
    if (!value) return tl::unexpected(value.error());
    if (!*value) return values;
    values.push_back(std::move(**value));
  }
}

// A loop and not a recursion, because there may be very many empty lists.
base::result<std::optional<json>> json_stream::next() {
  for (;;) {
    if (place_ == place::outside) {
      if (!skip_space(text_, offset_)) return std::optional<json>();
      if (how_.outer == lists::whole || text_[offset_] != '[') return next_value(0);
      ++offset_;
      place_ = place::before_first_item;
    }
    const bool more = skip_space(text_, offset_);
    if (!more || text_[offset_] != ']') return next_item();
    ++offset_;
    place_ = place::outside;
  }
}

base::result<std::optional<json>> json_stream::next_item() {
  if (place_ == place::behind_item) {
    if (offset_ == text_.size() || text_[offset_] != ',')
      return fail_at(text_, offset_, reason_of(rapidjson::kParseErrorArrayMissCommaOrSquareBracket, 1));
    ++offset_;
    skip_space(text_, offset_);
  }
  place_ = place::behind_item;
  return next_value(1);
}

base::result<std::optional<json>> json_stream::next_value(std::size_t depth) {
  auto value =
    read_value(text_, offset_, {.duplicates = how_.duplicates, .depth = depth, .bytes_max = how_.value_bytes_max});
  if (!value) return tl::unexpected(value.error());
  return std::optional<json>(std::move(*value));
}

} // namespace text
