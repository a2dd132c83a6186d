// The body of a review or of a conversion, which any client of the HTTPS listener sends, and the answer of
// a hook to it.

#include "core/webhooks/admission_answer.hpp"
#include "core/webhooks/admission_review.hpp"
#include "core/webhooks/conversion_answer.hpp"
#include "core/webhooks/conversion_review.hpp"
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

/// The objects of a text that the operator has written: of `request.objects` or `response.convertedObjects`.
std::size_t objects_in(std::string_view text, const char* part, const char* list) {
  const auto written = text::parse_json(text);
  claim(written.has_value(), "the operator writes JSON");
  const auto* context = written->is_array() ? written->as_array().at(0).find("review") : &*written;
  const auto* objects = context->find(part)->find(list);
  claim(objects != nullptr && objects->is_array(), "a list of objects is there");
  return objects->as_array().size();
}

void check_conversion(std::string_view body, std::string_view answer) {
  const auto review = core::webhooks::read_conversion_review(body);
  if (!review) return claim(!review.error().message.empty(), "an error says what is wrong");
  claim(!review->uid.empty() && !review->desired.empty(), "a conversion has a uid and a version");
  for (const auto& x : review->objects)
    claim(x.text && !x.version.empty() && text::parse_json(*x.text), "an object has a version, and is valid JSON");
  const auto context =
    core::webhooks::conversion_context_text({}, {"v1", "v2"}, *review, review->objects, {}, std::size_t{64} << 20);
  claim(context && objects_in(context->text(), "request", "objects") == review->objects.size(),
        "a hook sees all objects");
  claim(objects_in(core::webhooks::converted_text(*review, review->objects), "response", "convertedObjects")
          == review->objects.size(),
        "a client gets all objects");
  const auto converted = core::webhooks::parse_conversion_answer(answer);
  if (!converted) return claim(!converted.error().message.empty(), "an error says what is wrong");
  if (const auto checked = core::webhooks::check_converted(review->objects, converted->objects, review->desired);
      !checked)
    return claim(!checked.error().message.empty(), "an error says what is wrong");
  claim(converted->objects.size() == review->objects.size(), "a conversion loses no object");
  for (const auto& x : converted->objects) claim(x.version == review->desired, "objects have the wanted version");
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
  check_conversion(body, text.substr(std::min(end + 1, text.size())));
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
