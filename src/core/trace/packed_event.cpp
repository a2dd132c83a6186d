#include "core/trace/packed_event.hpp"

#include <cstddef>
#include <cstring>
#include <optional>
#include <utility>

namespace core {

namespace {

// Numbers are written seven bits at a time, the lowest first; the eighth says that more follow. Negative ones are rare, and
// take ten bytes.
constexpr unsigned bits = 7;
constexpr std::uint64_t more = 1U << bits;
/// Before each fact: how its name is kept; or behind all.
enum class fact_form : char { none, named, named_by_program };
constexpr std::size_t kept_bytes_max = 64 << 10;

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

void put(std::string& bytes, fact_form form) {
  bytes.push_back(static_cast<char>(form));
}

fact_form take_form(std::string_view& bytes) {
  const auto form = static_cast<fact_form>(bytes.front());
  bytes.remove_prefix(1);
  return form;
}

std::string take_program_text(std::string_view& bytes) {
  const char* place = nullptr;
  std::memcpy(&place, bytes.data(), sizeof place);
  bytes.remove_prefix(sizeof place);
  return {place, take_number(bytes)};
}

void put(std::string& bytes, const std::optional<std::string>& text) {
  bytes.push_back(text ? '\1' : '\0');
  if (text) put(bytes, std::string_view(*text));
}

std::optional<std::string> take_optional(std::string_view& bytes) {
  return take_number(bytes) != 0 ? std::optional(take_text(bytes)) : std::nullopt;
}

} // namespace

void event_packer::begin(const event_head& x, const std::vector<std::uint64_t>& also) {
  // A large event is rare, and its memory is not kept for the small ones.
  if (bytes_.capacity() > kept_bytes_max) bytes_ = {};
  bytes_.clear();
  put(bytes_, x.id);
  put(bytes_, x.cause);
  put(bytes_, static_cast<std::uint64_t>(x.time_us));
  put(bytes_, static_cast<std::uint64_t>(x.duration_us + 1)); // -1 is the usual one
  put(bytes_, static_cast<std::uint64_t>(x.step));
  for (const auto text : {x.sender, x.receiver, x.type, x.summary}) put(bytes_, text);
  put(bytes_, std::uint64_t{also.size()});
  for (const auto id : also) put(bytes_, id);
}

void event_packer::add(program_text name, std::string_view text) {
  const auto at = name.view();
  put(bytes_, fact_form::named_by_program);
  const auto* place = at.data();
  bytes_.append(reinterpret_cast<const char*>(&place), sizeof place);
  put(bytes_, std::uint64_t{at.size()});
  put(bytes_, text);
}

void event_packer::add_named(std::string_view name, std::string_view text) {
  put(bytes_, fact_form::named);
  put(bytes_, name);
  put(bytes_, text);
}

packed_event event_packer::end(const std::vector<value_change>& changes) {
  put(bytes_, fact_form::none);
  put(bytes_, std::uint64_t{changes.size()});
  for (const auto& change : changes) {
    put(bytes_, std::string_view(change.key));
    put(bytes_, change.before);
    put(bytes_, change.after);
    bytes_.push_back(change.effective ? '\1' : '\0');
  }
  return {bytes_};
}

packed_event pack(event_packer& by, const trace_event& x) {
  by.begin({.id = x.id,
            .cause = x.cause,
            .time_us = x.time_us,
            .sender = x.sender,
            .receiver = x.receiver,
            .type = x.type,
            .summary = x.summary,
            .step = x.step,
            .duration_us = x.duration_us},
           x.also);
  for (const auto& [name, text] : x.facts) by.add_named(name, text);
  return by.end(x.changes);
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
  for (auto form = take_form(bytes); form != fact_form::none; form = take_form(bytes)) {
    auto name = form == fact_form::named ? take_text(bytes) : take_program_text(bytes);
    x.facts.emplace_back(std::move(name), take_text(bytes));
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

trace_event unpacked(packed_event x) {
  return take_packed(x.bytes);
}

} // namespace core
