#include "trace/read/run_blocks.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <string_view>
#include <utility>

#include "base/contains.hpp"
#include "trace/read/reviews.hpp"

namespace trace::read {

namespace {

constexpr std::array parts_shown{trace_span::hook, trace_span::enabled_script, trace_span::helm,
                                 trace_span::values_commit};
/// A message of these types begins a new block, because the task that the message causes is not a part of the
/// work that has sent the message.
constexpr std::array<event_type, 6> reasons_of_their_own{"schedule_fired",   "values_changed", "object_changed",
                                                         "resources_absent", "run_wanted",     "config_changed"};

/// Finds the first message of the block that a request belongs to. All tries of a task have the same first
/// message, and so have all steps of a reload.
class block_finder {
public:
  explicit block_finder(const recorded_run& run)
    : run_(run), requests_and_reasons_(run.nearest([](const event& x) {
        return is_request_of_queue(x) || base::contains(reasons_of_their_own, x.type);
      })) {}

  [[nodiscard]] std::uint64_t block_of(const event& request) {
    if (const auto known = known_.find(request.id); known != known_.end()) return known->second;
    const auto* parent = parent_of(request);
    const auto block = parent != nullptr ? block_of(*parent) : request.cause;
    known_.emplace(request.id, block);
    return block;
  }

private:
  /// The request of the parent. The parent is the task that has put this task before itself in the queue, or
  /// that waits for this task. Null: there is no parent.
  [[nodiscard]] const event* parent_of(const event& request) const {
    const auto* cause = run_.cause_of(request);
    const auto* at = cause != nullptr ? requests_and_reasons_[run_.index_of(*cause)] : nullptr;
    return at != nullptr && is_request_of_queue(*at) ? at : nullptr;
  }

  const recorded_run& run_;
  nearest_events requests_and_reasons_;
  /// Requests come in order, so the block of a parent is known before the blocks of its tasks.
  std::map<std::uint64_t, std::uint64_t> known_;
};

/// An edit by a client other than the operator.
bool is_edit(const recorded_run& run, const event& x) {
  return x.type == "config_changed" && !run.is_own_write(x);
}

} // namespace

std::vector<run_block> blocks_of(const recorded_run& run) {
  block_finder finder(run);
  const recorded_reviews reviews(run);
  std::vector<run_block> blocks;
  std::map<std::uint64_t, std::size_t> places;
  std::map<std::string, std::size_t> webhooks; ///< places of reviews, until other work begins
  const auto block_at = [&](std::uint64_t key) -> run_block& {
    const auto [place, is_new] = places.emplace(key, blocks.size());
    if (is_new) webhooks.clear(), blocks.emplace_back();
    return blocks[place->second];
  };
  for (const auto& x : run.events()) {
    if (is_request_of_queue(x)) block_at(finder.block_of(x)).requests.push_back(&x);
    if (is_edit(run, x) || x.type == "leadership_changed") block_at(x.id).parts.push_back(&x);
    if (x.type == trace_span::review) {
      const auto [place, is_new] = webhooks.emplace(words_of_webhook(x), blocks.size());
      if (is_new) blocks.emplace_back();
      blocks[place->second].reviews.push_back(&x);
    }
    if (!base::contains(parts_shown, x.type) || reviews.is_part(x)) continue;
    const auto* request = run.request_of(x);
    block_at(request != nullptr ? finder.block_of(*request) : x.id).parts.push_back(&x);
  }
  return blocks;
}

} // namespace trace::read
