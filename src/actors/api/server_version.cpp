#include "actors/api/server_version.hpp"

#include "kube/response.hpp"

namespace actors {

void server_version::read(on_version done) {
  if (known_) return done(*known_);
  send_({.target = "/version"}, [this, done = std::move(done)](const core::result<kube::http_response>& response) {
    const auto document = kube::json_of(response);
    if (!document) return done(core::fail("reading the API server's version", document.error()));
    const auto version = document->string_at("gitVersion");
    if (!version)
      return done(
        core::fail(core::error_code::unavailable, "reading the API server's version: the answer has no gitVersion"));
    known_ = *version;
    done(*known_);
  });
}

} // namespace actors
