#include "text/json/json_members.hpp"

#include "text/json/json.hpp"

#include <cstddef>
#include <optional>
#include <utility>

namespace text {

namespace {

constexpr std::size_t members_max = 1000;
constexpr std::size_t levels_max = 10'000;

class part_scanner {
public:
  explicit part_scanner(std::string_view text) : text_(text) {}

  base::result<std::vector<json_member>> scan_object() {
    return scan<json_member>('{', '}', "expected an object", "expected a member", members_max,
                             [this] { return scan_member(); });
  }
  base::result<std::vector<std::string_view>> scan_array() {
    return scan<std::string_view>('[', ']', "expected an array", "expected an item", text_.size(),
                                  [this] { return scan_item(); });
  }

private:
  template <class Part, class Scan>
  base::result<std::vector<Part>> scan(char opening, char closing, const char* no_whole, const char* no_part,
                                       std::size_t parts_max, Scan scan_part) {
    std::vector<Part> parts;
    skip_space();
    if (!take(opening)) return fault(no_whole);
    skip_space();
    if (take(closing)) return end(std::move(parts));
    while (true) {
      if (parts.size() == parts_max) return fault("expected 1000 members at most");
      auto part = scan_part();
      if (!part) return fault(no_part);
      parts.push_back(std::move(*part));
      skip_space();
      if (take(closing)) return end(std::move(parts));
      if (!take(',')) return fault("expected a comma or the end");
      skip_space();
    }
  }

  [[nodiscard]] tl::unexpected<base::error> fault(const char* what) const {
    return base::fail(base::error_code::invalid_input, std::string(what) + " at byte " + std::to_string(at_));
  }

  template <class Part>
  base::result<std::vector<Part>> end(std::vector<Part> parts) {
    skip_space();
    if (at_ < text_.size()) return fault("expected the end of the text");
    return parts;
  }

  [[nodiscard]] bool is_at(char c) const { return at_ < text_.size() && text_[at_] == c; }
  bool take(char c) {
    if (!is_at(c)) return false;
    ++at_;
    return true;
  }
  void skip_space() {
    while (is_at(' ') || is_at('\n') || is_at('\r') || is_at('\t')) ++at_;
  }

  std::optional<json_member> scan_member() {
    const auto begin = at_;
    if (!skip_string()) return std::nullopt;
    const auto key = parse_json(text_.substr(begin, at_ - begin));
    skip_space();
    if (!key || !key->is_string() || !take(':')) return std::nullopt;
    skip_space();
    const auto value = scan_item();
    if (!value) return std::nullopt;
    return json_member{key->as_string(), *value};
  }

  std::optional<std::string_view> scan_item() {
    const auto begin = at_;
    if (!skip_value() || at_ == begin) return std::nullopt;
    return text_.substr(begin, at_ - begin);
  }

  bool skip_string() {
    if (!take('"')) return false;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '"') return true;
      if (c == '\\') ++at_;
    }
    return false;
  }

  /// Skips a value: a string, a word or number, or all that is between brackets.
  bool skip_value() {
    std::size_t depth = 0;
    while (at_ < text_.size()) {
      const char c = text_[at_];
      if (c == '"') {
        if (!skip_string()) return false;
        if (depth == 0) return true;
        continue;
      }
      const bool opens = c == '{' || c == '[';
      const bool closes = c == '}' || c == ']';
      if (depth == 0 && (closes || c == ',' || c == ' ' || c == '\n' || c == '\r' || c == '\t')) return true;
      ++at_;
      if (opens && ++depth == levels_max) return false;
      if (closes && --depth == 0) return true;
    }
    return false;
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

} // namespace

base::result<std::vector<json_member>> json_members(std::string_view text) {
  return part_scanner(text).scan_object();
}

base::result<std::vector<std::string_view>> json_items(std::string_view text) {
  return part_scanner(text).scan_array();
}

} // namespace text
