#include "support/page_proxy.hpp"

#include <utility>

namespace test {

namespace {

/// The number of bytes of a request, once its head is complete; 0 before that.
std::size_t size_of_request(const std::string& bytes) {
  const auto end = bytes.find("\r\n\r\n");
  if (end == std::string::npos) return 0;
  constexpr std::string_view length = "\r\nContent-Length: ";
  const auto at = bytes.substr(0, end).find(length);
  const auto body = at == std::string::npos ? 0 : std::stoul(bytes.substr(at + length.size()));
  return end + 4 + body;
}

std::string text_of(const proxy_page& page) {
  return "HTTP/1.1 " + std::to_string(page.status) + " Proxy\r\nContent-Type: " + page.content_type
         + "\r\nContent-Length: " + std::to_string(page.body.size()) + "\r\n\r\n" + page.body;
}

} // namespace

void page_proxy::answer_by(choice choose) {
  const std::lock_guard lock(mutex_);
  choose_ = std::move(choose);
}

void page_proxy::hold() {
  const std::lock_guard lock(mutex_);
  holds_ = true;
}

void page_proxy::release() {
  const std::lock_guard lock(mutex_);
  holds_ = false;
  for (const auto& [socket, bytes] : std::exchange(held_, {})) send(socket, bytes);
}

std::size_t page_proxy::pages_sent() {
  const std::lock_guard lock(mutex_);
  return pages_sent_;
}

void page_proxy::opened(int client, int /*other*/) {
  requests_[client];
}

void page_proxy::received(int socket, std::string_view bytes) {
  const std::lock_guard lock(mutex_);
  const auto request = requests_.find(socket);
  if (request == requests_.end()) return pass_on(peer_of(socket), bytes);
  request->second += bytes;
  const auto size = size_of_request(request->second);
  if (size == 0 || request->second.size() < size) return;
  request_came(socket, request->second);
  request->second.clear();
}

void page_proxy::request_came(int socket, const std::string& request) {
  const auto* page = choose_ ? choose_(request.substr(0, request.find("\r\n"))) : nullptr;
  if (!page) return pass_on(peer_of(socket), request);
  ++pages_sent_;
  pass_on(socket, text_of(*page));
}

void page_proxy::pass_on(int socket, std::string_view bytes) {
  if (holds_)
    held_[socket] += bytes;
  else
    send(socket, bytes);
}

void page_proxy::forgotten(int socket) {
  requests_.erase(socket);
  held_.erase(socket);
}

} // namespace test
