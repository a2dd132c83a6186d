#pragma once

#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <vector>

namespace sys::http {

/// The connections of an HTTP listener, each with the time that it may take. A connection asks, waits for the handler, is
/// answered, and asks again. What the client does has a time limit as a whole, however steadily its bytes drip; what the
/// handler does has none.
///
/// If all places are taken, a newcomer gets the place of the connection that has asked for the longest time, or else of the
/// one whose client reads an answer for the longest time. So nobody can keep others out by being slow: whoever sends a
/// whole request at once, as a probe does, is served. A connection that waits for the handler keeps its place.
///
/// Pure: it names sockets to be shut down, and is told when they have gone. Used by one thread.
class places {
public:
  using clock = std::chrono::steady_clock;
  /// Names a connection.
  using id = const void*;

  struct limits {
    std::size_t places;               ///< that clients may take; those that all wait for the handler may be exceeded
    std::chrono::milliseconds ask;    ///< from the beginning, or from the answer before, to the end of a request
    std::chrono::milliseconds answer; ///< to read an answer
  };

  explicit places(limits x) : limits_(x) {}

  /// A client has come, and asks from now on.
  /// @returns the socket that must be shut down for it, if all places are taken and one can be had.
  [[nodiscard]] std::optional<int> open(id x, int socket, clock::time_point now);
  /// A whole request has come.
  void wait(id x);
  /// The answer is on its way.
  void answer(id x, clock::time_point now);
  /// The answer has been read, and the next request may come.
  void ask_again(id x, clock::time_point now);
  void close(id x);

  /// The sockets of those whose time is over: each once.
  [[nodiscard]] std::vector<int> take_late(clock::time_point now);
  /// When the next one's time is over; nothing: nobody's.
  [[nodiscard]] std::optional<clock::time_point> next_deadline() const;
  /// Frees the place of somebody who is slow. @returns its socket, to be shut down; nothing if there is no such one.
  [[nodiscard]] std::optional<int> take_slowest();

private:
  enum class phase { asking, waiting, answering, ended };
  struct connection {
    int socket;
    phase now;
    clock::time_point since;
  };

  [[nodiscard]] std::optional<clock::time_point> deadline_of(const connection& x) const;
  [[nodiscard]] connection* longest_in(phase x);

  limits limits_;
  std::map<id, connection> connections_; ///< bound: the listener accepts no more than it has room for
  std::size_t taken_ = 0;                ///< those that have not been told to end
};

} // namespace sys::http
