#include "cli/socket_pages.hpp"

#include "cli/debug_question.hpp"
#include "sys/http/client.hpp"

#include <map>
#include <utility>

namespace cli {

namespace {

constexpr std::size_t waiting_threads = 2;
constexpr std::size_t questions_max = 32;
constexpr int bad_gateway = 502;
constexpr int unavailable = 503;

bool waits_for_event(const sys::http::server_request& x) {
  return x.query.contains("wait");
}

/// The type of a page, which the client does not pass on.
const char* type_of(const std::string& path) {
  if (path.ends_with(".json")) return "application/json";
  return path == "/trace" ? "application/jsonl" : "text/plain; charset=utf-8";
}

sys::http::server_response answer_of(const std::string& socket, const sys::http::server_request& x) {
  auto answer = sys::http::get_from_socket(
    socket, x.path, {.arguments = std::map<std::string, std::string>(x.query.begin(), x.query.end())});
  if (!answer)
    return sys::http::text_reply(bad_gateway,
                                 answer.error().message + step_to_reach_operator(answer.error().code) + "\n");
  return {.status = answer->status, .content_type = type_of(x.path), .body = std::move(answer->body)};
}

} // namespace

socket_pages::socket_pages(std::string socket) : socket_(std::move(socket)) {
  for (std::size_t i = 0; i < waiting_threads; ++i) threads_.emplace_back([this] { work(waiting_); });
  threads_.emplace_back([this] { work(others_); });
}

socket_pages::~socket_pages() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  changed_.notify_all();
  for (auto& thread : threads_) thread.join();
  for (auto* left : {&waiting_, &others_})
    for (auto& x : *left) x.reply(sys::http::text_reply(unavailable, "the page is about to end\n"));
}

void socket_pages::ask(sys::http::server_request x, sys::http::reply_function reply) {
  {
    const std::lock_guard lock(mutex_);
    auto& to = waits_for_event(x) ? waiting_ : others_;
    if (!is_ending_ && to.size() < questions_max) {
      to.push_back({std::move(x), std::move(reply)});
      changed_.notify_all();
      return;
    }
  }
  reply(sys::http::text_reply(unavailable, "too many questions wait: ask again\n"));
}

void socket_pages::work(line& from) {
  std::unique_lock lock(mutex_);
  while (true) {
    changed_.wait(lock, [&] { return is_ending_ || !from.empty(); });
    if (is_ending_) return;
    auto next = std::move(from.front());
    from.pop_front();
    lock.unlock();
    next.reply(answer_of(socket_, next.request));
    lock.lock();
  }
}

} // namespace cli
