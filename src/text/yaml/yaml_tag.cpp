#include "text/yaml/yaml_tag.hpp"

#include "text/plain/base64.hpp"
#include "text/plain/number_text.hpp"
#include "text/plain/utf8.hpp"
#include "text/yaml/yaml_cpp_quirks.hpp"
#include "text/yaml/yaml_scalar.hpp"

#include <charconv>

namespace text {
namespace {

constexpr std::string_view yaml_tags = "tag:yaml.org,2002:";

tl::unexpected<base::error> refuse(const std::string& reason) {
  return base::fail(base::error_code::invalid_input, reason);
}

base::result<json> resolve_plain(const std::string& text) {
  auto value = resolve_plain_scalar(text);
  if (!value) return refuse("'" + text + "' is not a number that JSON has");
  return std::move(*value);
}

/// True if the text is a number that is written without a fraction or an exponent.
bool is_integer(const json& value, std::string_view text) {
  const bool is_hex = text.find_first_of("xX") != text.npos;
  return value.is_number() && (is_hex || text.find_first_of(".eE") == text.npos);
}

/// True if a plain scalar may carry that tag.
bool fits(std::string_view kind, const json& value, std::string_view text) {
  if (kind == "int") return is_integer(value, text);
  if (kind == "float") return value.is_number();
  if (kind == "bool") return value.is_bool();
  if (kind == "null") return value.is_null();
  return value.is_string() && looks_like_date(text); // timestamp
}

base::result<json> decode_binary(const std::string& text) {
  auto bytes = decode_base64(text);
  if (!bytes) return refuse("the text of a !!binary is not base64");
  if (find_not_text(*bytes) != std::string_view::npos) return refuse("a !!binary does not hold text, which JSON needs");
  return json(std::move(*bytes));
}

std::string float_key_text(double x) {
  // As sigs.k8s.io/yaml writes a key: FormatFloat of Go with 'g' and 32 bits, which has an exponent below 1e-4
  // and from 1e6 on.
  const auto size = x < 0 ? -x : x;
  const bool plain = size == 0 || (size >= 1e-4 && size < 1e6);
  char buffer[64];
  const auto end = std::to_chars(buffer, buffer + sizeof buffer, static_cast<float>(x),
                                 plain ? std::chars_format::fixed : std::chars_format::scientific);
  return {buffer, end.ptr};
}

bool is_64_bit(const std::string& digits) {
  std::uint64_t size = 0;
  const auto* begin = digits.data() + (digits.starts_with('-') ? 1 : 0);
  const auto* end = digits.data() + digits.size();
  const auto [at, code] = std::from_chars(begin, end, size);
  return code == std::errc{} && at == end && (begin == digits.data() || size <= std::uint64_t{1} << 63);
}

} // namespace

base::result<json> resolve_scalar(std::string_view tag, const std::string& text) {
  if (tag.empty() || tag == "?") return resolve_plain(text);
  if (!tag.starts_with(yaml_tags)) return json(with_whole_characters(text));
  const auto kind = tag.substr(yaml_tags.size());
  if (kind == "binary") return decode_binary(text);
  if (kind != "int" && kind != "float" && kind != "bool" && kind != "null" && kind != "timestamp")
    return json(with_whole_characters(text));
  auto value = resolve_plain(text);
  if (value && !fits(kind, *value, text)) return refuse("the value is no !!" + std::string(kind));
  return value;
}

base::result<std::string> key_text(const json& key) {
  switch (key.type()) {
    case json::kind::string: return key.as_string();
    case json::kind::boolean: return key.as_bool() ? "true" : "false";
    case json::kind::number: return is_64_bit(key.number_text()) ? key.number_text() : float_key_text(key.as_double());
    case json::kind::null: return refuse("a key is null; quote it");
    case json::kind::array:
    case json::kind::object: break;
  }
  return refuse("a key must be a scalar");
}

bool is_merge_key(std::string_view tag, std::string_view text) {
  return text == "<<" && (tag.empty() || tag == "?" || tag == "tag:yaml.org,2002:merge");
}

} // namespace text
