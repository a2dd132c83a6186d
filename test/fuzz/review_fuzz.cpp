// The body of a review, which any client of the HTTPS listener sends, and the answer of a hook to it.

#include "core/webhooks/admission_answer.hpp"
#include "core/webhooks/admission_review.hpp"
#include "core/webhooks/review_deadline.hpp"
#include "fuzz/claim.hpp"
#include "text/json/json.hpp"

#include <algorithm>
#include <chrono>

using fuzz::claim;

namespace {

void check_answer(const core::webhooks::admission_review& review, std::string_view text) {
  const auto answer =
    core::webhooks::parse_admission_answer(text, core::bindings::webhook_kind::mutating, review.operation);
  if (!answer) return claim(!answer.error().message.empty(), "an error says what is wrong");
  const auto written = text::parse_json(core::webhooks::response_text(review, *answer));
  claim(written && written->is_object(), "an answer is an object");
  const auto* response = written->find("response");
  claim(response != nullptr && response->string_at("uid") == review.uid, "an answer names its review");
  claim(review.operation != "DELETE" || answer->patch.empty(), "a DELETE has no patch");
}

} // namespace

/// A review, and behind the first line end an answer.
extern "C" int LLVMFuzzerTestOneInput(const unsigned char* data, std::size_t size) {
  const fuzz::memory_rule memory(size);
  const auto text = fuzz::text_of(data, size);
  const auto end = std::min(text.find('\n'), text.size());
  const auto body = text.substr(0, end);
  if (const auto time = core::webhooks::time_for_answer(body))
    claim(time->count() > 0 && *time <= std::chrono::seconds(30), "the time for an answer has bounds");
  // The WEBHOOK SERVER checks the whole body before.
  if (!text::parse_json(body)) return 0;
  const auto review = core::webhooks::read_review(body);
  if (!review) {
    claim(!review.error().message.empty(), "an error says what is wrong");
    return 0;
  }
  claim(!review->uid.empty() && review->request != nullptr, "a review has a request with a uid");
  claim(text::parse_json(*review->request).has_value(), "hooks get valid JSON");
  const auto context = core::webhooks::review_context_text({}, *review, {}, std::size_t{64} << 20);
  claim(context.has_value(), "a review has a context");
  check_answer(*review, text.substr(std::min(end + 1, text.size())));
  return 0;
}
