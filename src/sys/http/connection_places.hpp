#pragma once

#include "base/fair_shares.hpp"
#include "sys/http/known_peers.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace sys::http {

/// The connections of an HTTP listener, each with the time that it may take. A connection asks, waits for the
/// handler, is answered, and asks again. The client's part has a time limit as a whole, however steadily its
/// bytes drip; the handler's part has no limit.
///
/// With a time for the handshake (TLS), connections that have not finished their handshakes give way before
/// all other connections, the oldest first: a stranger may hold a bare TCP connection without any work. To
/// a newcomer whose address has its share, only a handshake that has lasted for a second gives way.
///
/// If all places are taken, a newcomer gets the place of one client, in this order: a client that has had an
/// answer and has not sent its next request; a client that is sending its first request; a client that is
/// reading its answer. Among several such clients, the client that has been in this state for the longest
/// time gives way. So neither slow nor many clients can keep other clients out, and a client that sends a
/// whole request at once, as a probe does, is served. A connection that waits for the handler keeps its
/// place.
///
/// With `by_peer`, the addresses of clients share the places (`base::fair_shares`). A newcomer whose address
/// has more than its share gets the place of a client with the same address, or is refused if all of these
/// wait for the handler. If all places are taken, a client of the address with the most connections gives
/// way. So an address with many connections takes no place of another address with few. The first two ranks
/// of the order above change places: a client that has not had an answer yet gives way before a client that
/// has had an answer, because known clients come again and again.
///
/// Addresses whose clients have had answers with credit (`known_peers`) are known; all others are strangers.
/// In the sum of the places of known addresses, an address counts with an eighth of all places at most. While
/// the sum is at most half of the places, the connections of a known address give way to no stranger, unless
/// the address has more than an eighth. While the sum is below half, known addresses get the places of
/// strangers. So very many strangers with an address each keep no API server out.
///
/// Pure: it names sockets to be shut down, and the caller reports when they have gone. Used by a single
/// thread.
class connection_places {
public:
  using clock = std::chrono::steady_clock;
  /// Names a connection.
  using id = const void*;

  struct limits {
    std::size_t places;               ///< for clients; while all of them wait for the handler, more may come
    std::chrono::milliseconds ask;    ///< from the beginning, or from the answer before, to the end of a request
    std::chrono::milliseconds answer; ///< to read an answer
    /// From an answer to the head of the next request, whose time begins then; empty: `ask` has both.
    std::optional<std::chrono::milliseconds> idle{};
    bool by_peer = false; ///< the addresses of clients share the places
    /// From the beginning to the end of the handshake, after which the time of the request begins. Empty:
    /// there is no handshake.
    std::optional<std::chrono::milliseconds> handshake{};
  };

  explicit connection_places(limits x) : limits_(x), shares_(x.places) {}

  /// A client has come, and asks from now on, or begins its handshake.
  /// @param peer its address, for `by_peer`
  /// @returns the socket that must be shut down: of a client that gives way, or of the newcomer if it is
  ///   refused. Empty: there is a place, or all clients wait for the handler.
  [[nodiscard]] std::optional<int> open(id x, int socket, clock::time_point now, const std::string& peer = {});
  /// The address with the most connections; a known address counts only if it has no safety.
  [[nodiscard]] std::string busiest() const;
  /// The handshake is over.
  void shake_hands(id x, clock::time_point now);
  /// The head of a request has come.
  void begin(id x, clock::time_point now);
  /// A whole request has come.
  void wait(id x);
  /// The answer is on its way.
  void answer(id x, clock::time_point now, credit earned);
  /// The answer has been read, and the next request may come.
  void ask_again(id x, clock::time_point now);
  void close(id x);

  /// The sockets of the connections whose time is over: each once.
  [[nodiscard]] std::vector<int> take_late(clock::time_point now);
  /// When the next connection's time is over; empty: there is no limit.
  [[nodiscard]] std::optional<clock::time_point> next_deadline() const;
  /// Frees the place of a slow client. @returns its socket, to be shut down; empty: all clients wait for the
  ///   handler.
  [[nodiscard]] std::optional<int> take_slowest();
  /// Whether `take_slowest` would find a client.
  [[nodiscard]] bool has_slow() const;
  /// Frees the place of this connection. @returns its socket, to be shut down; empty if it must end already.
  [[nodiscard]] std::optional<int> take(id x);

private:
  enum class phase { shaking, asking, waiting, answering, ended };
  struct connection {
    int socket;
    phase now;
    clock::time_point since;
    bool was_answered = false;
    bool is_idle = false; ///< no head has come since the answer
    std::string peer{};   ///< empty without `by_peer`
  };

  [[nodiscard]] std::optional<clock::time_point> deadline_of(const connection& x) const;
  /// @param peer null: of all clients
  [[nodiscard]] connection* slowest(const std::string* peer = nullptr);
  [[nodiscard]] connection* slowest_of_busiest();
  /// The connection with the oldest handshake that has begun before this time; without it, `other`.
  [[nodiscard]] connection* oldest_handshake_or(connection* other, clock::time_point before);
  [[nodiscard]] std::optional<int> open_by_peer(connection newcomer, id x);
  /// The place of a newcomer whose address has its share already.
  struct place {
    connection* gives_way; ///< null: nobody
    bool is_due;           ///< false: without a connection that gives way, the newcomer is refused
  };
  [[nodiscard]] place place_for(const connection& newcomer);
  /// The places of known addresses, each up to `guarded_max`.
  [[nodiscard]] std::size_t known_places() const;
  /// Of the connections of a known address.
  [[nodiscard]] std::size_t guarded_max() const noexcept { return std::max<std::size_t>(limits_.places / 8, 2); }
  /// The addresses whose connections give way to no stranger; empty: there are none.
  [[nodiscard]] std::set<std::string> safe_peers() const;
  /// Ends the hold of a place. @returns the socket
  int end(connection& x);

  limits limits_;
  std::map<id, connection> connections_; ///< bound: the listener accepts no more than it has room for
  known_peers known_;                    ///< with `by_peer`
  base::fair_shares shares_;             ///< of connections that were not shut down
};

} // namespace sys::http
