#include "sys/http/request_head.hpp"

#include "sys/http/client_address.hpp"

#include <microhttpd.h>
#include <sys/socket.h>

#include <cstdlib>

namespace sys::http {

namespace {

MHD_Result add_argument(void* query, MHD_ValueKind, const char* key, const char* value) {
  auto& arguments = *static_cast<decltype(server_request::query)*>(query);
  arguments.insert_or_assign(key, value == nullptr ? "" : value);
  return MHD_YES;
}

} // namespace

server_request read_head(MHD_Connection* connection, const char* path, const char* method) {
  server_request request{.method = method, .path = path};
  MHD_get_connection_values(connection, MHD_GET_ARGUMENT_KIND, &add_argument, &request.query);
  const auto header = [&](const char* name) {
    const char* value = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, name);
    return std::string(value == nullptr ? "" : value);
  };
  request.accept = header(MHD_HTTP_HEADER_ACCEPT);
  request.content_type = header(MHD_HTTP_HEADER_CONTENT_TYPE);
  request.host = header(MHD_HTTP_HEADER_HOST);
  request.origin = header(MHD_HTTP_HEADER_ORIGIN);
  request.fetch_site = header("Sec-Fetch-Site");
  return request;
}

std::optional<socket_peer> peer_of(MHD_Connection* connection) {
  const auto* const known = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CONNECTION_FD);
  ucred peer{};
  socklen_t size = sizeof peer;
  if (known == nullptr || ::getsockopt(known->connect_fd, SOL_SOCKET, SO_PEERCRED, &peer, &size) != 0)
    return std::nullopt;
  return socket_peer{peer.uid, peer.pid};
}

std::string address_of(MHD_Connection* connection) {
  const auto* const known = MHD_get_connection_info(connection, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
  return known == nullptr ? std::string() : address_text(known->client_addr);
}

std::optional<std::uint64_t> announced_length(MHD_Connection* connection) {
  if (MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_TRANSFER_ENCODING) != nullptr)
    return std::nullopt;
  const char* length = MHD_lookup_connection_value(connection, MHD_HEADER_KIND, MHD_HTTP_HEADER_CONTENT_LENGTH);
  // The library has refused a length that is no number.
  return length == nullptr ? 0 : std::strtoull(length, nullptr, 10);
}

} // namespace sys::http
