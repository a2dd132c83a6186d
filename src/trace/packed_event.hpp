#pragma once

#include "trace/event.hpp"
#include "trace/fact_sink.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace trace {

/// An event as bytes, about a quarter of its size as an object. The bytes refer to memory of this process and
/// are valid until the packer begins the next event.
struct packed_event {
  std::string_view bytes;
};

/// A text of an event.
struct event_text {
  std::string_view text;
  bool stays = false; ///< its memory stays until the program ends, so its address is kept
};

/// The fields of an event that are not lists. A cause or further cause is dropped if it is later than the
/// event.
struct event_head {
  std::uint64_t id = 0;
  std::uint64_t cause = 0;
  std::int64_t time_us = 0;
  event_text sender{};
  event_text receiver{};
  event_text type{};
  /// If the memory of the text stays, the text is a pattern: `{name}` stands for the fact of this name, and
  /// `{name/}` for the fact and a slash if the fact exists. So the summaries of frequent events need not
  /// repeat their facts.
  event_text summary{};
  int step = 0;
  std::int64_t duration_us = -1;
};

/// Makes the bytes of events, always in the same memory. Each message is recorded as an event, so recording
/// must cost no allocation once the memory is large enough.
class event_packer final : public fact_sink {
public:
  /// Begins the next event. The bytes of the previous event are invalid from now on.
  /// @param also further causes
  void begin(const event_head& x, const std::vector<std::uint64_t>& also);
  void add(fact_name name, std::string_view text) override;
  void add_named(std::string_view name, std::string_view text);
  /// Ends the event.
  /// @returns the event, valid until the next event begins
  packed_event end(const std::vector<base::value_change>& changes = {});

private:
  /// Makes room for that many more bytes.
  char* room(std::size_t bytes);
  void put(std::uint64_t number);
  void put(std::string_view text);
  void put(const std::optional<std::string>& text);

  std::string memory_;     ///< its size is the available room
  std::size_t filled_ = 0; ///< the part that the event has filled
};

/// The event as a whole.
packed_event pack(event_packer& by, const event& x);

/// Takes the first event from bytes that an `event_packer` has made.
[[nodiscard]] event take_packed(std::string_view& bytes);
[[nodiscard]] event unpacked(packed_event x);

} // namespace trace
