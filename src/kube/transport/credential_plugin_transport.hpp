#pragma once

#include "kube/access/cluster.hpp"
#include "kube/access/credential_plugin.hpp"
#include "kube/api/transport.hpp"

#include <chrono>
#include <functional>
#include <memory>

namespace kube::transport {

struct credential_plugin_transport_options {
  using on_obtained = std::function<void(base::result<access::plugin_credentials>)>;

  /// Sends each request with the credentials in `http_request::identity`.
  std::shared_ptr<api::transport> inner;
  /// Runs the plugin and hands over the result, on any thread, perhaps before the call returns. Not called
  /// again before the result has come.
  std::function<void(on_obtained)> obtain;
  std::function<void()> end; ///< ends the work of `obtain`: it gives no result from then on
  std::function<std::chrono::system_clock::time_point()> now; ///< a wall clock: credentials expire by it
};

/// Gives requests the credentials of a plugin. The credentials are kept until they expire or the API server
/// refuses them with 401; the refused request is then sent once more with new credentials. Requests wait
/// while the plugin runs. If the plugin fails, the waiting requests fail with its reason, and the next
/// request starts the plugin again.
/// Why so: docs/decisions/credentials-are-read-again.md
class credential_plugin_transport final : public api::transport {
public:
  explicit credential_plugin_transport(credential_plugin_transport_options options);
  ~credential_plugin_transport() override;

  api::transfer_id start(api::http_request request, api::response_events events) override;
  void cancel(api::transfer_id id) override;

private:
  class state;
  std::shared_ptr<state> state_;
};

} // namespace kube::transport
