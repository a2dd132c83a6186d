#include "actors/api/object_operation_log.hpp"

#include "sys/log/log.hpp"

#include <chrono>
#include <vector>

namespace actors::api {

namespace {

/// Most runs change no objects, so their success is logged at level debug.
sys::log::log_level level_of(const base::result<cluster::operations::operation_success>& result) {
  if (!result) return sys::log::log_level::warning;
  const auto outcome = result->outcome;
  const bool nothing_done = outcome == cluster::operations::operation_outcome::unchanged
                            || outcome == cluster::operations::operation_outcome::absent;
  return nothing_done ? sys::log::log_level::debug : sys::log::log_level::info;
}

} // namespace

void log_object_operation(const std::string& by, const cluster::operations::operation_report& x) {
  const auto operation = core::hooks::operation_name(x.operation);
  const auto object = core::hooks::object_name(x.operation);
  std::vector<sys::log::log_field> fields{{"by", by},
                                          {"operation", operation},
                                          {"object", object},
                                          {"outcome", x.result ? name(x.result->outcome) : "failed"},
                                          {"seconds", std::chrono::duration<double>(x.duration).count()}};
  if (!x.result) fields.push_back({"error", x.result.error().message});
  sys::log::log(level_of(x.result), "object_operation", fields);
}

} // namespace actors::api
