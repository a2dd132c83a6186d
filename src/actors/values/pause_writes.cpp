#include "actors/values/pause_writes.hpp"

#include "kube/objects/resource_version.hpp"
#include "sys/log/log.hpp"

#include <utility>

namespace actors::values {

namespace {

/// Another client that writes in between so often writes in a loop.
constexpr unsigned tries_max = 5;

} // namespace

framework::promise<messages::pause_written> pause_writes::begin(const messages::write_pause& x) {
  auto to = self_->later<messages::pause_written>();
  read(std::make_shared<write>(write{x, to}));
  return to;
}

void pause_writes::read(const write_ptr& x) {
  access_.call(cluster::records::read_request(place_),
               [this, x](const base::result<text::json>& fresh) { send(x, fresh); });
}

void pause_writes::send(const write_ptr& x, const base::result<text::json>& fresh) {
  const bool is_absent = !fresh && fresh.error().code == base::error_code::not_found;
  if (!fresh && !is_absent) return finish(x, tl::unexpected(fresh.error()));
  const auto* known = is_absent ? nullptr : &*fresh;
  // The state that was just read counts at once, before its event comes.
  access_.adopt(known);
  if (is_absent && !x->what.text) return finish(x, {});
  const auto& text = x->what.text;
  if (text && cluster::records::bytes_with(known, x->what.key, *text) > core::config::config_map_bytes_max)
    return finish(x, base::fail(base::error_code::invalid_input, "it would be larger than the API server takes"));
  ++x->tries;
  access_.call(cluster::records::write_pause_request(place_, known, x->what.key, text),
               [this, x](const base::result<text::json>& object) { written(x, object); });
}

void pause_writes::written(const write_ptr& x, const base::result<text::json>& object) {
  using base::error_code;
  if (object) {
    sys::log::log_info(
      "config_map_written",
      {{"version", kube::objects::resource_version_of(*object)}, {"section", x->what.key}, {"by", x->what.by}});
    access_.adopt(&*object);
    return finish(x, {});
  }
  const auto code = object.error().code;
  const bool is_overtaken =
    code == error_code::conflict || code == error_code::already_exists || code == error_code::not_found;
  if (is_overtaken && x->tries < tries_max) return read(x);
  finish(x, tl::unexpected(object.error()));
}

void pause_writes::finish(const write_ptr& x, base::result<void> result) {
  if (!result) result = base::fail("ConfigMap '" + place_.name + "'", result.error());
  self_->answer(x->to, messages::pause_written{{}, std::move(result)});
}

} // namespace actors::values
