#include "actors/api/server_version.hpp"

#include "kube/response.hpp"

namespace actors {

void server_version::read(on_version done) {
  if (known_) return done(*known_);
  send_({.target = "/version"}, [this, done = std::move(done)](const core::result<kube::http_response>& response) {
    const auto document = kube::json_of(response);
    if (!document) return done(core::fail("reading the API server's version", document.error()));
    known_ = document->string_at("gitVersion").value_or("");
    done(*known_);
  });
}

} // namespace actors
