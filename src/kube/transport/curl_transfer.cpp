#include "kube/transport/curl_transfer.hpp"

#include "kube/api/request.hpp"
#include "kube/transport/curl_error.hpp"
#include "kube/transport/curl_trust.hpp"
#include "kube/transport/short_watch.hpp"
#include "libcurl/closed_transfer.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace kube::transport {

namespace {

// A watch's lines are small and there are hundreds of watches; lists are large and few.
constexpr long stream_buffer_bytes = 4096;
constexpr long answer_buffer_bytes = 65536;

// Keepalive for transfers with connections of their own. After about two minutes the kernel notices that a
// peer has died silently, unless a proxy on the way still acknowledges.
constexpr long keepalive_idle_seconds = 30;
constexpr long keepalive_interval_seconds = 10;

// libcurl forgets the time limit of a request that waits for a connection. So this transport has a limit of
// its own for each request. The own limit is a little longer, so that libcurl names the reason if it can.
constexpr std::chrono::seconds request_margin{1};

/// The name of the proxy for libcurl. The proxy looks up the server's host, also over SOCKS: names of a
/// private network may be known only there.
std::string shown_to_libcurl(const access::proxy& x) {
  return x.scheme == "socks5" ? "socks5h://" + x.address : access::shown(x);
}

/// The maximal length of an answer with an error status: a Status, or a page of a proxy.
constexpr std::size_t error_bytes_max = std::size_t{1} << 20;
constexpr std::size_t head_bytes_max = std::size_t{256} << 10;

/// libcurl ends the transfer if less is taken than has come.
constexpr std::size_t refused_bytes = 0;

struct url_deleter {
  void operator()(CURLU* x) const { curl_url_cleanup(x); }
};

std::string part_of(CURLU* url, CURLUPart part) {
  char* text = nullptr;
  if (curl_url_get(url, part, &text, CURLU_DEFAULT_PORT) != CURLUE_OK) return {};
  std::string result = text;
  curl_free(text);
  return result;
}

} // namespace

curl_transfer::curl_transfer(api::transfer_id id, api::http_request request, api::response_events events,
                             cancel_flag cancelled, answer_budget& budget)
  : id_(id), request_(std::move(request)), events_(std::move(events)), cancelled_(std::move(cancelled)),
    easy_(curl_easy_init()), buffer_(&budget), answers_bytes_max_(budget.bytes_max()), begun_(clock::now()),
    last_byte_(begun_) {}

curl_transfer::~curl_transfer() {
  curl_easy_cleanup(easy_);
  curl_slist_free_all(headers_);
  curl_slist_free_all(connect_to_);
}

void curl_transfer::shorten_watch() {
  if (request_.streaming) request_.target = short_target(std::move(request_.target));
}

base::result<void> curl_transfer::prepare(const curl_transport_options& options,
                                          std::shared_ptr<const access::credentials> identity,
                                          std::shared_ptr<const std::string> trust) {
  if (auto fine = api::check_request(request_); !fine) return fine;
  if (options.permit && request_.method != "GET" && !options.permit->may_write())
    return base::fail(base::error_code::throttled, base::not_permitted);
  trust_ = std::move(trust);
  identity_ = request_.identity ? request_.identity : std::move(identity);
  if (!easy_) return base::fail(base::error_code::io, "libcurl has no memory for another transfer");
  if (!libcurl::close_transfer(easy_) || !set_trust(easy_, options.cluster, *trust_))
    return base::fail(base::error_code::io, "libcurl cannot limit its trust to the given authorities: use a "
                                            "libcurl with OpenSSL, 7.85 or newer");
  curl_easy_setopt(easy_, CURLOPT_PRIVATE, this);
  curl_easy_setopt(easy_, CURLOPT_ERRORBUFFER, error_text_);
  curl_easy_setopt(easy_, CURLOPT_WRITEFUNCTION, &curl_transfer::on_data);
  curl_easy_setopt(easy_, CURLOPT_WRITEDATA, this);
  curl_easy_setopt(easy_, CURLOPT_HEADERFUNCTION, &curl_transfer::on_header);
  curl_easy_setopt(easy_, CURLOPT_HEADERDATA, this);
  curl_easy_setopt(easy_, CURLOPT_USERAGENT, options.user_agent.c_str());
  set_address(options.cluster);
  set_method_and_body();
  set_headers();
  set_client_certificate(easy_, *identity_);
  set_proxy(options.cluster);
  set_limits(options);
  set_login();
  return {};
}

void curl_transfer::send_over(curl_connection& connection) {
  connection_ = &connection;
  connection.pool().serve(easy_);
  // CURLOPT_PIPEWAIT stays off: if the server has begun to shut the connection down, each transfer makes its
  // own connection instead of waiting in libcurl, which may forget it there.
  curl_easy_setopt(easy_, CURLOPT_PREREQFUNCTION, &curl_transfer::on_connection);
  curl_easy_setopt(easy_, CURLOPT_PREREQDATA, this);
}

void curl_transfer::take_from(std::shared_ptr<const curl_pool> pool) {
  pool_ = std::move(pool);
  pool_->serve(easy_);
}

void curl_transfer::set_login() {
  if (!identity_->user_name.empty()) {
    curl_easy_setopt(easy_, CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BASIC));
    curl_easy_setopt(easy_, CURLOPT_USERNAME, identity_->user_name.c_str());
    curl_easy_setopt(easy_, CURLOPT_PASSWORD, identity_->password.c_str());
  }
  if (identity_->token.empty()) return;
  curl_easy_setopt(easy_, CURLOPT_HTTPAUTH, static_cast<long>(CURLAUTH_BEARER));
  curl_easy_setopt(easy_, CURLOPT_XOAUTH2_BEARER, identity_->token.c_str());
}

void curl_transfer::set_method_and_body() {
  if (request_.method != "GET") curl_easy_setopt(easy_, CURLOPT_CUSTOMREQUEST, request_.method.c_str());
  if (request_.body.empty() && request_.method != "POST") return;
  curl_easy_setopt(easy_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.body.size()));
  curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, request_.body.data());
}

void curl_transfer::set_headers() {
  headers_ = curl_slist_append(headers_, ("Accept: " + request_.accept).c_str());
  if (!request_.content_type.empty())
    headers_ = curl_slist_append(headers_, ("Content-Type: " + request_.content_type).c_str());
  for (const auto& header : access::headers_of(identity_->as)) headers_ = curl_slist_append(headers_, header.c_str());
  // Without this empty header libcurl would wait for "100 Continue", a round trip for each larger body.
  headers_ = curl_slist_append(headers_, "Expect:");
  curl_easy_setopt(easy_, CURLOPT_HTTPHEADER, headers_);
}

void curl_transfer::set_address(const access::cluster& x) {
  auto url = x.address + request_.target;
  if (!x.tls_server_name.empty()) {
    // libcurl takes the server's name for SNI and for the check of the certificate from the URL. So the URL
    // has that name, and CURLOPT_CONNECT_TO leads the connection to the real host.
    std::unique_ptr<CURLU, url_deleter> parts(curl_url());
    curl_url_set(parts.get(), CURLUPART_URL, url.c_str(), CURLU_PATH_AS_IS);
    const auto real = "::" + part_of(parts.get(), CURLUPART_HOST) + ":" + part_of(parts.get(), CURLUPART_PORT);
    connect_to_ = curl_slist_append(connect_to_, real.c_str());
    curl_easy_setopt(easy_, CURLOPT_CONNECT_TO, connect_to_);
    curl_url_set(parts.get(), CURLUPART_HOST, x.tls_server_name.c_str(), 0);
    url = part_of(parts.get(), CURLUPART_URL);
  }
  curl_easy_setopt(easy_, CURLOPT_URL, url.c_str());
  curl_easy_setopt(easy_, CURLOPT_PATH_AS_IS, 1L);
}

void curl_transfer::set_proxy(const access::cluster& x) {
  if (!x.proxy) return;
  curl_easy_setopt(easy_, CURLOPT_PROXY, shown_to_libcurl(*x.proxy).c_str());
  // The answer of the proxy to CONNECT is not the answer of the server.
  curl_easy_setopt(easy_, CURLOPT_SUPPRESS_CONNECT_HEADERS, 1L);
  if (!x.proxy->user.empty() || !x.proxy->password.empty()) {
    curl_easy_setopt(easy_, CURLOPT_PROXYUSERNAME, x.proxy->user.c_str());
    curl_easy_setopt(easy_, CURLOPT_PROXYPASSWORD, x.proxy->password.c_str());
  }
  set_client_certificate_of_proxy(easy_, *identity_);
}

void curl_transfer::set_limits(const curl_transport_options& options) {
#if LIBCURL_VERSION_NUM >= 0x075700
  // With this option the end of a transfer does not wait for a name server that does not answer. (An older
  // libcurl always waits.)
  curl_easy_setopt(easy_, CURLOPT_QUICK_EXIT, 1L);
#endif
  curl_easy_setopt(easy_, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_2TLS));
  curl_easy_setopt(easy_, CURLOPT_FRESH_CONNECT, request_.fresh_connection ? 1L : 0L);
  curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS, static_cast<long>(options.connect_timeout.count()));
  curl_easy_setopt(easy_, CURLOPT_TIMEOUT_MS, request_.streaming ? 0L : static_cast<long>(request_.timeout.count()));
  curl_easy_setopt(easy_, CURLOPT_TCP_KEEPALIVE, 1L);
  curl_easy_setopt(easy_, CURLOPT_TCP_KEEPIDLE, keepalive_idle_seconds);
  curl_easy_setopt(easy_, CURLOPT_TCP_KEEPINTVL, keepalive_interval_seconds);
  curl_easy_setopt(easy_, CURLOPT_BUFFERSIZE, request_.streaming ? stream_buffer_bytes : answer_buffer_bytes);
  quiet_stream_ = options.quiet_stream;
  list_bytes_max_ = options.list_bytes_max;
  list_bytes_option_ = options.list_bytes_option;
}

curl_transfer::clock::time_point curl_transfer::deadline() const {
  if (!request_.streaming)
    return request_.timeout.count() == 0 ? clock::time_point::max() : begun_ + request_.timeout + request_margin;
  if (request_.idle_timeout.count() == 0) return clock::time_point::max();
  const std::chrono::milliseconds patience = request_.idle_timeout;
  return last_byte_ + (is_watched_over() ? patience : std::min(patience, quiet_stream_));
}

bool curl_transfer::is_watched_over() const {
  if (!connection_ || needs_own_connection()) return false;
  return port_ == 0 || connection_->leads_through(port_);
}

bool curl_transfer::is_left_behind() const {
  return connection_ && streaming_ && !needs_own_connection() && !connection_->leads_through(port_);
}

bool curl_transfer::needs_own_connection() const {
  long version = CURL_HTTP_VERSION_NONE;
  curl_easy_getinfo(easy_, CURLINFO_HTTP_VERSION, &version);
  return version == CURL_HTTP_VERSION_1_0 || version == CURL_HTTP_VERSION_1_1;
}

std::size_t curl_transfer::on_data(char* bytes, std::size_t, std::size_t count, void* self) {
  return static_cast<curl_transfer*>(self)->take({bytes, count}) ? count : refused_bytes;
}

std::size_t curl_transfer::on_header(char* bytes, std::size_t, std::size_t count, void* self) {
  // An empty line ends the head; interim answers (1xx) have heads of their own.
  auto& x = *static_cast<curl_transfer*>(self);
  x.hear();
  x.head_bytes_ += count;
  if (x.head_bytes_ > head_bytes_max) {
    x.refuse(bounded_answer::taken::too_long, head_bytes_max);
    return refused_bytes;
  }
  if (std::string_view(bytes, count) == "\r\n" && x.status() >= 200) x.begin();
  return count;
}

int curl_transfer::on_connection(void* self, char*, char*, int, int own_port) {
  auto& x = *static_cast<curl_transfer*>(self);
  x.port_ = own_port;
  x.connection_->carries(x.id_, own_port, clock::now());
  return CURL_PREREQFUNC_OK;
}

void curl_transfer::hear() {
  last_byte_ = clock::now();
  if (connection_) connection_->hear(port_, last_byte_);
}

void curl_transfer::begin() {
  if (std::exchange(answered_, true)) return;
  streaming_ = request_.streaming && status() == 200;
  if (streaming_ && !is_cancelled() && events_.on_begin) events_.on_begin();
}

bool curl_transfer::take(std::string_view bytes) {
  hear();
  begin();
  return streaming_ ? split_lines(bytes) : keep(bytes, body_bytes_max());
}

bool curl_transfer::split_lines(std::string_view bytes) {
  for (auto end = bytes.find('\n'); end != std::string_view::npos; end = bytes.find('\n')) {
    if (buffer_.empty()) {
      hand_out(bytes.substr(0, end));
    } else {
      if (!keep(bytes.substr(0, end), api::object_bytes_max)) return false;
      hand_out(buffer_.text());
      buffer_.clear();
    }
    bytes.remove_prefix(end + 1);
  }
  return keep(bytes, api::object_bytes_max);
}

std::size_t curl_transfer::body_bytes_max() const {
  if (status() >= 400) return error_bytes_max;
  return request_.answer_bytes_max == 0 ? list_bytes_max_ : request_.answer_bytes_max;
}

bool curl_transfer::keep(std::string_view bytes, std::size_t bytes_max) {
  const auto taken = buffer_.append(bytes, bytes_max);
  if (taken == bounded_answer::taken::all) return true;
  refuse(taken, bytes_max);
  buffer_.clear();
  return false;
}

void curl_transfer::refuse(bounded_answer::taken why, std::size_t bytes_max) {
  const auto what = (streaming_ ? "a line of the watch " : "the answer to " + request_.method + " ") + request_.target;
  if (why == bounded_answer::taken::no_room) {
    refusal_ = what + " is given up: all answers that are coming in have more than "
               + std::to_string(answers_bytes_max_) + " bytes together; it is tried again";
    return;
  }
  refusal_ = what + " has more than " + std::to_string(bytes_max) + " bytes, and is given up";
  const bool is_list = !streaming_ && request_.answer_bytes_max == 0 && bytes_max == list_bytes_max_;
  if (is_list && !list_bytes_option_.empty()) refusal_ += "; the bound is set by " + list_bytes_option_;
  if (!is_list) refusal_ += ": is this the API server?";
}

void curl_transfer::hand_out(std::string_view line) {
  if (lines_) ++*lines_;
  if (!is_cancelled() && events_.on_line) events_.on_line(line);
}

long curl_transfer::status() const {
  long result = 0;
  curl_easy_getinfo(easy_, CURLINFO_RESPONSE_CODE, &result);
  return result;
}

base::error curl_transfer::reason_of(CURLcode code, const curl_transport_options& options) const {
  if (!refusal_.empty()) return {base::error_code::invalid_input, access::way_to(options.cluster) + ": " + refusal_};
  return error_of_curl({.code = code, .text = error_text_, .handle = easy_, .cluster = options.cluster});
}

std::optional<std::int64_t> curl_transfer::date() const {
  curl_header* found = nullptr;
  if (curl_easy_header(easy_, "Date", 0, CURLH_HEADER, -1, &found) != CURLHE_OK) return std::nullopt;
  const auto seconds = curl_getdate(found->value, nullptr);
  return seconds < 0 ? std::nullopt : std::optional<std::int64_t>(seconds);
}

void curl_transfer::finish() {
  api::http_response response{.status = static_cast<int>(status())};
  if (streaming_ && !buffer_.empty()) hand_out(buffer_.take());
  response.body = buffer_.take();
  curl_off_t seconds = 0;
  if (curl_easy_getinfo(easy_, CURLINFO_RETRY_AFTER, &seconds) == CURLE_OK && seconds > 0)
    response.retry_after = std::min(std::chrono::seconds(seconds), api::retry_after_max);
  response.date_s = date();
  if (!is_cancelled() && events_.on_done) events_.on_done(std::move(response));
}

void curl_transfer::break_off() {
  buffer_.clear();
  finish();
}

void curl_transfer::fail(base::error reason) {
  if (!is_cancelled() && events_.on_done) events_.on_done(tl::unexpected(std::move(reason)));
}

} // namespace kube::transport
