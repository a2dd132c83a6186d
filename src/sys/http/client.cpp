#include "sys/http/client.hpp"

#include "libcurl/closed_transfer.hpp"
#include "sys/files/system_error.hpp"
#include "sys/http/warning_header.hpp"

#include <curl/curl.h>
#include <fmt/format.h>

#include <cerrno>
#include <charconv>
#include <memory>
#include <string_view>

namespace sys::http {

namespace {

struct end_transfer {
  void operator()(CURL* handle) const noexcept { curl_easy_cleanup(handle); }
};
using transfer = std::unique_ptr<CURL, end_transfer>;

struct end_url {
  void operator()(CURLU* handle) const noexcept { curl_url_cleanup(handle); }
};
using url = std::unique_ptr<CURLU, end_url>;

/// The received part of the body, and its maximal length.
struct body_so_far {
  std::string bytes;
  std::size_t bytes_max;
  bool is_too_long = false;
};

std::size_t take_bytes(char* bytes, std::size_t, std::size_t size, void* to) {
  auto& body = *static_cast<body_so_far*>(to);
  body.is_too_long = size > body.bytes_max - body.bytes.size();
  if (body.is_too_long) return 0; // less than came: the transfer ends
  body.bytes.append(bytes, size);
  return size;
}

/// The URL of a page. A socket has no host, so the URL may have any host.
url address_of(const std::string& path, const http_get_options& options) {
  url address(curl_url());
  const auto set = [&](CURLUPart part, const char* text, unsigned flags) {
    if (address && curl_url_set(address.get(), part, text, flags) != CURLUE_OK) address.reset();
  };
  set(CURLUPART_SCHEME, "http", 0);
  set(CURLUPART_HOST, "localhost", 0);
  set(CURLUPART_PATH, path.c_str(), CURLU_URLENCODE);
  if (!options.query.empty()) set(CURLUPART_QUERY, options.query.c_str(), 0);
  for (const auto& [name, value] : options.arguments)
    set(CURLUPART_QUERY, (name + "=" + value).c_str(), CURLU_APPENDQUERY | CURLU_URLENCODE);
  return address;
}

[[nodiscard]] bool prepare(CURL* handle, const std::string& socket, CURLU* address, const http_get_options& options,
                           body_so_far& body) {
  if (!libcurl::close_transfer(handle)) return false;
  curl_easy_setopt(handle, CURLOPT_UNIX_SOCKET_PATH, socket.c_str());
  curl_easy_setopt(handle, CURLOPT_CURLU, address);
  curl_easy_setopt(handle, CURLOPT_PATH_AS_IS, 1L);
  curl_easy_setopt(handle, CURLOPT_HTTP_VERSION, static_cast<long>(CURL_HTTP_VERSION_1_1));
  curl_easy_setopt(handle, CURLOPT_FORBID_REUSE, 1L);
  curl_easy_setopt(handle, CURLOPT_TIMEOUT_MS, static_cast<long>(options.timeout.count()));
  curl_easy_setopt(handle, CURLOPT_WRITEFUNCTION, &take_bytes);
  curl_easy_setopt(handle, CURLOPT_WRITEDATA, &body);
  return true;
}

std::vector<std::string> warnings_of(CURL* handle) {
  std::vector<std::string> warnings;
  curl_header* header = nullptr;
  while (curl_easy_header(handle, "Warning", warnings.size(), CURLH_HEADER, -1, &header) == CURLHE_OK)
    warnings.push_back(warning_text(header->value));
  return warnings;
}

int exit_code_of(CURL* handle) {
  curl_header* header = nullptr;
  if (curl_easy_header(handle, exit_code_header, 0, CURLH_HEADER, -1, &header) != CURLHE_OK) return 0;
  const std::string_view text = header->value;
  int code = 0;
  return std::from_chars(text.data(), text.data() + text.size(), code).ec == std::errc{} ? code : 0;
}

base::error not_connected(CURL* handle, const std::string& socket) {
  long number = 0;
  curl_easy_getinfo(handle, CURLINFO_OS_ERRNO, &number);
  if (number == 0) return {base::error_code::io, socket + ": " + curl_easy_strerror(CURLE_COULDNT_CONNECT)};
  auto failure = files::system_failure(socket, "cannot connect", static_cast<int>(number)).value();
  if (number == ECONNREFUSED) failure.code = base::error_code::unavailable;
  return failure;
}

base::error failure_of(CURL* handle, CURLcode code, const std::string& socket, const http_get_options& options,
                       const body_so_far& body) {
  using base::error_code;
  if (code == CURLE_COULDNT_CONNECT) return not_connected(handle, socket);
  // The only name that is looked up is the path of the socket.
  if (code == CURLE_COULDNT_RESOLVE_HOST)
    return {error_code::invalid_input, socket + ": is too long for the path of a socket"};
  if (code == CURLE_OPERATION_TIMEDOUT)
    return {error_code::timeout,
            fmt::format("{}: no answer within {} s", socket, std::chrono::duration<double>(options.timeout).count())};
  if (body.is_too_long)
    return {error_code::invalid_input,
            fmt::format("{}: the answer is longer than {} bytes", socket, options.body_bytes_max)};
  return {error_code::io, socket + ": " + curl_easy_strerror(code)};
}

} // namespace

namespace {

enum class method { get, post };

base::result<http_response> ask_socket(method how, const std::string& socket, const std::string& path,
                                       const http_get_options& options) {
  const auto address = address_of(path, options);
  const transfer handle(curl_easy_init());
  if (!address || !handle) return base::fail(base::error_code::invalid_input, socket + ": '" + path + "' is no path");
  body_so_far body{.bytes = {}, .bytes_max = options.body_bytes_max};
  if (!prepare(handle.get(), socket, address.get(), options, body))
    return base::fail(base::error_code::io, socket + ": libcurl refuses an option without which requests are not safe");
  if (how == method::post) curl_easy_setopt(handle.get(), CURLOPT_POSTFIELDS, "");
  if (const auto code = curl_easy_perform(handle.get()); code != CURLE_OK)
    return tl::unexpected(failure_of(handle.get(), code, socket, options, body));
  long status = 0;
  curl_easy_getinfo(handle.get(), CURLINFO_RESPONSE_CODE, &status);
  return http_response{static_cast<int>(status), std::move(body.bytes), warnings_of(handle.get()),
                       exit_code_of(handle.get())};
}

} // namespace

base::result<http_response> get_from_socket(const std::string& socket, const std::string& path,
                                            const http_get_options& options) {
  return ask_socket(method::get, socket, path, options);
}

base::result<http_response> post_to_socket(const std::string& socket, const std::string& path,
                                           const http_get_options& options) {
  return ask_socket(method::post, socket, path, options);
}

} // namespace sys::http
