#include "kube/discovery/server_version.hpp"

#include "kube/api/response.hpp"

namespace kube::discovery {

namespace {

base::result<std::string> version_in(const base::result<api::http_response>& response) {
  const auto document = api::json_of(response);
  if (!document) return base::fail("reading the API server's version", document.error());
  const auto version = document->string_at("gitVersion");
  if (version) return *version;
  return base::fail(base::error_code::unavailable, "reading the API server's version: the answer has no gitVersion");
}

} // namespace

void server_version::read(std::int64_t now_us, when_unanswered otherwise, on_version done) {
  if (known_ && now_us - read_us_ < fresh_for_us) return done(*known_);
  send_({.target = "/version"}, [this, now_us, otherwise, done](const base::result<api::http_response>& response) {
    const auto version = version_in(response);
    if (!version && (otherwise == when_unanswered::failure || !known_)) return done(version);
    if (version) {
      known_ = *version;
      read_us_ = now_us;
    }
    done(*known_);
  });
}

} // namespace kube::discovery
