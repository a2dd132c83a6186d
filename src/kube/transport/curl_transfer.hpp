#pragma once

#include "kube/api/transport.hpp"
#include "kube/transport/bounded_answer.hpp"
#include "kube/transport/curl_connection.hpp"
#include "kube/transport/curl_transport.hpp"

#include <curl/curl.h>

#include <atomic>
#include <chrono>
#include <memory>
#include <string>
#include <string_view>

namespace kube::transport {

/// Set by any thread; from then on the transfer reports no more events.
using cancel_flag = std::shared_ptr<std::atomic<bool>>;

/// A request on its way through libcurl: owns the easy handle, splits a stream into lines, and turns the end
/// into an answer or an error. Used on the transport's thread only.
class curl_transfer {
public:
  using clock = curl_connection::clock;

  /// @param budget of all answers of the transport; it must outlive this.
  curl_transfer(api::transfer_id id, api::http_request request, api::response_events events, cancel_flag cancelled,
                answer_budget& budget);
  ~curl_transfer();
  curl_transfer(const curl_transfer&) = delete;
  curl_transfer& operator=(const curl_transfer&) = delete;

  /// Asks the server to end a stream soon. Call it before `prepare`.
  void shorten_watch();
  /// Prepares the handle. Errors: `api::check_request` refuses the request, there is no memory, or this
  /// libcurl cannot be restricted to the given authorities.
  /// @param trust the only authorities; empty: the machine's.
  [[nodiscard]] base::result<void> prepare(const curl_transport_options& options,
                                           std::shared_ptr<const access::credentials> identity,
                                           std::shared_ptr<const std::string> trust);
  /// Sends the request over that connection, which must outlive this.
  void send_over(curl_connection& connection);
  /// Sends the request over any connection of that pool.
  void take_from(std::shared_ptr<const curl_pool> pool);

  [[nodiscard]] api::transfer_id id() const noexcept { return id_; }
  [[nodiscard]] CURL* handle() const noexcept { return easy_; }
  [[nodiscard]] bool is_stream() const noexcept { return request_.streaming; }
  [[nodiscard]] bool is_cancelled() const noexcept { return cancelled_->load(); }
  [[nodiscard]] bool wants_fresh_connection() const noexcept { return request_.fresh_connection; }
  /// The connection of this transfer; null: any connection of a pool.
  [[nodiscard]] curl_connection* connection() const noexcept { return connection_; }
  [[nodiscard]] clock::time_point begun() const noexcept { return begun_; }
  /// True for a stream on a connection that the server shuts down, and that takes no new requests.
  [[nodiscard]] bool is_left_behind() const;

  /// @param sum grows with each line of a stream. It must live as long as this.
  void count_lines_in(std::size_t& sum) noexcept { lines_ = &sum; }

  /// The time at which the transfer counts as dead: a stream if no byte has come until then, a request if its
  /// answer is not complete by then. `time_point::max()`: no limit. A stream on a connection that cannot be
  /// probed has less time.
  [[nodiscard]] clock::time_point deadline() const;

  /// True if the server has answered in HTTP/1, where every transfer needs a connection of its own.
  [[nodiscard]] bool needs_own_connection() const;

  /// The reason why libcurl has ended the transfer with that code.
  [[nodiscard]] base::error reason_of(CURLcode code, const curl_transport_options& options) const;
  /// Reports the answer.
  void finish();
  /// Reports the end of a stream as if the server had ended it. An incomplete last line is dropped: a stream
  /// that continues from the last complete line repeats it.
  void break_off();
  /// Reports a failure.
  void fail(base::error reason);

private:
  static std::size_t on_data(char* bytes, std::size_t, std::size_t count, void* self);
  static std::size_t on_header(char* bytes, std::size_t, std::size_t count, void* self);
  static int on_connection(void* self, char* peer, char* own, int peer_port, int own_port);
  void hear();
  void begin();
  /// @returns false if more has come than is taken.
  [[nodiscard]] bool take(std::string_view bytes);
  [[nodiscard]] bool split_lines(std::string_view bytes);
  [[nodiscard]] bool keep(std::string_view bytes, std::size_t bytes_max);
  [[nodiscard]] std::size_t body_bytes_max() const;
  void refuse(bounded_answer::taken why, std::size_t bytes_max);
  void hand_out(std::string_view line);
  void set_login();
  void set_method_and_body();
  void set_headers();
  void set_address(const access::cluster& x);
  void set_proxy(const access::cluster& x);
  void set_limits(const curl_transport_options& options);
  [[nodiscard]] long status() const;
  /// The time of the answer by the clock of the server (RFC 9110 §6.6.1), seconds since the epoch; empty: not
  /// said.
  [[nodiscard]] std::optional<std::int64_t> date() const;
  /// True if the connection itself notices silence, by a probe.
  [[nodiscard]] bool is_watched_over() const;

  api::transfer_id id_;
  api::http_request request_;
  api::response_events events_;
  cancel_flag cancelled_;
  std::shared_ptr<const access::credentials> identity_; ///< owns the certificate: libcurl does not copy it
  std::shared_ptr<const std::string> trust_;            ///< owns the authorities: libcurl does not copy them
  CURL* easy_ = nullptr;
  curl_slist* headers_ = nullptr;
  curl_slist* connect_to_ = nullptr;
  bounded_answer buffer_;          ///< the body, or the beginning of a line whose end has not come yet
  std::size_t head_bytes_ = 0;     ///< of all heads of the answer
  std::size_t list_bytes_max_ = 0; ///< of a page of a list
  std::string list_bytes_option_;
  std::size_t answers_bytes_max_; ///< of all answers together
  std::string refusal_;           ///< why no more bytes are taken; empty: they are taken
  bool streaming_ = false;        ///< the answer is a stream of lines
  bool answered_ = false;         ///< the head of the answer has come
  std::shared_ptr<const curl_pool> pool_;
  curl_connection* connection_ = nullptr;
  int port_ = 0; ///< the local port of its connection; 0: not sent yet
  clock::time_point begun_;
  clock::time_point last_byte_;
  std::chrono::milliseconds quiet_stream_{0}; ///< the time of a stream whose connection is not probed
  std::size_t* lines_ = nullptr;
  char error_text_[CURL_ERROR_SIZE] = {};
};

} // namespace kube::transport
