#include "kube/objects/object_bytes.hpp"

#include "kube/objects/object_scan.hpp"

#include <algorithm>
#include <charconv>
#include <functional>
#include <optional>
#include <utility>

namespace kube::objects {

namespace {

constexpr std::string_view hex_digits = "0123456789abcdef";
constexpr std::size_t uuid_size = 36;

constexpr bool is_dash_place(std::size_t i) noexcept {
  return i == 8 || i == 13 || i == 18 || i == 23;
}

using uid_bytes = std::array<unsigned char, 16>;

std::string uuid_of(const uid_bytes& x) {
  std::string text;
  text.reserve(uuid_size);
  for (const auto byte : x) {
    if (is_dash_place(text.size())) text += '-';
    text += hex_digits[byte >> 4];
    text += hex_digits[byte & 15];
  }
  return text;
}

/// The bytes of a UUID (RFC 9562) in lower case; nullopt: `uuid_of` would not give the text back.
std::optional<uid_bytes> bytes_of(std::string_view uuid) {
  if (uuid.size() != uuid_size) return std::nullopt;
  uid_bytes bytes{};
  std::size_t digits = 0;
  for (std::size_t i = 0; i < uuid.size(); ++i) {
    const auto digit = hex_digits.find(uuid[i]);
    if (is_dash_place(i) ? uuid[i] != '-' : digit == std::string_view::npos) return std::nullopt;
    if (is_dash_place(i)) continue;
    bytes[digits / 2] = static_cast<unsigned char>(bytes[digits / 2] << 4 | digit);
    ++digits;
  }
  return bytes == uid_bytes{} ? std::nullopt : std::optional(bytes);
}

/// The number of a version in decimal, without leading zeros; nullopt: the text is no such number.
std::optional<std::uint64_t> number_of(std::string_view version) {
  std::uint64_t number = 0;
  const auto [end, error] = std::from_chars(version.data(), version.data() + version.size(), number);
  if (error != std::errc() || end != version.data() + version.size() || version.front() == '0') return std::nullopt;
  return number;
}

} // namespace

object_bytes::object_bytes(const object_identity& identity, std::string_view text, text::text_range managed_fields)
  : type_(identity.type.api_version + "\n" + identity.type.kind), name_(identity.key.namespace_, identity.key.name),
    text_(text), text_memory_(static_cast<std::uint32_t>(text_.memory())),
    managed_begin_(static_cast<std::uint32_t>(managed_fields.begin)),
    managed_end_(static_cast<std::uint32_t>(managed_fields.end)) {
  const auto& version = identity.resource_version;
  const auto uid = identity.uid.empty() ? std::optional(uid_bytes{}) : bytes_of(identity.uid);
  const auto number = version.empty() ? std::hash<std::string_view>{}(text) : number_of(version);
  if (!uid || !number) {
    form_ = form::odd;
    odd_ = std::make_shared<const odd_identity>(odd_identity{identity.uid, version});
    version_ = std::hash<std::string_view>{}(text);
    return;
  }
  form_ = version.empty() ? form::unversioned : form::numbers;
  uid_ = *uid;
  version_ = *number;
}

object_bytes::object_bytes(const object_bytes& x, text::packed_text text) : object_bytes(x) {
  text_ = std::move(text);
  if (text_) text_memory_ = static_cast<std::uint32_t>(text_.memory());
}

std::string object_bytes::kind() const {
  const auto& both = type_.text();
  return both.substr(both.find('\n') + 1);
}

std::string object_bytes::uid() const {
  if (form_ == form::odd) return odd_->uid;
  return uid_ == uid_bytes{} ? std::string() : uuid_of(uid_);
}

std::string object_bytes::resource_version() const {
  switch (form_) {
    case form::numbers: return std::to_string(version_);
    case form::unversioned: return {};
    case form::odd: return odd_->resource_version;
  }
  return {};
}

object_identity object_bytes::identity() const {
  const auto& both = type_.text();
  return {{both.substr(0, both.find('\n')), kind()}, key(), uid(), resource_version()};
}

bool object_bytes::is_same_object(const object_bytes& x) const noexcept {
  if (form_ == form::odd || x.form_ == form::odd) return form_ == x.form_ ? odd_->uid == x.odd_->uid : uid() == x.uid();
  return uid_ == x.uid_;
}

bool object_bytes::is_same_state(const object_bytes& x) const noexcept {
  if (form_ != x.form_ || !is_same_object(x)) return false;
  if (form_ != form::odd) return version_ == x.version_;
  if (odd_->resource_version != x.odd_->resource_version) return false;
  return !odd_->resource_version.empty() || version_ == x.version_;
}

base::result<object_ptr> read_object(std::string_view text, const api::object_type& type) {
  auto found = scan_object(text);
  if (!found) return tl::unexpected(std::move(found.error()));
  return copy_object(text, std::move(*found), type);
}

object_ptr without_text(const object_ptr& x) {
  return with_text(x, nullptr);
}

object_ptr with_text(const object_ptr& x, text::packed_text text) {
  return object_ptr::make(object_bytes(*x, std::move(text)));
}

object_ptr packed(const object_ptr& x) {
  if (!x->has_text() || x->packed().is_packed()) return x;
  std::string unused;
  auto small = text::packed_text::pack(x->packed().read(unused), nullptr);
  return small.is_packed() ? with_text(x, std::move(small)) : x;
}

} // namespace kube::objects
