#pragma once

#include "kube/api/transport.hpp"
#include "worlds/current_troubles.hpp"
#include "worlds/part.hpp"
#include "worlds/sent_review.hpp"

#include <cstdint>
#include <functional>
#include <string>

namespace worlds {

/// The API server as a client of the operator's webhooks. Their failures are ignored (`failurePolicy`), so
/// that a write may be late by the time limit of a webhook, and is never refused.
class admission : public part {
public:
  admission(stage& around, current_troubles& troubles) : part(around), troubles_(troubles) {}

  /// A client writes an object that the webhook of the module reviews.
  void ask(const std::string& module);
  /// Whether a webhook reviews this request of the operator.
  [[nodiscard]] bool has_review(const kube::api::http_request& request) const;
  /// @param then carries the request out: after the answer, or when its time is over
  void admit(const kube::api::http_request& request, std::function<void()> then);

private:
  struct question {
    std::string uid;
    std::string module;
    bool is_own_write;
    std::function<void()> then;
  };
  void begin(question x);
  void send(const question& x);

  current_troubles& troubles_;
  std::uint64_t last_uid_ = 0;
  std::uint64_t last_number_ = 0;
};

} // namespace worlds
