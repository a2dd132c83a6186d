#include "kube/watch/watch_machine.hpp"

#include "base/overload.hpp"
#include "kube/api/response.hpp"
#include "kube/objects/list_reader.hpp"

#include <algorithm>
#include <utility>

namespace kube::watch {

using base::error_code;

namespace {

/// A server that sends bookmarks does so about every minute. If two are missing, the watch may be dead
/// although all other requests and the probes of the transport are answered: a proxy that ends HTTP/2 may
/// have lost its own connection for this watch.
constexpr std::chrono::seconds bookmark_silence{150};

/// The longest pause that the server can demand at first. The limit doubles each time that the server demands
/// more, up to `retry_after_max`. It is short at first because a single load balancer may have given the
/// answer, and the known state becomes stale during the pause.
constexpr std::chrono::seconds first_obedience{30};

void append_changes(std::vector<objects::object_change> changes, std::vector<watch_machine_effect>& out) {
  for (auto& change : changes) out.push_back(watch_effect::changed{std::move(change)});
}

/// True for the answer of an API server that does not serve the kind. A proxy may give the same answer.
bool puts_kind_in_doubt(const base::result<api::http_response>& response) {
  return response && response->status == 404;
}

/// Every API server serves the core group, so its kinds cannot go.
bool is_core(const api::resource& x) {
  return x.group.empty();
}

} // namespace

watch_machine::watch_machine(watch_machine_options options)
  : options_(std::move(options)), store_(options_.retention), delay_(options_.retry, options_.seed),
    obedience_(first_obedience), page_size_(options_.page_size) {}

std::vector<watch_machine_effect> watch_machine::step(const watch_machine_input& input) {
  effects out;
  std::visit([&](const auto& x) { on(x, out); }, input);
  return out;
}

std::optional<objects::object_snapshot> watch_machine::snapshot() const {
  if (!known_) return std::nullopt;
  return store_.snapshot();
}

void watch_machine::on(const watch_input::start&, effects& out) {
  if (std::holds_alternative<idle>(state_)) begin_list(list_form::paged, out);
}

void watch_machine::on(const watch_input::list_answered& input, effects& out) {
  auto* state = std::get_if<listing>(&state_);
  if (!state) return;
  const auto body = api::body_of(input.response);
  if (body)
    on_page(*state, *body, out);
  else
    fail_list(input.response, out);
}

void watch_machine::on(const watch_input::kind_looked_up& input, effects& out) {
  const auto* state = std::get_if<doubting>(&state_);
  if (!state) return;
  const auto doubt = *state;
  std::visit(base::overload{
               [&](const api::kind_undecided& x) {
                 retry({x.code, x.reason}, next_request::list, doubt.after, out);
               },
               [&](const api::kind_in_other_version& x) { keep_objects(x, out); },
               [&](const api::kind_absent&) { leave_kind(out); },
               [&](const api::resource& served) { go_on_with(served, doubt, out); },
             },
             input.found);
}

void watch_machine::go_on_with(const api::resource& served, const doubting& doubt, effects& out) {
  const auto& own = options_.target.resource;
  // A kind of the same name with other objects is another kind: the watched kind is gone, and the other kind
  // is found when the name is looked up again.
  if (!api::have_same_objects(served, own)) return leave_kind(out);
  if (served.version == own.version) return retry(doubt.reason, next_request::list, doubt.after, out);
  move_to(served, out);
}

void watch_machine::on(const watch_input::begun&, effects& out) {
  auto* state = std::get_if<watching>(&state_);
  if (!state) return;
  state->accepted = true;
  // The server has begun the short watches, too, so only a watch that lasts shows that it works.
  if (short_watches_ >= short_watches_max)
    out.push_back(watch_effect::await_age{});
  else if (std::exchange(lost_, false))
    out.push_back(watch_effect::restored{});
}

void watch_machine::on(const watch_input::line& input, effects& out) {
  if (!std::holds_alternative<watching>(state_) || input.text.empty()) return;
  auto event = read_watch_event(input.text, options_.target);
  if (!event) {
    // The change that the line reported is not known, so only a new list shows it.
    out.push_back(watch_effect::close_watch{});
    retry(event.error(), next_request::list, std::nullopt, out);
    return;
  }
  on_event(std::move(*event), out);
}

void watch_machine::on(const watch_input::watch_ended& input, effects& out) {
  if (std::holds_alternative<watching>(state_)) end_watch(input.response, out);
}

void watch_machine::on(const watch_input::waited&, effects& out) {
  const auto* state = std::get_if<waiting>(&state_);
  if (!state) return;
  // The server has answered other requests meanwhile, so this page was too large for the server.
  if (state->took_too_long) page_size_.note_too_large();
  go_on(*state, out);
}

void watch_machine::on(const watch_input::server_returned&, effects& out) {
  forget_failures();
  // The delay was chosen for the outage. Further waiting would only delay the changes of that time.
  if (const auto* state = std::get_if<waiting>(&state_)) go_on(*state, out);
}

void watch_machine::go_on(const waiting& state, effects& out) {
  if (state.next == next_request::list)
    begin_list(list_form::paged, out);
  else
    resume_watch(out);
}

void watch_machine::begin_list(list_form form, effects& out) {
  state_ = listing{.pages = {}, .continue_token = {}, .form = form};
  send_page(std::get<listing>(state_), out);
}

void watch_machine::send_page(const listing& state, effects& out) {
  const auto& target = options_.target;
  // No resourceVersion: the newest state. A list from the server's cache could be older than the known
  // objects.
  out.push_back(watch_effect::send_list{
    api::list_request(target.resource, {.namespace_ = target.namespace_,
                                        .selectors = target.selectors,
                                        .limit = state.form == list_form::paged ? page_size_.now() : 0,
                                        .continue_token = state.continue_token,
                                        .content = target.content})});
}

void watch_machine::on_page(listing& state, const std::string& body, effects& out) {
  auto page = objects::read_list(body, options_.target);
  // The answer was cut short, or a proxy answered.
  if (!page) return refuse_list({error_code::unavailable, page.error().message}, out);
  if (auto sane = check_next_page(state, page->continue_token); !sane) return refuse_list(sane.error(), out);
  ++state.pages_taken;
  move_to_list(page->resource_version, out);
  for (auto& object : page->objects) {
    // The store has no reader before the first list is complete, or while texts are missing. So in these two
    // cases objects go into the store with their page, and do not wait for the last page.
    if (!known_ || takes_texts_) {
      append_changes(store_.apply(object), out);
      state.pages.put(store_.find(object->name()));
      continue;
    }
    const bool is_new = !store_.is_known(object);
    auto kept = store_.known_state(object);
    if (is_new && kept->has_text()) state.bytes += kept->text_memory();
    state.pages.put(std::move(kept));
  }
  state.continue_token = std::move(page->continue_token);
  if (state.continue_token.empty())
    complete_list(state, out);
  else
    send_page(state, out);
}

base::result<void> watch_machine::check_next_page(const listing& state, const std::string& next) const {
  if (next.empty()) return {};
  if (next == state.continue_token)
    return base::fail(error_code::unavailable, "the list goes round in a circle: a page names itself as the next page");
  const auto pages_max = page_size_.pages_max();
  if (state.pages_taken + 1 >= pages_max)
    return base::fail(error_code::unavailable,
                      "the list has no end: it is given up after " + std::to_string(pages_max) + " pages");
  return {};
}

void watch_machine::refuse_list(base::error reason, effects& out) {
  list_failed_ = true;
  retry(reason, next_request::list, std::nullopt, out);
}

void watch_machine::complete_list(listing& state, effects& out) {
  page_size_.note_complete();
  // A successful list ends only a series of failed lists. If it also cleared the failures of watches, a watch
  // that fails after each list would cause lists without a pause.
  if (std::exchange(list_failed_, false)) forget_failures();
  if (is_loss_in_doubt(state)) return doubt_loss(out);
  went_back_ = false;
  looks_at_loss_ = 0;
  append_changes(store_.replace(std::exchange(state.pages, {})), out);
  takes_texts_ = false;
  if (!std::exchange(known_, true)) out.push_back(watch_effect::listed{});
  open_watch(out);
}

void watch_machine::fail_list(const base::result<api::http_response>& response, effects& out) {
  const auto& state = std::get<listing>(state_);
  const auto reason = response ? api::error_of(*response) : response.error();
  const auto after = response ? api::retry_after(*response) : std::nullopt;
  if (puts_kind_in_doubt(response) && !is_core(options_.target.resource)) {
    list_failed_ = true;
    state_ = doubting{.reason = reason, .after = after};
    out.push_back(watch_effect::look_up_kind{options_.target.resource});
    return;
  }
  if (reason.code == error_code::expired && state.form == list_form::paged && !state.continue_token.empty()) {
    // The server has forgotten the state of the pages so far. A list without pages cannot expire half-way.
    begin_list(list_form::whole, out);
    return;
  }
  const bool took_too_long = state.form == list_form::paged && reason.code == error_code::timeout;
  list_failed_ = true;
  // The transport gives this code to a page that is too long, among other failures. A page with fewer objects
  // may fit.
  if (!response && reason.code == error_code::invalid_input) page_size_.note_too_large();
  retry(reason, next_request::list, after, out);
  std::get<waiting>(state_).took_too_long = took_too_long;
}

void watch_machine::open_watch(effects& out) {
  state_ = watching{};
  const auto& target = options_.target;
  // Each watch gets a length of its own, so that watches that began together after an outage do not end
  // together.
  const auto share = std::chrono::duration_cast<std::chrono::seconds>(options_.watch_duration * delay_.chance());
  out.push_back(watch_effect::open_watch{api::watch_request(
    target.resource, {.namespace_ = target.namespace_,
                      .selectors = target.selectors,
                      .resource_version = position_.version(),
                      .duration = options_.watch_duration + share,
                      .longest_silence = gets_bookmarks_ ? bookmark_silence : std::chrono::seconds{0},
                      .content = target.content})});
}

void watch_machine::on_event(watch_event event, effects& out) {
  const auto heard = [this] { std::get<watching>(state_).heard = true; };
  std::visit(base::overload{
               [&](const watch_failed& x) {
                 out.push_back(watch_effect::close_watch{});
                 const bool in_doubt = x.reason.code == error_code::not_found;
                 fail_watch(x.reason, std::nullopt, in_doubt ? next_request::list : next_request::watch, out);
               },
               [&](watch_bookmark& x) {
                 if (refuse_older(x.resource_version, out)) return;
                 heard();
                 position_.move_to(std::move(x.resource_version));
                 gets_bookmarks_ = true;
               },
               [&](const watch_applied& x) {
                 // A server may send a known state again.
                 if (store_.is_known(x.object)) return heard();
                 const auto version = x.object->resource_version();
                 if (refuse_older(version, out)) return;
                 heard();
                 ++std::get<watching>(state_).changes;
                 position_.move_to(version);
                 append_changes(store_.apply(x.object), out);
               },
               [&](const watch_deleted& x) {
                 if (refuse_deletion(x, out)) return;
                 heard();
                 ++std::get<watching>(state_).changes;
                 // Some servers show the version before the deletion.
                 if (const auto version = x.object->resource_version(); !position_.is_ahead_of(version))
                   position_.move_to(version);
                 append_changes(store_.remove(x.object), out);
               },
             },
             event);
}

void watch_machine::leave_kind(effects& out) {
  append_changes(store_.replace({}), out);
  state_ = idle{};
  lost_ = false;
  // A successful discovery without the kind shows that there are no objects: this is knowledge, too.
  known_ = true;
  position_.clear();
  forget_failures();
  out.push_back(watch_effect::kind_gone{});
}

void watch_machine::keep_objects(const api::kind_in_other_version& found, effects& out) {
  state_ = waiting{.next = next_request::list};
  lost_ = true;
  // The objects still exist in the other version. If they were removed here, hooks would clean up after them.
  out.push_back(watch_effect::version_gone{found.served_as});
}

void watch_machine::move_to(const api::resource& served, effects& out) {
  options_.target.resource = served;
  // The known texts are of the old version, and the list may bring other texts with the same
  // resourceVersions.
  store_.doubt_states();
  out.push_back(watch_effect::moved{served});
  begin_list(list_form::paged, out);
}

void watch_machine::retry(const base::error& reason, next_request next, std::optional<std::chrono::seconds> after,
                          effects& out) {
  state_ = waiting{.next = next};
  lost_ = true;
  const auto time = time_to_wait(after);
  out.push_back(watch_effect::failed{.reason = reason, .retry_in = time});
  out.push_back(watch_effect::wait_for{time});
}

std::chrono::milliseconds watch_machine::time_to_wait(std::optional<std::chrono::seconds> after) {
  const auto own = delay_.next();
  if (!after || *after <= own) return own;
  if (*after <= obedience_) return *after;
  const auto time = obedience_;
  obedience_ = std::min(2 * obedience_, api::retry_after_max);
  return time;
}

void watch_machine::forget_failures() noexcept {
  delay_.reset();
  obedience_ = first_obedience;
}

} // namespace kube::watch
