#include "sys/http/listener.hpp"

#include "sys/http/body_intake.hpp"
#include "sys/http/client_reply.hpp"
#include "sys/http/connection_intake.hpp"
#include "sys/http/connection_places.hpp"
#include "sys/http/exchange.hpp"
#include "sys/http/https_identity.hpp"
#include "sys/http/refused_clients.hpp"
#include "sys/http/request_head.hpp"
#include "sys/http/warning_header.hpp"
#include "sys/time/wake_event.hpp"

#include <linux/sockios.h>
#include <microhttpd.h>
#include <poll.h>
#include <sys/ioctl.h>
#include <sys/socket.h>

#include <algorithm>
#include <array>
#include <atomic>
#include <cerrno>
#include <cstring>
#include <optional>
#include <string_view>
#include <thread>
#include <utility>

namespace sys::http {

namespace {

using clock = connection_places::clock;

/// The number of connections that the listener accepts beyond its places. Connections that were shut down
/// take this room until they are closed, and new clients take it while all places wait for the handler.
constexpr unsigned room_beside_places = 32;

/// The number of clients that are accepted before open connections are served again.
constexpr int accepted_in_turn = 16;

/// The state of a request between the calls of the library.
struct connection_state {
  server_request request;
  std::optional<server_response> refusal{}; ///< the answer to a body that is not taken
  std::string address{};                    ///< of the client
  bool is_vouched = false;                  ///< an authority of clients vouches for the client
  bool is_post = false;
  body_room::share room{};              ///< of the body
  std::shared_ptr<exchange> exchange{}; ///< set once the request is complete
};

/// The send buffer for a client that does not read. The kernel doubles the number; without it the kernel
/// would keep up to 4 MiB for each client.
constexpr int unread_bytes_in_kernel = 64 << 10;

void free_body(void* body) {
  delete static_cast<text::shared_text*>(body);
}

MHD_Result send(MHD_Connection* connection, server_response reply) {
  // The library holds the text from here on, so that a long answer is in memory once.
  auto body = std::make_unique<text::shared_text>(
    reply.shared_body ? std::move(reply.shared_body) : std::make_shared<const std::string>(std::move(reply.body)));
  // The library takes a pointer to bytes that may be changed, and does not change them.
  auto* const bytes = const_cast<char*>((*body)->data());
  auto* const response =
    MHD_create_response_from_buffer_with_free_callback_cls((*body)->size(), bytes, &free_body, body.get());
  if (response == nullptr) return MHD_NO;
  static_cast<void>(body.release());
  MHD_add_response_header(response, MHD_HTTP_HEADER_CONTENT_TYPE, reply.content_type.c_str());
  for (const auto& text : reply.warnings)
    MHD_add_response_header(response, MHD_HTTP_HEADER_WARNING, warning_header(text).c_str());
  if (reply.is_last) MHD_add_response_header(response, MHD_HTTP_HEADER_CONNECTION, "close");
  if (reply.exit_code != 0)
    MHD_add_response_header(response, exit_code_header, std::to_string(reply.exit_code).c_str());
  for (const auto& [name, value] : reply.headers) MHD_add_response_header(response, name.c_str(), value.c_str());
  const auto queued = MHD_queue_response(connection, static_cast<unsigned>(reply.status), response);
  MHD_destroy_response(response);
  return queued;
}

base::result<listen_socket> listen_at_address(const std::variant<tcp_address, unix_address>& address) {
  return std::visit([](const auto& concrete) { return listen_at(concrete); }, address);
}

/// The name of the listener in the log.
std::string name_of(const std::variant<tcp_address, unix_address>& address, std::uint16_t port) {
  if (const auto* at = std::get_if<unix_address>(&address)) return at->path;
  return std::get<tcp_address>(address).host + ":" + std::to_string(port);
}

/// Shuts the socket down: the client sees the end, and the library closes the connection in its next turn.
/// Bytes that the client has not read are dropped, or the kernel would keep them for minutes.
void end_connection(int socket) {
  int unread = 0;
  constexpr linger at_once{.l_onoff = 1, .l_linger = 0};
  if (::ioctl(socket, SIOCOUTQ, &unread) == 0 && unread > 0)
    ::setsockopt(socket, SOL_SOCKET, SO_LINGER, &at_once, sizeof at_once);
  ::shutdown(socket, SHUT_RDWR);
}

} // namespace

/// The library's daemon, and the thread that accepts clients for it and keeps their time.
class listener::server {
public:
  server(listener_options options, http_handler handler)
    : options_(std::move(options)), handler_(std::move(handler)),
      places_({options_.connections_max, options_.request_time, options_.answer_time, options_.idle_time,
               options_.identity != nullptr,
               options_.identity ? std::optional(options_.handshake_time) : std::nullopt}),
      bodies_({options_.body_bytes_max, options_.bodies_bytes_max}),
      exchanges_(std::make_shared<exchanges>(options_.answers_bytes_max, [this] { wake_.set(); })) {}

  base::result<void> start();
  ~server();

  std::uint16_t port = 0;

private:
  static MHD_Result on_access(void* self, MHD_Connection* connection, const char* path, const char* method,
                              const char* version, const char* upload, std::size_t* upload_size, void** state);
  static void on_connection(void* self, MHD_Connection* connection, void**, MHD_ConnectionNotificationCode what);
  static void on_completed(void* self, MHD_Connection* connection, void** state, MHD_RequestTerminationCode);

  void run();
  void wait();
  void accept_clients();
  void make_room();
  [[nodiscard]] bool has_room() const { return open_ < options_.connections_max + room_beside_places; }
  [[nodiscard]] int patience(clock::time_point now) const;

  MHD_Result expect_body(MHD_Connection* connection, connection_state& state);
  MHD_Result begin(MHD_Connection* connection, const char* path, const char* method, void** state);
  MHD_Result go_on(MHD_Connection* connection, connection_state& state);
  MHD_Result answer(MHD_Connection* connection, server_response reply, credit earned = credit::none);
  [[nodiscard]] bool has_authorities() const;
  [[nodiscard]] bool is_vouched(MHD_Connection* connection) const;
  void note_refused(refused_room what, const std::string& busiest) const {
    if (options_.identity) options_.identity->refused()->note(what, busiest);
  }

  listener_options options_;
  http_handler handler_;
  std::optional<connection_intake> intake_;
  connection_places places_;
  body_intake bodies_;
  unsigned open_ = 0; ///< connections, also those that must end
  time::wake_event wake_;
  std::shared_ptr<exchanges> exchanges_;
  MHD_Daemon* daemon_ = nullptr;
  int daemon_events_ = -1; ///< readable when the library has something to do
  std::atomic<bool> is_accepting_ = true;
  std::atomic<bool> is_running_ = true;
  std::thread thread_;
};

base::result<void> listener::server::start() {
  auto listening = listen_at_address(options_.address);
  if (!listening) return tl::unexpected(listening.error());
  // The library gets no listening socket and no thread of its own: a client that it cannot accept would wake
  // it without end, and its time limits would begin anew with each byte.
  unsigned flags = MHD_USE_EPOLL | MHD_USE_NO_LISTEN_SOCKET | MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ITC;
  // MHD_OPTION_ARRAY ends at the first MHD_OPTION_END.
  std::array<MHD_OptionItem, 4> tls{};
  tls.fill({MHD_OPTION_END, 0, nullptr});
  if (options_.identity) {
    flags |= MHD_USE_TLS;
    options_.identity->notify_handshakes(
      [this](const void* connection) { places_.shake_hands(connection, clock::now()); });
    tls[0] = {MHD_OPTION_HTTPS_CERT_CALLBACK, 0, https_identity::certificate_callback()};
    tls[1] = {MHD_OPTION_HTTPS_PRIORITIES, 0, const_cast<char*>(https_identity::versions)};
    if (const auto& pem = options_.identity->client_authorities(); !pem.empty())
      tls[2] = {MHD_OPTION_HTTPS_MEM_TRUST, 0, const_cast<char*>(pem.c_str())};
  }
  daemon_ = MHD_start_daemon(flags, 0, nullptr, nullptr, &server::on_access, this,                           //
                             MHD_OPTION_CONNECTION_LIMIT, options_.connections_max + 2 * room_beside_places, //
                             MHD_OPTION_NOTIFY_CONNECTION, &server::on_connection, this,                     //
                             MHD_OPTION_NOTIFY_COMPLETED, &server::on_completed, this,                       //
                             MHD_OPTION_ARRAY, tls.data(), MHD_OPTION_END);
  if (daemon_ == nullptr)
    return base::fail(base::error_code::io, std::string("cannot start the HTTP server: ") + std::strerror(errno));
  daemon_events_ = MHD_get_daemon_info(daemon_, MHD_DAEMON_INFO_EPOLL_FD)->epoll_fd;
  port = listening->port;
  intake_.emplace(std::move(listening->descriptor), name_of(options_.address, port));
  thread_ = std::thread([this] { run(); });
  return {};
}

// The library aborts the program if a connection is suspended when the daemon stops, so all exchanges end
// first.
listener::server::~server() {
  if (daemon_ == nullptr) return;
  is_accepting_ = false;
  exchanges_->end();
  is_running_ = false;
  wake_.set();
  thread_.join();
  MHD_stop_daemon(daemon_);
  if (const auto* at = std::get_if<unix_address>(&options_.address)) ::unlink(at->path.c_str());
}

void listener::server::run() {
  if (options_.identity) options_.identity->use_on_this_thread();
  while (is_running_) {
    wait();
    accept_clients();
    MHD_run(daemon_);
    for (const int late : places_.take_late(clock::now())) end_connection(late);
    for (const auto* slow : exchanges_->take_slow())
      if (const auto socket = places_.take(slow)) end_connection(*socket);
  }
}

void listener::server::wait() {
  const auto now = clock::now();
  // While all clients wait for the handler no place can be freed, so a further client cannot be accepted.
  const bool may_accept = has_room() || places_.has_slow();
  const auto clients = is_accepting_ && may_accept ? intake_->descriptor(now) : std::nullopt;
  std::array<pollfd, 3> events{
    {{wake_.descriptor(), POLLIN, 0}, {daemon_events_, POLLIN, 0}, {clients.value_or(-1), POLLIN, 0}}};
  ::poll(events.data(), events.size(), patience(now));
  if (events[0].revents != 0) wake_.clear();
}

/// The time until the next deadline in milliseconds, for poll(2); -1: there is no deadline.
int listener::server::patience(clock::time_point now) const {
  MHD_UNSIGNED_LONG_LONG of_daemon = 0;
  auto until = places_.next_deadline();
  if (const auto end = intake_->pause_end()) until = std::min(until.value_or(*end), *end);
  if (MHD_get_timeout(daemon_, &of_daemon) == MHD_YES) {
    const auto end = now + std::chrono::milliseconds(of_daemon);
    until = std::min(until.value_or(end), end);
  }
  if (!until) return -1;
  return static_cast<int>(
    std::max<std::int64_t>(std::chrono::ceil<std::chrono::milliseconds>(*until - now).count(), 0));
}

void listener::server::accept_clients() {
  const auto pause_before = intake_->pause_end();
  for (int i = 0; i < accepted_in_turn && is_accepting_; ++i) {
    if (!has_room()) return make_room();
    auto client = intake_->accept(clock::now());
    if (!client) break;
    sockaddr_storage peer{};
    socklen_t size = sizeof peer;
    auto* const plain = reinterpret_cast<sockaddr*>(&peer);
    if (::getpeername(client->get(), plain, &size) != 0) continue; // it has gone
    ::setsockopt(client->get(), SOL_SOCKET, SO_SNDBUF, &unread_bytes_in_kernel, sizeof unread_bytes_in_kernel);
    // The library closes the socket even if it refuses the connection.
    MHD_add_connection(daemon_, client->release(), plain, size);
  }
  // The process has no descriptor for a waiting client, and the end of a slow connection frees a descriptor.
  if (intake_->pause_end() && intake_->pause_end() != pause_before)
    if (const auto slowest = places_.take_slowest()) end_connection(*slowest);
}

/// Lets a client go if a further client waits. The place is free when the library has closed the connection.
void listener::server::make_room() {
  if (!intake_->has_client()) return;
  if (const auto slowest = places_.take_slowest()) end_connection(*slowest);
}

MHD_Result listener::server::on_access(void* self, MHD_Connection* connection, const char* path, const char* method,
                                       const char*, const char* upload, std::size_t* upload_size, void** state) {
  auto& me = *static_cast<server*>(self);
  if (*state == nullptr) return me.begin(connection, path, method, state);
  auto& request_state = *static_cast<connection_state*>(*state);
  if (*upload_size == 0) return me.go_on(connection, request_state);
  if (!request_state.refusal) request_state.request.body.append(upload, *upload_size);
  *upload_size = 0;
  return MHD_YES;
}

/// The head has come.
MHD_Result listener::server::begin(MHD_Connection* connection, const char* path, const char* method, void** state) {
  auto begun = std::make_unique<connection_state>();
  begun->request = read_head(connection, path, method);
  begun->address = address_of(connection);
  begun->is_post = begun->request.method == "POST";
  if (std::holds_alternative<unix_address>(options_.address)) begun->request.peer = peer_of(connection);
  begun->request.is_short_of_descriptors = intake_->is_short_of_descriptors();
  auto& request_state = *begun;
  *state = begun.release();
  places_.begin(connection, clock::now());
  request_state.is_vouched = is_vouched(connection);
  if (has_authorities() && !request_state.is_vouched && std::string_view(path) != "/healthz")
    return answer(connection, {.status = 403, .body = "the client needs a certificate of a known authority\n"});
  return expect_body(connection, request_state);
}

/// Decides about a body before its first byte comes.
MHD_Result listener::server::expect_body(MHD_Connection* connection, connection_state& state) {
  const auto length = announced_length(connection);
  if (length == 0) return MHD_YES;
  auto decision = bodies_.decide(state.address, length);
  if (decision.busiest) note_refused(refused_room::body, *decision.busiest);
  if (decision.refusal && decision.ends_connection) return answer(connection, std::move(*decision.refusal));
  state.refusal = std::move(decision.refusal);
  state.room = std::move(decision.room);
  if (state.room) state.request.body.reserve(*length);
  return MHD_YES;
}

bool listener::server::has_authorities() const {
  return options_.identity && !options_.identity->client_authorities().empty();
}

bool listener::server::is_vouched(MHD_Connection* connection) const {
  if (!has_authorities()) return false;
  const auto* const known = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  return known != nullptr && options_.identity->trusts_client(known->tls_session);
}

MHD_Result listener::server::answer(MHD_Connection* connection, server_response reply, credit earned) {
  places_.answer(connection, clock::now(), earned);
  return send(connection, std::move(reply));
}

// Called when the request is complete, and again when a suspended connection goes on.
MHD_Result listener::server::go_on(MHD_Connection* connection, connection_state& state) {
  if (state.refusal) return answer(connection, std::move(*state.refusal));
  if (!state.exchange) {
    places_.wait(connection);
    state.exchange = std::make_shared<exchange>(exchange{.connection = connection});
    exchanges_->add(state.exchange);
    client_reply reply{exchanges::reply_to(exchanges_, state.exchange), state.address, std::move(state.room),
                       state.is_vouched};
    handler_(std::move(state.request), std::move(reply));
  }
  auto reply = exchanges_->take_reply_or_wait(
    state.exchange, [connection] { MHD_suspend_connection(connection); },
    [this, connection] {
      MHD_resume_connection(connection);
      wake_.set();
    });
  if (!reply) return MHD_YES;
  const auto earned = state.is_post && reply->status == 200 ? credit::known : credit::none;
  return answer(connection, std::move(*reply), earned);
}

void listener::server::on_connection(void* self, MHD_Connection* connection, void**,
                                     MHD_ConnectionNotificationCode what) {
  auto& me = *static_cast<server*>(self);
  if (what == MHD_CONNECTION_NOTIFY_CLOSED) {
    --me.open_;
    me.places_.close(connection);
    if (me.options_.identity) me.options_.identity->end_handshake(connection);
    return me.intake_->resume();
  }
  ++me.open_;
  const auto* known = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_GNUTLS_SESSION);
  if (me.options_.identity && known != nullptr) me.options_.identity->begin_handshake(known->tls_session, connection);
  const auto* socket = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  // If there is no place, another client gives its place away.
  const auto peer = address_of(connection);
  const auto freed = me.places_.open(connection, socket->connect_fd, clock::now(), peer);
  if (!freed) return;
  me.note_refused(refused_room::connection, me.places_.busiest());
  end_connection(*freed);
}

void listener::server::on_completed(void* self, MHD_Connection* connection, void** state,
                                    MHD_RequestTerminationCode how) {
  auto& me = *static_cast<server*>(self);
  const std::unique_ptr<connection_state> ended(static_cast<connection_state*>(std::exchange(*state, nullptr)));
  if (ended && ended->exchange) me.exchanges_->remove(ended->exchange);
  if (how == MHD_REQUEST_TERMINATED_COMPLETED_OK) me.places_.ask_again(connection, clock::now());
}

listener::listener() = default;

listener::~listener() = default;

base::result<std::unique_ptr<listener>> listener::start(listener_options options, http_handler handler) {
  std::unique_ptr<listener> made(new listener);
  made->server_ = std::make_unique<server>(std::move(options), std::move(handler));
  if (auto started = made->server_->start(); !started) return tl::unexpected(started.error());
  return made;
}

std::uint16_t listener::port() const noexcept {
  return server_->port;
}

} // namespace sys::http
