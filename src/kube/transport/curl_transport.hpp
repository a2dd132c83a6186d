#pragma once

#include "base/lead_permit.hpp"
#include "kube/access/cluster.hpp"
#include "kube/api/transport.hpp"
#include "kube/transport/short_watch.hpp"

#include <memory>

namespace kube::transport {

struct curl_transport_options {
  access::cluster cluster;
  std::string user_agent = "addon-operator";
  access::file_reader read_file; ///< reads the files of credentials; called on the transport's thread
  /// Asked when a request leaves that may change the cluster: without the permit it fails with `throttled`.
  base::lead_permit_ptr permit{};
  std::chrono::milliseconds connect_timeout{10000};
  std::size_t list_bytes_max = std::size_t{256} << 20;  ///< of a page of a list; longer pages are refused
  std::string list_bytes_option;                        ///< for the message: the option for that bound; may be empty
  std::size_t answers_bytes_max = std::size_t{1} << 30; ///< of all answers that are coming in, together
  /// The time after which a busy connection without a byte from the server is probed.
  std::chrono::milliseconds silence{12000};
  /// The time after which a probed connection without an answer counts as dead. Together with `silence` it is
  /// below the 30 s within which changes must be seen.
  std::chrono::milliseconds answer{12000};
  /// Over HTTP/1.1 a connection cannot be probed while it carries a stream. So the server is asked to end
  /// streams soon, and a stream that is quiet for this time is on a dead connection. Streams on a connection
  /// that the server shuts down are opened anew.
  std::chrono::milliseconds quiet_stream = short_watch + std::chrono::seconds(4);
};

/// The transport over libcurl: one thread, HTTP/2, as few connections as the server's stream limit allows. It
/// sleeps while there is no work. A connection that dies silently is noticed by a small request that is not
/// answered; all its requests fail with `timeout`, and the next request makes a new connection.
///
/// Events are called on its own thread and may call `start` and `cancel`. Destruction ends the thread;
/// transfers that are under way then are dropped without an event.
class curl_transport final : public api::transport {
public:
  explicit curl_transport(curl_transport_options options);
  ~curl_transport() override;

  api::transfer_id start(api::http_request request, api::response_events events) override;
  void cancel(api::transfer_id id) override;

private:
  class reactor;
  std::unique_ptr<reactor> reactor_;
};

} // namespace kube::transport
