#include "trace/read/reviews.hpp"

#include "trace/read/event_text.hpp"
#include "trace/read/time_words.hpp"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <map>

namespace trace::read {

namespace {

constexpr std::string_view webhook_server = "webhook_server";
/// The order in which ends are counted for people.
constexpr std::array<std::string_view, 4> ends{"allowed", "converted", "refused", "failed"};

bool is_conversion(const event& review) {
  return review.fact("for") == "conversion";
}

} // namespace

recorded_reviews::recorded_reviews(const recorded_run& run) : run_(run), asked_(run.nearest(is_arrival_of_review)) {
  for (const auto& x : run.events()) {
    if (x.type != trace_span::review) continue;
    const auto* asked = asked_of(x);
    if (asked != nullptr) places_.emplace(asked, all_.size());
    all_.push_back({&x, asked, {}});
  }
  for (const auto& x : run.events())
    if (x.type == trace_span::hook && is_part(x)) all_[places_.at(asked_of(x))].hooks.push_back(&x);
}

std::vector<const event*> recorded_reviews::open() const {
  std::vector<const event*> found;
  for (const auto& x : run_.events())
    if (is_question_of_review(x) && !is_part(x)) found.push_back(&x);
  return found;
}

bool is_arrival_of_review(const event& x) {
  return x.type == "http_asked" && x.receiver == webhook_server;
}

bool is_question_of_review(const event& x) {
  return x.type == "review_asked" || x.type == "conversion_asked";
}

bool is_consent(const event& review) {
  return review.fact("outcome") == "allowed" || review.fact("outcome") == "converted";
}

std::string words_of_webhook(const event& review) {
  if (is_conversion(review)) return fmt::format("of {}", review.fact("binding"));
  return fmt::format("by {} for {}", words_of_hook(review), review.fact("binding"));
}

std::string words_of_review(const event& review) {
  if (is_conversion(review))
    return fmt::format("conversion of {} {} to {}", review.fact("object"), words_of_webhook(review),
                       review.fact("version"));
  return fmt::format("review of {} {} {}", review.fact("operation"), review.fact("object"), words_of_webhook(review));
}

std::string words_of_decision(const event& review) {
  const auto reason = review.fact("reason");
  const auto end = fmt::format("{}{}{}", review.fact("outcome"), reason.empty() ? "" : ": ", reason);
  if (is_conversion(review)) return fmt::format("{} to {}: {}", review.fact("object"), review.fact("version"), end);
  return fmt::format("{} {}: {}", review.fact("operation"), review.fact("object"), end);
}

std::string words_of_ends(const std::vector<const event*>& reviews) {
  std::map<std::string_view, std::size_t> counts;
  for (const auto* x : reviews) ++counts[x->fact("outcome")];
  std::vector<std::string> words;
  for (const auto end : ends)
    if (const auto found = counts.find(end); found != counts.end())
      words.push_back(fmt::format("{} {}", found->second, end));
  return fmt::format("{}", fmt::join(words, ", "));
}

std::string words_of_reviews(const std::vector<const event*>& reviews) {
  const auto& last = *reviews.back();
  if (reviews.size() == 1)
    return fmt::format("{}: {} in {}{}{}", words_of_review(last), last.fact("outcome"),
                       words_of_duration(last.duration_us), last.fact("reason").empty() ? "" : ": ",
                       last.fact("reason"));
  std::int64_t longest_us = 0;
  for (const auto* x : reviews) longest_us = std::max(longest_us, x->duration_us);
  return fmt::format("{} {} {}: {}, {} at most", reviews.size(), is_conversion(last) ? "conversions" : "reviews",
                     words_of_webhook(last), words_of_ends(reviews), words_of_duration(longest_us));
}

} // namespace trace::read
