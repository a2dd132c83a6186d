#include "actors/api/known_kinds.hpp"

#include <utility>
#include <variant>

namespace actors {

namespace {

constexpr std::int64_t load_interval_us = 2'000'000;

} // namespace

void known_kinds::find(const std::string& api_version, const std::string& kind, std::int64_t now_us, on_lookup done) {
  if (table_ && !loading_) {
    auto known = table_->find(api_version, kind);
    const bool is_fresh = !doubted_ && now_us - begun_us_ < load_interval_us;
    if (std::holds_alternative<kube::resource>(known) || is_fresh) return done(known);
  }
  load(now_us, [api_version, kind, done = std::move(done)](const core::result<const kube::resource_table*>& loaded) {
    if (loaded)
      done((*loaded)->find(api_version, kind));
    else
      done(kube::kind_undecided{loaded.error().message, loaded.error().code});
  });
}

void known_kinds::table(std::int64_t now_us, on_table done) {
  if (table_ && !loading_)
    done(&*table_);
  else
    load(now_us, std::move(done));
}

void known_kinds::load(std::int64_t now_us, on_table done) {
  waiting_.push_back(std::move(done));
  if (std::exchange(loading_, true)) return;
  begun_us_ = now_us;
  doubted_ = false;
  send(discovery_.start());
}

void known_kinds::send(std::vector<kube::http_request> requests) {
  for (auto& request : requests) {
    auto target = request.target;
    send_(std::move(request), [this, target](const core::result<kube::http_response>& response) {
      send(discovery_.answer(target, response));
      if (loading_ && discovery_.finished()) conclude();
    });
  }
}

void known_kinds::conclude() {
  loading_ = false;
  auto loaded = discovery_.take();
  if (loaded) table_ = std::move(*loaded);
  for (const auto& done : std::exchange(waiting_, {})) {
    // If the table could not be renewed, the kinds in the old one still count; one that is missing there may be served.
    if (loaded)
      done(&*table_);
    else
      done(tl::unexpected(loaded.error()));
  }
}

} // namespace actors
