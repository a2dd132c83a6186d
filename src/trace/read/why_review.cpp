#include "trace/read/why_review.hpp"

#include "trace/read/event_text.hpp"
#include "trace/read/known_names.hpp"
#include "trace/read/reviews.hpp"
#include "trace/read/time_words.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <map>
#include <string_view>
#include <tuple>
#include <vector>

namespace trace::read {

namespace {

constexpr std::size_t history_shown = 5;
/// Shorter parts of the time explain nothing.
constexpr std::int64_t part_us_min = 1'000;

/// The object in the form in which users name it: `configmap/default/web`.
std::string path_of(std::string_view object) {
  std::string path;
  for (const char c : object) path += c == ' ' ? '/' : c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return path;
}

bool is_object(std::string_view object, std::string_view wanted) {
  const auto path = path_of(object);
  const auto end = path_of(wanted);
  return path == end || (end.find('/') != end.npos && path.ends_with("/" + end));
}

bool is_hook(const event& x, std::string_view name) {
  const auto hook = x.fact("hook");
  if (hook.empty()) return false;
  return hook == name || hook.ends_with(fmt::format("/{}", name))
         || fmt::format("{}/{}", x.fact("module"), hook) == name;
}

bool is_about(const recorded_review& x, std::string_view name) {
  const auto& span = *x.span;
  if (span.fact("uid") == name || span.fact("binding") == name || is_hook(span, name)) return true;
  if (span.fact("for") != "conversion" && is_object(span.fact("object"), name)) return true;
  return std::any_of(x.hooks.begin(), x.hooks.end(), [&](const auto* hook) { return is_hook(*hook, name); });
}

class review_story {
public:
  review_story(const recorded_run& run, const recorded_reviews& reviews)
    : run_(run), reviews_(reviews), times_(run), questions_(run.nearest(is_question_of_review)),
      orders_(run.nearest([](const event& x) { return x.type == "run_hook"; })) {}

  [[nodiscard]] std::string text_of(const recorded_review& x) const {
    const auto& span = *x.span;
    auto text = fmt::format("{}  {}: {} in {}\n", times_.both(span.time_us), words_of_review(span),
                            span.fact("outcome"), words_of_duration(span.duration_us));
    const auto line = [&text](const std::string& words) { text += "    " + words + "\n"; };
    if (const auto reason = span.fact("reason"); !reason.empty()) line(std::string(reason));
    if (const auto by = span.fact("by"); !by.empty()) line(fmt::format("the request came from {}", by));
    line(fmt::format("uid {}", span.fact("uid")));
    if (x.hooks.empty()) line("no hook has run for it");
    for (const auto* hook : x.hooks) add_hook(line, *hook);
    return text;
  }

  [[nodiscard]] std::string line_of(const event& review) const {
    return fmt::format("  {}  {}: {} in {}{}{}\n", times_.both(review.time_us), words_of_review(review),
                       review.fact("outcome"), words_of_duration(review.duration_us),
                       review.fact("reason").empty() ? "" : ": ", review.fact("reason"));
  }

private:
  template <class Line>
  void add_hook(const Line& line, const event& hook) const {
    const auto* asked = questions_[run_.index_of(hook)];
    const auto* order = orders_[run_.index_of(hook)];
    if (asked != nullptr && order != nullptr && order->time_us - asked->time_us >= part_us_min)
      line(fmt::format("waited {} for objects and snapshots of {}", words_of_duration(order->time_us - asked->time_us),
                       words_of_hook(hook)));
    if (order != nullptr && hook.time_us - order->time_us >= part_us_min)
      line(fmt::format("waited {} for a place, while {} (--webhook-parallel-runs)",
                       words_of_duration(hook.time_us - order->time_us), words_of_rivals(*order, hook)));
    const auto words = hook.fact("outcome") == "failed" ? hook.fact("reason") : std::string_view();
    line(fmt::format("{} ran for {}{}{}", words_of_hook(hook), words_of_duration(hook.duration_us),
                     words.empty() ? "" : ", and failed: ", words));
  }

  /// The other runs of hooks for reviews between the order and the start of this run.
  [[nodiscard]] std::string words_of_rivals(const event& order, const event& hook) const {
    std::size_t count = 0;
    for (const auto& other : reviews_.all())
      for (const auto* x : other.hooks)
        if (x != &hook && x->time_us < hook.time_us && x->time_us + x->duration_us >= order.time_us) ++count;
    return fmt::format("{} other {} of reviews ran", count, count == 1 ? "hook" : "hooks");
  }

  const recorded_run& run_;
  const recorded_reviews& reviews_;
  time_words times_;
  nearest_events questions_; ///< to owners of hooks
  nearest_events orders_;    ///< to the runner of hooks
};

/// The last review by each webhook, those without consent first, then the latest first.
std::vector<const recorded_review*> last_of_each(const std::vector<const recorded_review*>& found) {
  std::map<std::tuple<std::string_view, std::string_view, std::string_view>, const recorded_review*> last;
  for (const auto* x : found) last[{x->span->fact("module"), x->span->fact("hook"), x->span->fact("binding")}] = x;
  std::vector<const recorded_review*> all;
  for (const auto& [webhook, x] : last) all.push_back(x);
  std::sort(all.begin(), all.end(), [](const auto* a, const auto* b) {
    return std::pair(is_consent(*a->span), b->span->id) < std::pair(is_consent(*b->span), a->span->id);
  });
  return all;
}

std::string open_text(const recorded_reviews& reviews, const std::string& name, const time_words& times) {
  std::string text;
  for (const auto* x : reviews.open())
    if (x->summary == name || is_object(x->summary.substr(std::min(x->summary.find(' ') + 1, x->summary.size())), name))
      text += fmt::format("{}  the API server asked about {}: not answered in this trace\n", times.both(x->time_us),
                          x->summary);
  return text;
}

base::result<std::string> no_review(const recorded_reviews& reviews, const std::string& name) {
  known_names known;
  for (const auto& x : reviews.all()) {
    known.emplace(x.span->fact("binding"));
    if (const auto hook = x.span->fact("hook"); !hook.empty()) known.emplace(hook);
    if (x.span->fact("for") != "conversion") known.insert(path_of(x.span->fact("object")));
  }
  return nothing_of("no review '" + name + "'", known);
}

} // namespace

base::result<std::string> why_review(const recorded_run& run, const std::string& name) {
  const recorded_reviews reviews(run);
  const review_story story(run, reviews);
  std::vector<const recorded_review*> found;
  for (const auto& x : reviews.all())
    if (is_about(x, name)) found.push_back(&x);
  auto text = open_text(reviews, name, time_words(run));
  if (found.empty()) return text.empty() ? no_review(reviews, name) : text;
  const auto last = last_of_each(found);
  text += story.text_of(*last.front());
  std::vector<const event*> spans;
  for (const auto* x : found) spans.push_back(x->span);
  if (found.size() == 1) return text;
  if (last.size() > 1) text += "the last answers of other webhooks:\n";
  for (std::size_t i = 1; i < last.size(); ++i) text += story.line_of(*last[i]->span);
  text += fmt::format("of {} such reviews in this trace: {}\n", found.size(), words_of_ends(spans));
  std::size_t shown = 0;
  for (auto x = spans.rbegin(); x != spans.rend() && shown < history_shown; ++x)
    if (std::none_of(last.begin(), last.end(), [&](const auto* y) { return y->span == *x; })) {
      text += shown++ == 0 ? "before that:\n" : "";
      text += story.line_of(**x);
    }
  return text;
}

} // namespace trace::read
