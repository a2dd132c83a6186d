#include "actors/api/known_kinds.hpp"

#include "kube/api/request.hpp"
#include "kube/api/response.hpp"
#include "kube/watch/reachability.hpp"

#include <utility>
#include <variant>

namespace actors::api {

bool known_kinds::is_fresh(std::int64_t now_us) const {
  return table_ && !loading_ && now_us - loaded_us_ < fresh_for_us;
}

void known_kinds::find(const std::string& api_version, const std::string& kind, std::int64_t now_us, on_lookup done) {
  const auto known = table_ ? table_->find(api_version, kind) : kube::api::lookup_result(kube::api::kind_absent{});
  const bool is_served = std::holds_alternative<kube::api::resource>(known);
  if (is_served && !loading_ && !doubts_.presence) return done(known);
  if (is_fresh(now_us) && !doubts_.absence) return done(known);
  load(now_us, [api_version, kind, known, is_served,
                done = std::move(done)](const base::result<const kube::api::resource_table*>& x) {
    if (x) return done((*x)->find(api_version, kind));
    done(is_served ? known : kube::api::lookup_result(kube::api::kind_undecided{x.error().message, x.error().code}));
  });
}

void known_kinds::find_anew(const std::string& api_version, const std::string& kind, std::int64_t now_us,
                            on_lookup done) {
  if (is_fresh(now_us)) return done(table_->find(api_version, kind));
  load(now_us,
       [api_version, kind, done = std::move(done)](const base::result<const kube::api::resource_table*>& loaded) {
         if (loaded)
           done((*loaded)->find(api_version, kind));
         else
           done(kube::api::kind_undecided{loaded.error().message, loaded.error().code});
       });
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
  const kube::api::resource definitions{.group = "apiextensions.k8s.io",
                                        .version = "v1",
                                        .kind = "CustomResourceDefinition",
                                        .plural = "customresourcedefinitions",
                                        .namespaced = false};
  send_(kube::api::get_request(definitions, {.name = before.plural + "." + before.group}),
        [done = std::move(done)](const base::result<kube::api::http_response>& response) {
          const auto definition = kube::api::object_of(response);
          if (definition) return done(kube::api::kind_in_other_version{});
          // Without the right to read definitions, discovery decides. If the server does not answer, the
          // question stays open.
          if (kube::watch::may_be_outage(definition.error()))
            return done(kube::api::kind_undecided{definition.error().message, definition.error().code});
          done(kube::api::kind_absent{});
        });
}

void known_kinds::table(std::int64_t now_us, when_unanswered otherwise, on_table done) {
  if (is_fresh(now_us) && !doubts_.absence && !doubts_.presence) return done(&*table_);
  load(now_us, [this, otherwise, done = std::move(done)](const base::result<const kube::api::resource_table*>& loaded) {
    if (loaded || otherwise == when_unanswered::failure || !table_) return done(loaded);
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
  loading_ = false;
  auto loaded = discovery_.take();
  if (loaded) {
    table_ = std::move(*loaded);
    // The age counts from the begin: a change during the load may be missing in the table.
    loaded_us_ = begun_us_;
  } else {
    // A failed load has settled no doubt, so all of them stay.
    doubts_.absence |= doubts_before_.absence;
    doubts_.presence |= doubts_before_.presence;
  }
  // Taken out before the calls: a caller may ask for another load.
  for (const auto& done : std::exchange(waiting_, {})) {
    if (loaded)
      done(&*table_);
    else
      done(tl::unexpected(loaded.error()));
  }
}

} // namespace actors::api
