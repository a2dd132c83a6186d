#include "kube/access/impersonation.hpp"

#include <algorithm>
#include <string_view>

namespace kube::access {

namespace {

using base::error_code;

/// The form that a key must have.
base::result<void> wrong_form(const char* key, const char* form) {
  return base::fail(error_code::invalid_input, std::string("'") + key + "' must be " + form);
}

/// A line break in a header would begin another header.
base::result<void> check_text(const char* key, std::string_view text) {
  const auto is_control = [](char c) {
    const auto byte = static_cast<unsigned char>(c);
    return byte < 0x20 || byte == 0x7f;
  };
  if (std::none_of(text.begin(), text.end(), is_control)) return {};
  return base::fail(error_code::invalid_input,
                    std::string("'") + key + "' has a line break or a control character, so it cannot be sent");
}

/// A member that is not there, or null, leaves the text empty.
base::result<void> read_text(const text::json& user, const char* key, std::string& to) {
  const auto* found = user.find(key);
  if (!found || found->is_null()) return {};
  if (!found->is_string()) return wrong_form(key, "a text");
  to = found->as_string();
  return check_text(key, to);
}

base::result<void> read_texts(const text::json& list, const char* key, std::vector<std::string>& to) {
  if (list.is_null()) return {};
  if (!list.is_array()) return wrong_form(key, "a list of texts");
  for (const auto& x : list.as_array()) {
    if (!x.is_string()) return wrong_form(key, "a list of texts");
    if (auto fine = check_text(key, x.as_string()); !fine) return fine;
    to.push_back(x.as_string());
  }
  return {};
}

base::result<void> read_extra(const text::json& user, impersonation& to) {
  constexpr const char* key = "as-user-extra";
  const auto* found = user.find(key);
  if (!found || found->is_null()) return {};
  if (!found->is_object()) return wrong_form(key, "a map of lists of texts");
  for (const auto& [name, values] : found->as_object()) {
    std::vector<std::string> texts;
    if (auto read = read_texts(values, key, texts); !read) return read;
    to.extra.emplace_back(name, std::move(texts));
  }
  return {};
}

/// The name as a part of the name of a header: bytes that no such name has, and `%`, are written as `%2F`, as
/// client-go writes them.
std::string header_part(std::string_view name) {
  constexpr std::string_view allowed = "!#$&'*+-.^_`|~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string out;
  for (const char c : name) {
    const auto byte = static_cast<unsigned char>(c);
    if (allowed.find(c) != std::string_view::npos)
      out += c;
    else
      out += {'%', digits[byte >> 4U], digits[byte & 0xFU]};
  }
  return out;
}

} // namespace

base::result<impersonation> read_impersonation(const text::json& user) {
  impersonation x;
  if (auto read = read_text(user, "as", x.user); !read) return tl::unexpected(read.error());
  if (auto read = read_text(user, "as-uid", x.uid); !read) return tl::unexpected(read.error());
  if (const auto* groups = user.find("as-groups"))
    if (auto read = read_texts(*groups, "as-groups", x.groups); !read) return tl::unexpected(read.error());
  if (auto read = read_extra(user, x); !read) return tl::unexpected(read.error());
  if (x.user.empty() && x != impersonation{})
    return base::fail(error_code::invalid_input,
                      "'as-uid', 'as-groups' and 'as-user-extra' need 'as' beside them, the user to impersonate");
  return x;
}

std::vector<std::string> headers_of(const impersonation& x) {
  std::vector<std::string> headers;
  if (x.user.empty()) return headers;
  headers.push_back("Impersonate-User: " + x.user);
  if (!x.uid.empty()) headers.push_back("Impersonate-Uid: " + x.uid);
  for (const auto& group : x.groups)
    if (!group.empty()) headers.push_back("Impersonate-Group: " + group);
  for (const auto& [name, values] : x.extra)
    for (const auto& value : values)
      // libcurl sends a header without a value only if a semicolon ends its name.
      headers.push_back("Impersonate-Extra-" + header_part(name) + (value.empty() ? ";" : ": " + value));
  return headers;
}

} // namespace kube::access
