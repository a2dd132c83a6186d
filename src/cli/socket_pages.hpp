#pragma once

#include "sys/http/listener.hpp"

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <mutex>
#include <string>
#include <thread>
#include <vector>

namespace cli {

/// Asks a running operator for pages of its debug socket, in the background. It has three threads, because
/// each question blocks a thread: two threads for questions that wait for an event, and a thread for all
/// others. With them it takes three of the four connections that the operator has for all its users. Threads
/// sleep while there is no question. Thread-safe.
class socket_pages {
public:
  explicit socket_pages(std::string socket);
  /// Questions that are left are answered with 503. Waits for the answers that are on their way.
  ~socket_pages();
  socket_pages(const socket_pages&) = delete;
  socket_pages& operator=(const socket_pages&) = delete;

  /// Asks, and answers on a thread of this object. An operator that does not answer is a 502 that names the
  /// socket. More than 32 questions that wait for a thread are answered with 503.
  void ask(sys::http::server_request x, sys::http::reply_function reply);

private:
  struct question {
    sys::http::server_request request;
    sys::http::reply_function reply;
  };
  using line = std::deque<question>;

  void work(line& from);

  std::string socket_;
  std::mutex mutex_;
  std::condition_variable changed_;
  line waiting_; ///< of questions that wait for an event
  line others_;
  bool is_ending_ = false;
  std::vector<std::thread> threads_; ///< the last member: threads use all others
};

} // namespace cli
