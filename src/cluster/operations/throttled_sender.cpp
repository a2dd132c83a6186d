#include "cluster/operations/throttled_sender.hpp"

#include "kube/api/response.hpp"

#include <algorithm>
#include <memory>
#include <utility>

namespace cluster::operations {

namespace {

using std::chrono::seconds;

constexpr int answers_max = 10;
constexpr seconds wait_max{30};

/// A request that may be sent several times.
struct attempt : std::enable_shared_from_this<attempt> {
  kube::api::http_request request;
  kube::api::on_response done;
  kube::api::send_request send;
  wait_then wait;
  int answers = 0;

  void go() {
    send(request, [self = shared_from_this()](const base::result<kube::api::http_response>& x) { self->answered(x); });
  }

  void answered(const base::result<kube::api::http_response>& x) {
    if (!x || x->status != 429 || ++answers >= answers_max) return done(x);
    wait(std::min(kube::api::retry_after(*x).value_or(seconds(1)), wait_max),
         [self = shared_from_this()] { self->go(); });
  }
};

} // namespace

kube::api::send_request throttled_sender(kube::api::send_request send, wait_then wait) {
  return
    [send = std::move(send), wait = std::move(wait)](kube::api::http_request request, kube::api::on_response done) {
      auto x = std::make_shared<attempt>();
      x->request = std::move(request);
      x->done = std::move(done);
      x->send = send;
      x->wait = wait;
      x->go();
    };
}

} // namespace cluster::operations
