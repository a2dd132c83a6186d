#include "sys/http_listener.hpp"

#include "sys/http_exchange.hpp"
#include "sys/http_warning.hpp"

#include <microhttpd.h>

#include <cerrno>
#include <cstring>
#include <set>
#include <string_view>
#include <utility>

namespace sys {

namespace {

/// While all places are taken: enough for a client that has only just come to ask.
constexpr std::chrono::seconds idle_time_when_full{1};

/// Our state between the library's calls for one request.
struct connection_state {
  http_request request;
  bool is_too_long = false;
  std::shared_ptr<http_exchange> exchange{}; ///< set once the request is complete
};

MHD_Result send(MHD_Connection* connection, const http_reply& reply) {
  // The library does not change a buffer that it copies.
  auto* const response =
    MHD_create_response_from_buffer(reply.body.size(), const_cast<char*>(reply.body.data()), MHD_RESPMEM_MUST_COPY);
  if (response == nullptr) return MHD_NO;
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, reply.content_type.c_str());
  for (const auto& text : reply.warnings)
    MHD_add_response_header(response, MHD_HTTP_HEADER_WARNING, warning_header(text).c_str());
  const auto queued = MHD_queue_response(connection, static_cast<unsigned>(reply.status), response);
  MHD_destroy_response(response);
  return queued;
}

MHD_Result add_argument(void* query, MHD_ValueKind, const char* key, const char* value) {
  auto& arguments = *static_cast<decltype(http_request::query)*>(query);
  arguments.insert_or_assign(key, value == nullptr ? "" : value);
  return MHD_YES;
}

http_request read_head(MHD_Connection* connection, const char* path, const char* method) {
  http_request request{.method = method, .path = path};
  MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, &add_argument, &request.query);
  const auto header = [&](const char* name) {
    const char* value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return std::string(value == nullptr ? "" : value);
  };
  request.accept = header(MHD_HTTP_HEADER_ACCEPT);
  request.content_type = header(MHD_HTTP_HEADER_CONTENT_TYPE);
  return request;
}

core::result<listen_socket> listen_at_address(const std::variant<tcp_address, unix_address>& address) {
  return std::visit([](const auto& concrete) { return listen_at(concrete); }, address);
}

/// The connections of a listener, of which idle ones must not take all places. Used by the library's thread.
class open_connections {
public:
  open_connections(unsigned places, std::chrono::seconds idle_time) : places_(places), idle_time_(idle_time) {}

  /// If it takes the last place, the others that are idle do not keep theirs for long.
  void add(MHD_Connection* x) {
    ++taken_;
    if (is_full())
      for (auto* idle : idle_) limit_idleness(idle, idle_time_when_full);
    idle_.insert(x);
  }

  void begin_request(MHD_Connection* x) {
    idle_.erase(x);
    limit_idleness(x, idle_time_);
  }

  void end_request(MHD_Connection* x) {
    idle_.insert(x);
    if (is_full()) limit_idleness(x, idle_time_when_full);
  }

  void remove(MHD_Connection* x) {
    --taken_;
    idle_.erase(x);
  }

private:
  [[nodiscard]] bool is_full() const noexcept { return taken_ >= places_; }

  static void limit_idleness(MHD_Connection* x, std::chrono::seconds time) {
    MHD_set_connection_option(x, MHD_CONNECTION_OPTION_TIMEOUT, static_cast<unsigned>(time.count()));
  }

  unsigned places_;
  std::chrono::seconds idle_time_;
  unsigned taken_ = 0;
  std::set<MHD_Connection*> idle_;
};

} // namespace

/// The library's daemon with its thread.
class http_listener::server {
public:
  server(http_listener_options options, http_handler handler)
    : options_(std::move(options)), handler_(std::move(handler)),
      connections_(options_.connections_max, options_.idle_time) {}

  core::result<void> start();
  ~server();

  std::uint16_t port = 0;

private:
  static MHD_Result on_access(void* self, MHD_Connection* connection, const char* path, const char* method,
                              const char* version, const char* upload, std::size_t* upload_size, void** state);
  static void on_connection(void* self, MHD_Connection* connection, void**, MHD_ConnectionNotificationCode what);
  static void on_completed(void* self, MHD_Connection* connection, void** state, MHD_RequestTerminationCode);

  void take_body(connection_state& state, std::string_view bytes) const;
  MHD_Result go_on(MHD_Connection* connection, connection_state& state);

  http_listener_options options_;
  http_handler handler_;
  open_connections connections_;
  std::shared_ptr<http_exchanges> exchanges_ = std::make_shared<http_exchanges>();
  MHD_Daemon* daemon_ = nullptr;
};

core::result<void> http_listener::server::start() {
  auto listening = listen_at_address(options_.address);
  if (!listening) return tl::unexpected(listening.error());
  constexpr unsigned flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
  daemon_ = MHD_start_daemon(flags, 0, nullptr, nullptr, &server::on_access, this,                             //
                             MHD_OPTION_LISTEN_SOCKET, listening->descriptor.get(),                            //
                             MHD_OPTION_CONNECTION_TIMEOUT, static_cast<unsigned>(options_.idle_time.count()), //
                             MHD_OPTION_CONNECTION_LIMIT, options_.connections_max,                            //
                             MHD_OPTION_NOTIFY_CONNECTION, &server::on_connection, this,                       //
                             MHD_OPTION_NOTIFY_COMPLETED, &server::on_completed, this, MHD_OPTION_END);
  // The library closes the socket in either case.
  listening->descriptor.release();
  if (daemon_ == nullptr)
    return core::fail(core::error_code::io, std::string("cannot start the HTTP server: ") + std::strerror(errno));
  port = listening->port;
  return {};
}

// The library ends the program if a connection is suspended when it stops.
http_listener::server::~server() {
  if (daemon_ == nullptr) return;
  // From here on nobody new is accepted; the library leaves the socket to us.
  const file_descriptor socket(MHD_quiesce_daemon(daemon_));
  exchanges_->end();
  MHD_stop_daemon(daemon_);
  if (const auto* at = std::get_if<unix_address>(&options_.address)) ::unlink(at->path.c_str());
}

MHD_Result http_listener::server::on_access(void* self, MHD_Connection* connection, const char* path,
                                            const char* method, const char*, const char* upload,
                                            std::size_t* upload_size, void** state) {
  auto& me = *static_cast<server*>(self);
  if (*state == nullptr) { // the head has come
    *state = new connection_state{.request = read_head(connection, path, method)};
    me.connections_.begin_request(connection);
    return MHD_YES;
  }
  auto& request_state = *static_cast<connection_state*>(*state);
  if (*upload_size == 0) return me.go_on(connection, request_state);
  me.take_body(request_state, {upload, *upload_size});
  *upload_size = 0;
  return MHD_YES;
}

void http_listener::server::take_body(connection_state& state, std::string_view bytes) const {
  auto& body = state.request.body;
  state.is_too_long = state.is_too_long || bytes.size() > options_.body_bytes_max - body.size();
  if (!state.is_too_long) body += bytes;
}

// Called when the request is complete, and again when a suspended connection goes on.
MHD_Result http_listener::server::go_on(MHD_Connection* connection, connection_state& state) {
  if (state.is_too_long) return send(connection, {.status = 413, .body = "the body is too long\n"});
  if (!state.exchange) {
    state.exchange = std::make_shared<http_exchange>();
    exchanges_->add(state.exchange);
    handler_(std::move(state.request), http_exchanges::reply_to(exchanges_, state.exchange));
  }
  const auto reply = exchanges_->take_reply_or_wait(
    state.exchange, [connection] { MHD_suspend_connection(connection); },
    [connection] { MHD_resume_connection(connection); });
  return reply ? send(connection, *reply) : MHD_YES;
}

void http_listener::server::on_connection(void* self, MHD_Connection* connection, void**,
                                          MHD_ConnectionNotificationCode what) {
  auto& connections = static_cast<server*>(self)->connections_;
  if (what == MHD_CONNECTION_NOTIFY_STARTED)
    connections.add(connection);
  else
    connections.remove(connection);
}

void http_listener::server::on_completed(void* self, MHD_Connection* connection, void** state,
                                         MHD_RequestTerminationCode how) {
  auto& me = *static_cast<server*>(self);
  const std::unique_ptr<connection_state> ended(static_cast<connection_state*>(std::exchange(*state, nullptr)));
  if (ended && ended->exchange) me.exchanges_->remove(ended->exchange);
  if (how == MHD_REQUEST_TERMINATED_COMPLETED_OK) me.connections_.end_request(connection);
}

http_listener::http_listener() = default;

http_listener::~http_listener() = default;

core::result<std::unique_ptr<http_listener>> http_listener::start(http_listener_options options, http_handler handler) {
  std::unique_ptr<http_listener> listener(new http_listener);
  listener->server_ = std::make_unique<server>(std::move(options), std::move(handler));
  if (auto started = listener->server_->start(); !started) return tl::unexpected(started.error());
  return listener;
}

std::uint16_t http_listener::port() const noexcept {
  return server_->port;
}

} // namespace sys
