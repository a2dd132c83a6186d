#include "core/trace/packed_event.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
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
constexpr std::size_t first_bytes = 512;
constexpr std::size_t number_bytes_max = 10;

/// @returns where the next byte goes
char* write(char* to, std::uint64_t x) {
  for (; x >= more; x >>= bits) *to++ = static_cast<char>(x | more);
  *to++ = static_cast<char>(x);
  return to;
}

char* write(char* to, std::string_view text) {
  to = write(to, std::uint64_t{text.size()});
  return std::copy(text.begin(), text.end(), to);
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

std::string take_text(std::string_view& bytes) {
  const auto size = take_number(bytes);
  std::string text(bytes.substr(0, size));
  bytes.remove_prefix(size);
  return text;
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

std::optional<std::string> take_optional(std::string_view& bytes) {
  return take_number(bytes) != 0 ? std::optional(take_text(bytes)) : std::nullopt;
}

} // namespace

char* event_packer::room(std::size_t bytes) {
  if (memory_.size() - filled_ < bytes) memory_.resize(std::max({first_bytes, 2 * memory_.size(), filled_ + bytes}));
  return memory_.data() + filled_;
}

void event_packer::put(std::uint64_t number) {
  filled_ = static_cast<std::size_t>(write(room(number_bytes_max), number) - memory_.data());
}

void event_packer::put(std::string_view text) {
  filled_ = static_cast<std::size_t>(write(room(number_bytes_max + text.size()), text) - memory_.data());
}

void event_packer::put(const std::optional<std::string>& text) {
  put(std::uint64_t{text ? 1U : 0U});
  if (text) put(std::string_view(*text));
}

void event_packer::begin(const event_head& x, const std::vector<std::uint64_t>& also) {
  // A large event is rare, and its memory is not kept for the small ones.
  if (memory_.size() > kept_bytes_max) memory_ = {};
  filled_ = 0;
  const auto texts = x.sender.size() + x.receiver.size() + x.type.size() + x.summary.size();
  auto* to = room(texts + number_bytes_max * 10);
  // The usual duration is -1.
  for (const auto number : {x.id, x.cause, static_cast<std::uint64_t>(x.time_us),
                            static_cast<std::uint64_t>(x.duration_us + 1), static_cast<std::uint64_t>(x.step)})
    to = write(to, number);
  for (const auto text : {x.sender, x.receiver, x.type, x.summary}) to = write(to, text);
  to = write(to, std::uint64_t{also.size()});
  filled_ = static_cast<std::size_t>(to - memory_.data());
  for (const auto id : also) put(id);
}

void event_packer::add(program_text name, std::string_view text) {
  const auto at = name.view();
  const auto* place = at.data();
  auto* to = room(1 + sizeof place + 2 * number_bytes_max + text.size());
  *to++ = static_cast<char>(fact_form::named_by_program);
  std::memcpy(to, &place, sizeof place);
  to = write(to + sizeof place, std::uint64_t{at.size()});
  to = write(to, text);
  filled_ = static_cast<std::size_t>(to - memory_.data());
}

void event_packer::add_named(std::string_view name, std::string_view text) {
  put(static_cast<std::uint64_t>(fact_form::named));
  put(name);
  put(text);
}

packed_event event_packer::end(const std::vector<value_change>& changes) {
  put(static_cast<std::uint64_t>(fact_form::none));
  put(std::uint64_t{changes.size()});
  for (const auto& change : changes) {
    put(std::string_view(change.key));
    put(change.before);
    put(change.after);
    put(std::uint64_t{change.effective ? 1U : 0U});
  }
  return {std::string_view(memory_).substr(0, filled_)};
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
