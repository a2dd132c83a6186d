#pragma once

#include "trace/read/recorded_run.hpp"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace trace::read {

/// A review that the operator has answered.
struct recorded_review {
  const event* span = nullptr;     ///< its span
  const event* asked = nullptr;    ///< the message by which it came; null: the trace does not go back that far
  std::vector<const event*> hooks; ///< spans of hooks that have run for it, in order; a conversion may have several
};

/// The reviews of a run in the order of their ends, with the runs of hooks for them.
class recorded_reviews {
public:
  explicit recorded_reviews(const recorded_run& run);

  [[nodiscard]] const std::vector<recorded_review>& all() const noexcept { return all_; }
  /// The message by which a review came that has led to the event; null: no review has led to it.
  [[nodiscard]] const event* asked_of(const event& x) const { return asked_[run_.index_of(x)]; }
  /// Whether the event belongs to a review that has been answered.
  [[nodiscard]] bool is_part(const event& x) const {
    const auto* asked = asked_of(x);
    return asked != nullptr && places_.contains(asked);
  }
  /// Messages to owners of hooks about reviews that have no answer in the trace.
  [[nodiscard]] std::vector<const event*> open() const;

private:
  const recorded_run& run_;
  nearest_events asked_;
  std::vector<recorded_review> all_;
  std::unordered_map<const event*, std::size_t> places_; ///< of reviews, by the message by which they came
};

/// Whether a review may have come by this message.
[[nodiscard]] bool is_arrival_of_review(const event& x);

/// Whether an owner of hooks is asked about a review by this message.
[[nodiscard]] bool is_question_of_review(const event& x);

/// Whether the hook has decided in favour of the request, or has converted the objects.
[[nodiscard]] bool is_consent(const event& review);

/// The asker and the webhook: `by hook 'hooks/a.sh' of module 'web' for limits.web.example.com`, of a
/// conversion `of tabs.x.io`.
[[nodiscard]] std::string words_of_webhook(const event& review);
/// `review of CREATE ConfigMap default/b by hook 'hooks/a.sh' of module 'web' for limits.web.example.com`
[[nodiscard]] std::string words_of_review(const event& review);
/// The object and the end: `CREATE ConfigMap default/b: refused: no limits`.
[[nodiscard]] std::string words_of_decision(const event& review);

/// Counts of ends: `11 allowed, 1 refused`.
[[nodiscard]] std::string words_of_ends(const std::vector<const event*>& reviews);
/// `12 reviews by hook 'hooks/a.sh' … for …: 11 allowed, 1 refused, 0.412 s at most`; a single review has its
/// object. @pre all are reviews by the same webhook
[[nodiscard]] std::string words_of_reviews(const std::vector<const event*>& reviews);

} // namespace trace::read
