#include "trace/packed_event.hpp"

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <utility>

namespace trace {

namespace {

// Numbers are written seven bits at a time, the lowest first; the eighth bit says that more follow. Negative
// numbers are rare, and take ten bytes.
constexpr unsigned bits = 7;
constexpr std::uint64_t more = 1U << bits;
/// The byte before each fact: the form of its name, or the end of the list.
enum class fact_form : char { none, named, named_by_program };
constexpr std::size_t kept_bytes_max = 64 << 10;
constexpr std::size_t first_bytes = 512;
constexpr std::size_t number_bytes_max = 10;
constexpr std::size_t place_bytes = sizeof(const char*);

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

char* write_place(char* to, std::string_view text) {
  const auto* place = text.data();
  std::memcpy(to, &place, place_bytes);
  return to + place_bytes;
}

/// Writes the address of a text that stays, or the text itself; the lowest bit of the size says which.
char* write(char* to, const event_text& x) {
  to = write(to, std::uint64_t{x.text.size()} << 1U | (x.stays ? 1U : 0U));
  return x.stays ? write_place(to, x.text) : std::copy(x.text.begin(), x.text.end(), to);
}

/// The distance from an event to its cause; 0: no cause. Ids are large and causes are near, so the distance
/// is short.
std::uint64_t distance_to(std::uint64_t cause, std::uint64_t id) {
  return cause == 0 || cause > id ? 0 : id - cause + 1;
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

std::string_view take_place(std::string_view& bytes, std::uint64_t size) {
  const char* place = nullptr;
  std::memcpy(&place, bytes.data(), place_bytes);
  bytes.remove_prefix(place_bytes);
  return {place, size};
}

struct taken_text {
  std::string text;
  bool stays = false;
};

taken_text take_event_text(std::string_view& bytes) {
  const auto mark = take_number(bytes);
  const auto size = mark >> 1U;
  if ((mark & 1U) != 0) return {std::string(take_place(bytes, size)), true};
  taken_text x{std::string(bytes.substr(0, size))};
  bytes.remove_prefix(size);
  return x;
}

/// The event of that distance before `id`.
std::uint64_t take_cause(std::string_view& bytes, std::uint64_t id) {
  const auto distance = take_number(bytes);
  return distance == 0 ? 0 : id - (distance - 1);
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
  // The memory of a large event is freed, because small events follow.
  if (memory_.size() > kept_bytes_max) memory_ = {};
  filled_ = 0;
  std::size_t texts = 0;
  for (const auto* text : {&x.sender, &x.receiver, &x.type, &x.summary})
    texts += number_bytes_max + std::max(place_bytes, text->text.size());
  auto* to = room(texts + number_bytes_max * 6);
  // The usual duration is -1.
  for (const auto number : {x.id, distance_to(x.cause, x.id), static_cast<std::uint64_t>(x.time_us),
                            static_cast<std::uint64_t>(x.duration_us + 1), static_cast<std::uint64_t>(x.step)})
    to = write(to, number);
  for (const auto* text : {&x.sender, &x.receiver, &x.type, &x.summary}) to = write(to, *text);
  to = write(to, std::uint64_t{also.size()});
  filled_ = static_cast<std::size_t>(to - memory_.data());
  for (const auto cause : also) put(distance_to(cause, x.id));
}

void event_packer::add(fact_name name, std::string_view text) {
  const auto at = name.view();
  auto* to = room(1 + place_bytes + 2 * number_bytes_max + text.size());
  *to++ = static_cast<char>(fact_form::named_by_program);
  to = write(write_place(to, at), std::uint64_t{at.size()});
  to = write(to, text);
  filled_ = static_cast<std::size_t>(to - memory_.data());
}

void event_packer::add_named(std::string_view name, std::string_view text) {
  put(static_cast<std::uint64_t>(fact_form::named));
  put(name);
  put(text);
}

packed_event event_packer::end(const std::vector<base::value_change>& changes) {
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

packed_event pack(event_packer& by, const event& x) {
  by.begin({.id = x.id,
            .cause = x.cause,
            .time_us = x.time_us,
            .sender = {x.sender},
            .receiver = {x.receiver},
            .type = {x.type.text()},
            .summary = {x.summary},
            .step = x.step,
            .duration_us = x.duration_us},
           x.also);
  for (const auto& [name, text] : x.facts) by.add_named(name, text);
  return by.end(x.changes);
}

namespace {

std::string filled(std::string_view pattern, const event& with) {
  std::string text;
  while (!pattern.empty()) {
    const auto begin = pattern.find('{');
    text += pattern.substr(0, begin);
    if (begin == std::string_view::npos) break;
    const auto end = pattern.find('}', begin);
    auto name = pattern.substr(begin + 1, end - begin - 1);
    const bool has_slash = name.ends_with('/');
    if (has_slash) name.remove_suffix(1);
    const auto fact = with.fact_named(name);
    text += fact;
    if (has_slash && !fact.empty()) text += '/';
    pattern.remove_prefix(end + 1);
  }
  return text;
}

void take_facts(std::string_view& bytes, trace_facts& to) {
  for (auto form = take_form(bytes); form != fact_form::none; form = take_form(bytes)) {
    std::string name;
    if (form == fact_form::named) {
      name = take_text(bytes);
    } else {
      auto place = bytes.substr(0, place_bytes);
      bytes.remove_prefix(place_bytes);
      name = take_place(place, take_number(bytes));
    }
    to.push_back(fact::named(std::move(name), take_text(bytes)));
  }
}

} // namespace

event take_packed(std::string_view& bytes) {
  event x;
  x.id = take_number(bytes);
  x.cause = take_cause(bytes, x.id);
  x.time_us = static_cast<std::int64_t>(take_number(bytes));
  x.duration_us = static_cast<std::int64_t>(take_number(bytes)) - 1;
  x.step = static_cast<int>(take_number(bytes));
  for (auto* text : {&x.sender, &x.receiver}) *text = take_event_text(bytes).text;
  x.type = recorded_type::read(take_event_text(bytes).text);
  auto summary = take_event_text(bytes);
  x.also.resize(take_number(bytes));
  for (auto& id : x.also) id = take_cause(bytes, x.id);
  take_facts(bytes, x.facts);
  x.summary = summary.stays ? filled(summary.text, x) : std::move(summary.text);
  x.changes.resize(take_number(bytes));
  for (auto& change : x.changes) {
    change.key = take_text(bytes);
    change.before = take_optional(bytes);
    change.after = take_optional(bytes);
    change.effective = take_number(bytes) != 0;
  }
  return x;
}

event unpacked(packed_event x) {
  return take_packed(x.bytes);
}

} // namespace trace
