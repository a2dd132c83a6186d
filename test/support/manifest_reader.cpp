#include "support/manifest_reader.hpp"
#include "core/releases/unpacked_record.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <sstream>
#include <utility>

namespace test {

namespace {

using text::json;

struct line {
  std::size_t number = 0;
  std::size_t indent = 0;
  std::string text; ///< without its indentation
};

struct not_readable {
  std::size_t line;
  std::string why;
};

std::string trimmed(const std::string& text) {
  const auto begin = text.find_first_not_of(' ');
  return begin == std::string::npos ? "" : text.substr(begin, text.find_last_not_of(' ') - begin + 1);
}

/// A scalar, a map in braces or a list in brackets, at the end of a line.
class value_reader {
public:
  value_reader(const std::string& text, std::size_t line) : text_(text), line_(line) {}

  json read() {
    auto value = read_value("");
    if (at_ != text_.size()) fail("'" + text_.substr(at_) + "' behind the value");
    return value;
  }

private:
  [[noreturn]] void fail(std::string why) const { throw not_readable{line_, std::move(why)}; }
  void skip_spaces() { at_ = std::min(text_.find_first_not_of(' ', at_), text_.size()); }
  [[nodiscard]] char next() const { return at_ < text_.size() ? text_[at_] : '\0'; }

  json read_value(const char* ends) {
    skip_spaces();
    if (next() == '{') return read_map();
    if (next() == '[') return read_list();
    if (next() == '"' || next() == '\'') return read_quoted();
    return plain(trimmed(take_until(ends)));
  }

  std::string take_until(const char* ends) {
    const auto end = std::min(*ends == '\0' ? std::string::npos : text_.find_first_of(ends, at_), text_.size());
    const auto taken = text_.substr(at_, end - at_);
    at_ = end;
    return taken;
  }

  std::string read_quoted() {
    const auto quote = text_[at_++];
    const auto end = text_.find(quote, at_);
    if (end == std::string::npos) fail("a quote is not closed");
    auto text = text_.substr(at_, end - at_);
    if (text.find('\\') != std::string::npos) fail("this reader knows no escapes");
    at_ = end + 1;
    skip_spaces();
    return text;
  }

  json read_map() {
    json::object_type members;
    ++at_;
    for (skip_spaces(); next() != '}'; skip_spaces()) {
      auto key = trimmed(take_until(":,{}"));
      if (key.empty() || next() != ':') fail("a member without a key");
      ++at_;
      members.emplace_back(std::move(key), read_value(",{}"));
      if (next() == ',')
        ++at_;
      else if (next() != '}')
        fail("a brace is not closed");
    }
    ++at_;
    skip_spaces();
    return json::object(std::move(members));
  }

  json read_list() {
    json::array_type items;
    ++at_;
    for (skip_spaces(); next() != ']'; skip_spaces()) {
      items.push_back(read_value(",[]{}"));
      if (next() == ',')
        ++at_;
      else if (next() != ']')
        fail("a bracket is not closed");
    }
    ++at_;
    skip_spaces();
    return json::array(std::move(items));
  }

  [[nodiscard]] json plain(const std::string& text) const {
    if (text.empty() || text == "null" || text == "~") return {};
    if (text == "true" || text == "false") return json(text == "true");
    if (text.find_first_of("[]&*!|>%@`") == 0 || text.find(": ") != std::string::npos)
      fail("this reader does not know '" + text + "'");
    if (text.size() < 18 && text.find_first_not_of("0123456789") == std::string::npos)
      return json(std::int64_t{std::stoll(text)});
    return json(text);
  }

  const std::string& text_;
  std::size_t line_;
  std::size_t at_ = 0;
};

/// A map by indentation that begins at a line; `at` is behind it then.
json read_block(const std::vector<line>& lines, std::size_t& at) {
  json::object_type members;
  const auto indent = lines[at].indent;
  while (at < lines.size() && lines[at].indent >= indent) {
    const auto& x = lines[at++];
    if (x.indent != indent) throw not_readable{x.number, "unexpected indentation"};
    const auto colon = x.text.find(':');
    if (colon == std::string::npos || (colon + 1 < x.text.size() && x.text[colon + 1] != ' '))
      throw not_readable{x.number, "could not find expected ':'"};
    auto key = x.text.substr(0, colon);
    const auto rest = trimmed(x.text.substr(colon + 1));
    if (!rest.empty())
      members.emplace_back(std::move(key), value_reader(rest, x.number).read());
    else if (at < lines.size() && lines[at].indent > indent)
      members.emplace_back(std::move(key), read_block(lines, at));
    else
      members.emplace_back(std::move(key), json());
  }
  return json::object(std::move(members));
}

void append_document(const std::vector<line>& lines, std::vector<json>& objects) {
  if (lines.empty()) return;
  std::size_t at = 0;
  auto object = read_block(lines, at);
  if (at != lines.size()) throw not_readable{lines[at].number, "unexpected indentation"};
  const auto* metadata = object.find("metadata");
  const auto name = metadata != nullptr && metadata->is_object() ? metadata->string_at("name") : std::nullopt;
  if (!object.string_at("apiVersion") || !object.string_at("kind") || !name)
    throw not_readable{lines.front().number, "apiVersion, kind or metadata.name is not set"};
  objects.push_back(std::move(object));
}

std::vector<json> read_documents(const std::string& text) {
  std::vector<json> objects;
  std::vector<line> document;
  std::istringstream stream(text);
  std::size_t number = 0;
  for (std::string x; std::getline(stream, x);) {
    ++number;
    if (x == "---") {
      append_document(std::exchange(document, {}), objects);
      continue;
    }
    const auto indent = x.find_first_not_of(' ');
    if (indent == std::string::npos || x[indent] == '#') continue;
    if (x[indent] == '\t') throw not_readable{number, "a tab as indentation"};
    document.push_back({number, indent, trimmed(x)});
  }
  append_document(document, objects);
  return objects;
}

} // namespace

base::result<std::vector<text::json>> read_manifest(const std::string& text) {
  try {
    return read_documents(text);
  } catch (const not_readable& x) {
    return base::fail(base::error_code::invalid_input, "line " + std::to_string(x.line) + ": " + x.why);
  }
}

} // namespace test
