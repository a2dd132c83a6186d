#include "core/bindings/object_cut.hpp"

#include "text/json/json.hpp"

#include <algorithm>
#include <cstddef>
#include <vector>

namespace core::bindings {

namespace {

/// The parts of a value that are reached: the union of all of them.
using parts = std::vector<const reached_paths*>;

bool has_whole(const parts& x) {
  for (const auto* part : x)
    if (part->is_whole) return true;
  return false;
}

bool is_counted(const parts& x) {
  for (const auto* part : x)
    if (part->is_counted) return true;
  return false;
}

parts each_of(const parts& x) {
  parts all;
  for (const auto* part : x)
    if (part->each) all.push_back(part->each.get());
  return all;
}

parts member_of(const parts& x, std::string_view key) {
  auto all = each_of(x);
  for (const auto* part : x)
    if (const auto found = part->members.find(key); found != part->members.end()) all.push_back(found->second.get());
  return all;
}

/// Walks through a JSON text and writes the reached parts. Its depth is that of the reached paths.
class cutter {
public:
  explicit cutter(std::string_view text) : text_(text) {}

  [[nodiscard]] std::optional<std::string> run(const reached_paths& reached) {
    skip_space();
    if (!value({&reached})) return std::nullopt;
    skip_space();
    if (at_ != text_.size()) return std::nullopt;
    return std::move(out_);
  }

private:
  [[nodiscard]] char peek() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  void skip_space() {
    while (peek() == ' ' || peek() == '\t' || peek() == '\n' || peek() == '\r') ++at_;
  }

  /// Takes a character and the blanks after it.
  bool take(char c) {
    if (peek() != c) return false;
    ++at_;
    skip_space();
    return true;
  }

  bool skip_string() {
    for (++at_; at_ < text_.size(); ++at_) {
      if (text_[at_] == '\\')
        ++at_;
      else if (text_[at_] == '"')
        return ++at_, true;
    }
    return false;
  }

  bool skip_scalar() {
    const auto begin = at_;
    at_ = std::min(text_.find_first_of(",]}: \t\n\r\"[{", at_), text_.size());
    return at_ > begin;
  }

  /// Passes a value by counting its brackets.
  bool skip_value() {
    std::size_t depth = 0;
    do {
      switch (peek()) {
        case '"':
          if (!skip_string()) return false;
          break;
        case '{':
        case '[': ++depth, ++at_; break;
        case '}':
        case ']':
          if (depth == 0) return false;
          --depth, ++at_;
          break;
        case ',':
        case ':':
          if (depth == 0) return false;
          ++at_;
          break;
        default:
          if (!skip_scalar()) return false;
      }
      skip_space();
    } while (depth > 0);
    return true;
  }

  bool value(const parts& reached) {
    const char c = peek();
    if (!has_whole(reached) && c == '{') return object(reached);
    if (!has_whole(reached) && c == '[') return array(reached);
    const auto begin = at_;
    if (!skip_value()) return false;
    out_ += text_.substr(begin, at_ - begin);
    return true;
  }

  /// Writes a value, or `null` in its place if only its presence counts.
  bool item(const parts& reached) {
    if (!reached.empty()) return value(reached);
    out_ += "null";
    return skip_value();
  }

  bool array(const parts& reached) {
    const auto each = each_of(reached);
    const bool is_shown = !each.empty() || is_counted(reached);
    if (!is_shown) return out_ += "[]", skip_value();
    out_ += '[';
    take('[');
    if (!take(']')) {
      do
        if (!item(each)) return false;
      while (take(',') && (out_ += ',', true));
      if (!take(']')) return false;
    }
    out_ += ']';
    return true;
  }

  bool object(const parts& reached) {
    out_ += '{';
    take('{');
    if (!take('}')) {
      do {
        if (!member(reached)) return false;
      } while (take(','));
      if (!take('}')) return false;
    }
    out_ += '}';
    return true;
  }

  bool member(const parts& reached) {
    const auto begin = at_;
    if (peek() != '"' || !skip_string()) return false;
    const auto key = text_.substr(begin, at_ - begin);
    skip_space();
    if (!take(':')) return false;
    const auto inner = member_of(reached, key);
    if (inner.empty() && !is_counted(reached)) return skip_value();
    if (out_.back() != '{') out_ += ',';
    out_ += key;
    out_ += ':';
    return item(inner);
  }

  /// @param key with its quotes
  static parts member_of(const parts& reached, std::string_view key) {
    if (key.find('\\') == std::string_view::npos) return bindings::member_of(reached, key.substr(1, key.size() - 2));
    // Programs name few keys with escapes, but encoders may escape any character.
    const auto plain = text::parse_json(key);
    return bindings::member_of(reached, plain && plain->is_string() ? plain->as_string() : std::string_view(key));
  }

  std::string_view text_;
  std::size_t at_ = 0;
  std::string out_;
};

} // namespace

std::optional<std::string> object_cut(std::string_view value, const reached_paths& reached) {
  return cutter(value).run(reached);
}

} // namespace core::bindings
