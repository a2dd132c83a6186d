#pragma once

#include "actors/messages/interfaces.hpp"
#include "base/evaluation_limit.hpp"
#include "base/portioned_work.hpp"
#include "core/webhooks/conversion_review.hpp"

#include <functional>
#include <string>
#include <vector>

namespace actors::webhooks {

/// The stages of conversions that a jq program performs, in portions of 20 ms: reviews for hooks have their
/// turn in between. A part of the WEBHOOK SERVER.
class jq_stages {
public:
  using done_function = std::function<void(base::result<std::vector<core::webhooks::conversion_object>>)>;

  jq_stages(framework::actor_base<messages::webhook_server_actor>* self, base::evaluation_limit_ptr limit);

  /// @param program compiles, because the configuration of the hook was checked
  /// @param version of the objects afterwards, with the group
  void begin(const std::string& program, std::vector<core::webhooks::conversion_object> objects, std::string version,
             done_function done);
  /// Begins the next portion, because the pause after the last portion is over.
  void go_on() { work_.go_on(); }

private:
  base::evaluation_limit_ptr limit_; ///< for each object
  base::portioned_work work_;        ///< bound: the reviews that the WEBHOOK SERVER lets in
};

} // namespace actors::webhooks
