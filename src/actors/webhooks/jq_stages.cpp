#include "actors/webhooks/jq_stages.hpp"

#include "actors/messages/conversions.hpp"
#include "core/webhooks/jq_conversion.hpp"

#include <chrono>
#include <memory>
#include <utility>

namespace actors::webhooks {

namespace {

using core::webhooks::conversion_object;

constexpr std::chrono::milliseconds portion{20};

} // namespace

jq_stages::jq_stages(framework::actor_base<messages::webhook_server_actor>* self, base::evaluation_limit_ptr limit)
  : limit_(std::move(limit)),
    work_(
      portion, std::make_shared<base::long_works>(), [self] { return self->shared().steady_time_us(); },
      [self](std::chrono::microseconds time) { self->remind(time, messages::jq_conversions_due{}); }) {}

void jq_stages::begin(const std::string& program, std::vector<conversion_object> objects, std::string version,
                      done_function done) {
  const auto filter = core::bindings::object_filter::compile(program);
  if (!filter) return done(tl::unexpected(filter.error()));
  work_.add([this, filter = *filter, objects = std::move(objects), version = std::move(version), done = std::move(done),
             next = std::size_t{0}]() mutable {
    if (next < objects.size()) {
      auto converted = core::webhooks::convert_by_jq(filter, objects[next], version, *limit_);
      if (!converted) {
        done(tl::unexpected(converted.error()));
        return true;
      }
      objects[next++] = std::move(*converted);
    }
    if (next < objects.size()) return false;
    done(std::move(objects));
    return true;
  });
}

} // namespace actors::webhooks
