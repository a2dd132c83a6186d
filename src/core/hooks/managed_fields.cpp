#include "core/hooks/managed_fields.hpp"

#include <cstddef>
#include <optional>

namespace core {

namespace {

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\n' || c == '\r';
}

/// Goes through JSON text without a tree. Positions are behind what was read; nothing: it was not understood.
class object_scan {
public:
  using position = std::optional<std::size_t>;

  explicit object_scan(std::string_view text) : text_(text) {}

  struct member {
    std::size_t begin; ///< of its key
    std::size_t value;
    std::size_t end;
  };

  /// The member `key` of the object that begins at `at`.
  [[nodiscard]] std::optional<member> find(std::size_t at, std::string_view key) const {
    if (!is(at, '{')) return std::nullopt;
    for (++at;; ++at) {
      const auto begin = space(at);
      const auto key_end = string(begin);
      if (!key_end) return std::nullopt;
      const auto colon = space(*key_end);
      if (!is(colon, ':')) return std::nullopt;
      const auto value = space(colon + 1);
      const auto end = skip(value);
      if (!end) return std::nullopt;
      if (text_.substr(begin + 1, *key_end - begin - 2) == key) return member{begin, value, *end};
      at = space(*end);
      if (!is(at, ',')) return std::nullopt;
    }
  }

  [[nodiscard]] std::size_t space(std::size_t at) const {
    while (at < text_.size() && is_space(text_[at])) ++at;
    return at;
  }

  [[nodiscard]] bool is(std::size_t at, char c) const { return at < text_.size() && text_[at] == c; }

private:
  [[nodiscard]] position string(std::size_t at) const {
    if (!is(at, '"')) return std::nullopt;
    for (++at; at < text_.size(); ++at) {
      if (text_[at] == '"') return at + 1;
      if (text_[at] == '\\') ++at;
    }
    return std::nullopt;
  }

  /// Skips one value.
  [[nodiscard]] position skip(std::size_t at) const {
    if (is(at, '"')) return string(at);
    if (is(at, '{') || is(at, '[')) return container(at);
    while (at < text_.size() && text_[at] != ',' && text_[at] != '}' && !is_space(text_[at])) ++at;
    return at;
  }

  [[nodiscard]] position container(std::size_t at) const {
    std::size_t depth = 0;
    while (at < text_.size()) {
      const char c = text_[at];
      if (c == '"') {
        const auto end = string(at);
        if (!end) return std::nullopt;
        at = *end;
        continue;
      }
      ++at;
      if (c == '{' || c == '[') ++depth;
      if ((c == '}' || c == ']') && --depth == 0) return at;
    }
    return std::nullopt;
  }

  std::string_view text_;
};

} // namespace

std::string_view without_managed_fields(std::string_view object, std::string& room) {
  const object_scan scan(object);
  const auto metadata = scan.find(scan.space(0), metadata_key);
  if (!metadata) return object;
  const auto managed = scan.find(metadata->value, managed_fields_key);
  if (!managed) return object;
  // One of the commas beside it goes, too.
  auto begin = managed->begin;
  auto end = scan.space(managed->end);
  const auto before = object.find_last_not_of(" \t\r\n", begin - 1);
  if (object[before] == ',')
    begin = before;
  else if (scan.is(end, ','))
    ++end;
  room.assign(object.substr(0, begin));
  room.append(object.substr(end));
  return room;
}

} // namespace core
