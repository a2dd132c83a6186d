#include "core/trace/packed_event.hpp"

#include <cstddef>
#include <optional>
#include <utility>

namespace core {

namespace {

// Numbers are written seven bits at a time, the lowest first; the eighth says that more follow. Negative ones are rare, and
// take ten bytes.
constexpr unsigned bits = 7;
constexpr std::uint64_t more = 1U << bits;

void put(std::string& bytes, std::uint64_t x) {
  for (; x >= more; x >>= bits) bytes.push_back(static_cast<char>(x | more));
  bytes.push_back(static_cast<char>(x));
}

std::uint64_t take_number(std::string_view& bytes) {
  std::uint64_t x = 0;
  for (unsigned shift = 0;; shift += bits) {
    const auto byte = static_cast<std::uint64_t>(static_cast<unsigned char>(bytes.front()));
    bytes.remove_prefix(1);
    x |= (byte & (more - 1)) << shift;
    if (byte < more) return x;
  }
}

void put(std::string& bytes, std::string_view text) {
  put(bytes, std::uint64_t{text.size()});
  bytes += text;
}

std::string take_text(std::string_view& bytes) {
  const auto size = take_number(bytes);
  std::string text(bytes.substr(0, size));
  bytes.remove_prefix(size);
  return text;
}

void put(std::string& bytes, const std::optional<std::string>& text) {
  bytes.push_back(text ? '\1' : '\0');
  if (text) put(bytes, std::string_view(*text));
}

std::optional<std::string> take_optional(std::string_view& bytes) {
  return take_number(bytes) != 0 ? std::optional(take_text(bytes)) : std::nullopt;
}

} // namespace

void append_packed(std::string& bytes, const trace_event& x) {
  put(bytes, x.id);
  put(bytes, x.cause);
  put(bytes, static_cast<std::uint64_t>(x.time_us));
  put(bytes, static_cast<std::uint64_t>(x.duration_us + 1)); // -1 is the usual one
  put(bytes, static_cast<std::uint64_t>(x.step));
  for (const auto* text : {&x.sender, &x.receiver, &x.type, &x.summary}) put(bytes, std::string_view(*text));
  put(bytes, std::uint64_t{x.also.size()});
  for (const auto id : x.also) put(bytes, id);
  put(bytes, std::uint64_t{x.facts.size()});
  for (const auto& [name, text] : x.facts) {
    put(bytes, std::string_view(name));
    put(bytes, std::string_view(text));
  }
  put(bytes, std::uint64_t{x.changes.size()});
  for (const auto& change : x.changes) {
    put(bytes, std::string_view(change.key));
    put(bytes, change.before);
    put(bytes, change.after);
    bytes.push_back(change.effective ? '\1' : '\0');
  }
}

trace_event take_packed(std::string_view& bytes) {
  trace_event x;
  x.id = take_number(bytes);
  x.cause = take_number(bytes);
  x.time_us = static_cast<std::int64_t>(take_number(bytes));
  x.duration_us = static_cast<std::int64_t>(take_number(bytes)) - 1;
  x.step = static_cast<int>(take_number(bytes));
  for (auto* text : {&x.sender, &x.receiver, &x.type, &x.summary}) *text = take_text(bytes);
  x.also.resize(take_number(bytes));
  for (auto& id : x.also) id = take_number(bytes);
  x.facts.resize(take_number(bytes));
  for (auto& [name, text] : x.facts) {
    name = take_text(bytes);
    text = take_text(bytes);
  }
  x.changes.resize(take_number(bytes));
  for (auto& change : x.changes) {
    change.key = take_text(bytes);
    change.before = take_optional(bytes);
    change.after = take_optional(bytes);
    change.effective = take_number(bytes) != 0;
  }
  return x;
}

} // namespace core
