// The part of `watch_machine` that ends a watch and plans the next one.
#include "kube/api/response.hpp"
#include "kube/watch/watch_machine.hpp"

#include <utility>

namespace kube::watch {

using base::error_code;

void watch_machine::on(const watch_input::lasted&, effects& out) {
  auto* state = std::get_if<watching>(&state_);
  if (!state) return;
  state->lasted = true;
  short_watches_ = 0;
  forget_failures();
  if (state->accepted && std::exchange(lost_, false)) out.push_back(watch_effect::restored{});
}

void watch_machine::end_watch(const base::result<api::http_response>& response, effects& out) {
  if (!response || response->status != 200) {
    const auto reason = response ? api::error_of(*response) : response.error();
    const bool in_doubt = response && response->status == 404;
    fail_watch(reason, response ? api::retry_after(*response) : std::nullopt,
               in_doubt ? next_request::list : next_request::watch, out);
    return;
  }
  count_silence();
  count_short_watch();
  refused_watches_ = 0;
  if (silent_watches_ > 0) position_.doubt();
  if (short_watches_ <= 1) {
    resume_watch(out);
    return;
  }
  // A watch may end early. But a server that ends every watch at once is asked again only after a pause, and
  // if this goes on, its watches are reported as failures, because changes may be late then.
  if (short_watches_ >= short_watches_max)
    return retry({error_code::unavailable, "the server ends each watch at once (" + std::to_string(short_watches_)
                                             + " in a row): look at the API server, and at a proxy in front of it"},
                 next_request::watch, std::nullopt, out);
  state_ = waiting{.next = next_request::watch};
  out.push_back(watch_effect::wait_for{options_.retry.first});
}

void watch_machine::fail_watch(const base::error& reason, std::optional<std::chrono::seconds> after, next_request next,
                               effects& out) {
  // If the position is too old (410) or the kind may be gone (404), a list decides. If two short watches in a
  // row end so, the list comes after a pause: list and watch must not alternate without pauses. A watch that
  // the server did not accept counts as short only if it ends with 410 or 404.
  if (reason.code == error_code::expired) next = next_request::list;
  // A refusal comes from a server that has kept its history; after any other failure it may have lost a part.
  if (reason.code != error_code::forbidden && reason.code != error_code::unauthorized) position_.doubt();
  const auto& state = std::get<watching>(state_);
  if (next == next_request::list) {
    count_silence();
    refused_watches_ = state.is_short() ? refused_watches_ + 1 : 0;
  }
  if (next == next_request::list || state.accepted) count_short_watch();
  if (next == next_request::watch || refused_watches_ > 1) {
    retry(reason, next, after, out);
    return;
  }
  if (reason.code == error_code::expired) out.push_back(watch_effect::expired{});
  begin_list(list_form::paged, out);
}

void watch_machine::count_silence() {
  const bool heard = std::get<watching>(state_).heard;
  silent_watches_ = heard ? 0 : silent_watches_ + 1;
}

void watch_machine::count_short_watch() {
  short_watches_ = std::get<watching>(state_).is_short() ? short_watches_ + 1 : 0;
}

} // namespace kube::watch
