#include "kube/discovery/server_version.hpp"

#include "kube/api/response.hpp"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>

namespace kube::discovery {

namespace {

using numbers = std::array<std::uint64_t, 3>;

/// `v1.36.3` and a text behind it, which is ignored.
std::optional<numbers> numbers_of(std::string_view version) {
  if (version.starts_with('v')) version.remove_prefix(1);
  numbers found{};
  for (std::size_t i = 0; i < found.size(); ++i) {
    if (i > 0 && !version.starts_with('.')) return std::nullopt;
    if (i > 0) version.remove_prefix(1);
    const auto [end, failure] = std::from_chars(version.data(), version.data() + version.size(), found.at(i));
    if (failure != std::errc()) return std::nullopt;
    version.remove_prefix(static_cast<std::size_t>(end - version.data()));
  }
  return found;
}

base::result<std::string> version_in(const base::result<api::http_response>& response) {
  const auto document = api::json_of(response);
  if (!document) return base::fail("reading the API server's version", document.error());
  const auto version = document->string_at("gitVersion");
  if (version) return *version;
  return base::fail(base::error_code::unavailable, "reading the API server's version: the answer has no gitVersion");
}

} // namespace

bool is_older_version(std::string_view a, std::string_view b) {
  const auto of_a = numbers_of(a);
  const auto of_b = numbers_of(b);
  return of_a && of_b && *of_a < *of_b;
}

void server_version::read(std::int64_t now_us, when_unanswered otherwise, on_version done) {
  if (known_ && now_us - read_us_ < fresh_for_us) return done(*known_);
  send_({.target = "/version"}, [this, now_us, otherwise, done](const base::result<api::http_response>& response) {
    const auto version = version_in(response);
    if (!version && (otherwise == when_unanswered::failure || !known_)) return done(version);
    if (version) take(*version, now_us);
    done(*known_);
  });
}

void server_version::take(std::string version, std::int64_t now_us) {
  read_us_ = now_us;
  if (known_ && is_older_version(version, *known_)) {
    if (!older_since_us_) {
      older_since_us_ = now_us;
      if (report_) report_(version, *known_);
    }
    if (now_us - *older_since_us_ < older_version_time.count()) return;
  }
  older_since_us_.reset();
  known_ = std::move(version);
}

std::optional<std::chrono::microseconds> server_version::settles_in(std::int64_t now_us) const {
  if (!older_since_us_) return std::nullopt;
  const std::chrono::microseconds left{*older_since_us_ + older_version_time.count() - now_us};
  return std::clamp(left, std::chrono::microseconds{fresh_for_us}, older_version_look);
}

} // namespace kube::discovery
