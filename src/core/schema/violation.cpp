#include "core/schema/violation.hpp"

namespace core::schema {
namespace {

/// The length of a message: /readyz and the log have room for several.
constexpr std::size_t text_enough = std::size_t{4} << 10;

std::size_t bytes_of(const violation& x) {
  auto bytes = x.path.size() + x.rule.size() + x.found.size();
  for (const auto& token : x.place.tokens) bytes += token.size();
  return bytes;
}

} // namespace

void violations::keep(violation x) {
  bytes_ += bytes_of(x);
  any_missing_ = any_missing_ || x.is_missing;
  all_missing_ = all_missing_ && x.is_missing;
  kept_.push_back(std::move(x));
}

void violation_text::add(const std::string& description) {
  if (text_.size() > text_enough) return add_more(1);
  text_ += (text_.empty() ? "" : "; ") + description;
}

std::string violation_text::take() {
  if (more_ > 0) text_ += (text_.empty() ? "" : "; and ") + std::to_string(more_) + " more";
  return std::move(text_);
}

std::string describe(const violation& violation) {
  return violation.path + " " + violation.rule + (violation.found.empty() ? "" : ", " + violation.found);
}

std::string describe(const violations& violations) {
  violation_text text;
  for (const auto& violation : violations) text.add(describe(violation));
  text.add_more(violations.more());
  return text.take();
}

} // namespace core::schema
