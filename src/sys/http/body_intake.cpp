#include "sys/http/body_intake.hpp"

#include <fmt/format.h>

#include <utility>

namespace sys::http {

namespace {

/// The maximal length of a refused body that is read and dropped, so that its client reads the answer: many
/// clients read no answer before they have sent their body. A longer body ends its connection.
constexpr std::size_t dropped_bytes_max = std::size_t{64} << 20;

body_intake::decision refused(int status, std::string words) {
  return {.refusal = text_reply(status, std::move(words)), .ends_connection = true};
}

} // namespace

body_intake::decision body_intake::decide(const std::string& peer, std::optional<std::uint64_t> length) const {
  if (limits_.body_bytes_max == 0) return refused(413, "no body is taken here\n");
  if (!length) return refused(411, "the request needs a Content-Length\n");
  const bool ends_connection = *length > dropped_bytes_max;
  if (*length > limits_.body_bytes_max) {
    auto answer = refused(413, fmt::format("the body has {} bytes, {} are allowed\n", *length, limits_.body_bytes_max));
    answer.ends_connection = ends_connection;
    return answer;
  }
  auto room = room_->take(peer, *length);
  if (!room) {
    auto answer = refused(503, "too many long bodies are on their way\n");
    answer.ends_connection = ends_connection;
    answer.busiest = room_->busiest();
    return answer;
  }
  return {.room = std::move(room)};
}

} // namespace sys::http
