#include "actors/api/known_kinds.hpp"

#include "kube/api/response.hpp"
#include "kube/watch/reachability.hpp"
#include "sys/log/log.hpp"

#include <algorithm>
#include <cstddef>
#include <utility>
#include <variant>

namespace actors::api {

namespace {

/// The maximal number of names in a log line; further names are only counted.
constexpr std::size_t shown_max = 20;

std::string names_of(const std::vector<kube::discovery::kind_id>& kinds) {
  std::string names;
  for (std::size_t i = 0; i < kinds.size() && i < shown_max; ++i)
    names += (i == 0 ? "" : ", ") + kube::discovery::describe(kinds[i]);
  if (kinds.size() > shown_max) names += ", and " + std::to_string(kinds.size() - shown_max) + " more";
  return names;
}

void note_missing(const std::vector<kube::discovery::kind_id>& kinds) {
  if (kinds.empty()) return;
  sys::log::log_warning("kinds_missing",
                        {{"kinds", names_of(kinds)},
                         {"counted_as_served_for_seconds",
                          std::chrono::duration_cast<std::chrono::seconds>(kube::discovery::confirmation_time).count()},
                         {"hint", "discovery does not show them any more: they are gone only if a later discovery, the "
                                  "document of their version, definitions and APIServices agree"}});
}

void note_gone(const std::vector<kube::discovery::kind_id>& kinds) {
  if (!kinds.empty()) sys::log::log_info("kinds_gone", {{"kinds", names_of(kinds)}});
}

} // namespace

bool known_kinds::is_fresh(std::int64_t now_us) const {
  return table_ && !loading_ && now_us - loaded_us_ < kube::discovery::fresh_for_us;
}

kube::api::lookup_result known_kinds::look_up(const std::string& api_version, const std::string& kind) {
  auto found = table_->find(api_version, kind);
  return api_version.empty() ? named_groups_.judge(kind, std::move(found)) : found;
}

void known_kinds::find(const std::string& api_version, const std::string& kind, std::int64_t now_us, on_lookup done) {
  const auto known = table_ ? look_up(api_version, kind) : kube::api::lookup_result(kube::api::kind_absent{});
  const auto* resource = std::get_if<kube::api::resource>(&known);
  const bool is_served = resource != nullptr;
  if (is_served && !resource->is_missing && !loading_ && !doubts_.presence) return done(known);
  if (is_fresh(now_us) && !doubts_.absence) return confirm(api_version, kind, known, done);
  load(now_us, [this, api_version, kind, known, is_served,
                done = std::move(done)](const base::result<const kube::api::resource_table*>& x) {
    if (x) return confirm(api_version, kind, look_up(api_version, kind), done);
    done(is_served ? known : kube::api::lookup_result(kube::api::kind_undecided{x.error().message, x.error().code}));
  });
}

void known_kinds::find_anew(const std::string& api_version, const std::string& kind, std::int64_t now_us,
                            on_lookup done) {
  if (is_fresh(now_us)) return confirm(api_version, kind, look_up(api_version, kind), done);
  load(now_us,
       [this, api_version, kind, done = std::move(done)](const base::result<const kube::api::resource_table*>& loaded) {
         if (loaded) return confirm(api_version, kind, look_up(api_version, kind), done);
         done(kube::api::kind_undecided{loaded.error().message, loaded.error().code});
       });
}

void known_kinds::confirm(const std::string& api_version, const std::string& kind,
                          const kube::api::lookup_result& found, const on_lookup& done) {
  if (!std::holds_alternative<kube::api::kind_absent>(found)) return done(found);
  const auto judge = [this, api_version, kind, found,
                      done](const base::result<kube::discovery::definition_reading::hidden_list>& hidden) {
    if (hidden) {
      const auto reason = kube::discovery::reason_of_doubt(*hidden, api_version, kind);
      return done(
        reason ? kube::api::kind_undecided{*reason, base::error_code::invalid_input, kube::api::undiscovered::groups}
               : found);
    }
    // Only the missing right is no reason to wait, because it is no state that passes.
    if (hidden.error().code != base::error_code::forbidden)
      return done(kube::api::kind_undecided{hidden.error().message, hidden.error().code});
    note_unread(hidden.error());
    confirm_by_document(api_version, kind, found, done);
  };
  definitions_.read(loaded_us_, *table_, judge);
}

/// Confirms an absence by the document of the version, because definitions cannot be read. A name without a
/// version has no document, so discovery decides.
void known_kinds::confirm_by_document(const std::string& api_version, const std::string& kind,
                                      const kube::api::lookup_result& found, const on_lookup& done) {
  if (api_version.empty()) return done(found);
  const auto id = kube::discovery::id_of(kube::api::object_type{api_version, kind});
  send_({.target = kube::discovery::target_of_version(id.group, id.version)},
        [id, found, done](const base::result<kube::api::http_response>& response) {
          const auto doubt = kube::discovery::doubt_by_document(id, response);
          if (!doubt) return done(found);
          done(kube::api::kind_undecided{"discovery does not show " + kube::discovery::describe(id) + ", and " + *doubt
                                           + " (with the right to list CustomResourceDefinitions the operator would "
                                             "look at its definition)",
                                         base::error_code::unavailable, kube::api::undiscovered::groups});
        });
}

void known_kinds::note_unread(const base::error& reason) {
  if (std::exchange(is_unread_noted_, true)) return;
  sys::log::log_warning("definitions_not_read",
                        {{"error", reason.message},
                         {"hint", "a kind that no definition serves any more counts as absent, although its objects "
                                  "are stored: allow the operator to get and list CustomResourceDefinitions"}});
}

void known_kinds::find_again(const std::string& api_version, const kube::api::resource& before, std::int64_t now_us,
                             on_lookup done) {
  const auto judge = [this, api_version, before, done](const kube::api::resource_table& table) {
    auto found = table.find_again(api_version, before);
    if (std::holds_alternative<kube::api::kind_absent>(found)) return confirm_absence(before, done);
    done(found);
  };
  if (is_fresh(now_us)) return judge(*table_);
  load(now_us, [judge, done](const base::result<const kube::api::resource_table*>& loaded) {
    if (loaded) return judge(**loaded);
    done(kube::api::kind_undecided{loaded.error().message, loaded.error().code});
  });
}

void known_kinds::confirm_absence(const kube::api::resource& before, on_lookup done) {
  send_(kube::discovery::definition_request(before),
        [done = std::move(done)](const base::result<kube::api::http_response>& response) {
          const auto definition = kube::api::object_of(response);
          if (definition) return done(kube::api::kind_in_other_version{});
          // Without permission to read definitions, discovery decides. If the server does not answer, the
          // kind stays undecided.
          if (kube::watch::may_be_outage(definition.error()))
            return done(kube::api::kind_undecided{definition.error().message, definition.error().code});
          done(kube::api::kind_absent{});
        });
}

void known_kinds::find_expected(const std::string& api_version, const std::string& kind, std::int64_t now_us,
                                on_lookup done) {
  find(api_version, kind, now_us, [this, api_version, kind, done](const kube::api::lookup_result& found) {
    if (!std::holds_alternative<kube::api::kind_absent>(found)) return done(found);
    expect({kube::discovery::id_of(kube::api::object_type{api_version, kind})});
    done(look_up(api_version, kind));
  });
}

void known_kinds::expect(const std::vector<kube::discovery::kind_id>& known) {
  const auto news = missing_.expect(known, *table_, loaded_us_);
  note_missing(news);
  for (const auto& x : news) table_->add_unknown(x.group, x.version, "discovery does not show it", x.kind);
}

std::optional<std::chrono::microseconds> known_kinds::matures_in(std::int64_t now_us) const {
  if (!first_us_) return std::nullopt;
  // Lookups use the current table for `fresh_for_us`, so an earlier time would be useless.
  return std::chrono::microseconds(
    std::max(*first_us_ + kube::discovery::confirmation_time.count() - now_us, kube::discovery::fresh_for_us));
}

void known_kinds::table(std::int64_t now_us, kube::discovery::when_unanswered otherwise, on_table done) {
  if (is_fresh(now_us) && !doubts_.absence && !doubts_.presence) return done(&*table_);
  load(now_us, [this, otherwise, done = std::move(done)](const base::result<const kube::api::resource_table*>& loaded) {
    if (loaded || otherwise == kube::discovery::when_unanswered::failure || !table_) return done(loaded);
    done(&*table_);
  });
}

void known_kinds::load(std::int64_t now_us, on_table done) {
  waiting_.push_back(std::move(done));
  if (std::exchange(loading_, true)) return;
  begun_us_ = now_us;
  doubts_before_ = std::exchange(doubts_, {});
  send(discovery_.start());
}

void known_kinds::send(std::vector<kube::api::http_request> requests) {
  for (auto& request : requests) {
    auto target = request.target;
    send_(std::move(request), [this, target](const base::result<kube::api::http_response>& response) {
      send(discovery_.answer(target, response));
      if (loading_ && discovery_.finished()) conclude();
    });
  }
}

void known_kinds::conclude() {
  auto loaded = discovery_.take();
  if (!loaded) return end_load(loaded.error());
  if (!table_) return begin_first(std::move(*loaded));
  note_missing(missing_.compare(*table_, *loaded, begun_us_));
  confirm_missing(std::move(*loaded));
}

/// Completes the first table. An API server that has just started does not show all kinds yet, and there is
/// no earlier table for comparison. Its APIServices are complete from the start, so they are used instead.
void known_kinds::begin_first(kube::api::resource_table shown) {
  send_(kube::discovery::services_request(),
        [this, shown = std::move(shown)](const base::result<kube::api::http_response>& response) mutable {
          const auto services = kube::discovery::read_services(response);
          if (!services) return end_load(services.error());
          note_missing(missing_.expect({services->begin(), services->end()}, shown, begun_us_));
          first_us_ = begun_us_;
          table_ = missing_.counted({}, std::move(shown));
          end_load(std::nullopt);
        });
}

void known_kinds::confirm_missing(kube::api::resource_table shown) {
  auto due = missing_.due(shown, begun_us_);
  kube::discovery::check_absence(
    std::move(due), send_, [this, shown = std::move(shown)](const kube::discovery::absence_verdicts& verdicts) mutable {
      note_gone(missing_.judge(verdicts, begun_us_));
      table_ = missing_.counted(*table_, std::move(shown));
      if (first_us_ && begun_us_ - *first_us_ >= kube::discovery::confirmation_time.count()) first_us_.reset();
      end_load(std::nullopt);
    });
}

void known_kinds::end_load(const std::optional<base::error>& failure) {
  loading_ = false;
  if (failure) {
    // A failed load has settled no doubts, so they are restored beside the doubts that were added meanwhile.
    doubts_.absence |= doubts_before_.absence;
    doubts_.presence |= doubts_before_.presence;
  } else {
    // The age counts from the beginning of the load, because the table may lack changes that came during it.
    loaded_us_ = begun_us_;
  }
  // Emptied before the calls, because a callback may request another load.
  for (const auto& done : std::exchange(waiting_, {})) {
    if (failure)
      done(tl::unexpected(*failure));
    else
      done(&*table_);
  }
}

} // namespace actors::api
