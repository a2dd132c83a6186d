#include "text/plain/text_pieces.hpp"

#include <utility>

namespace text {

namespace {

/// A shorter text is copied: a copy costs less than a counted reference and a further part for the kernel.
constexpr std::size_t shared_bytes_min = 512;

} // namespace

void text_pieces::append(const shared_text& text) {
  if (text->size() < shared_bytes_min) {
    own_ += *text;
    return;
  }
  shared_.push_back({own_.size(), text});
  shared_size_ += text->size();
}

void text_pieces::append(const text_pieces& text) {
  for (const auto& x : text.shared_) shared_.push_back({own_.size() + x.after, x.text});
  own_ += text.own_;
  shared_size_ += text.shared_size_;
}

std::vector<std::string_view> text_pieces::parts() const {
  std::vector<std::string_view> parts;
  parts.reserve(shared_.size() * 2 + 1);
  const std::string_view own = own_;
  std::size_t taken = 0;
  const auto take_own = [&](std::size_t end) {
    if (end > taken) parts.push_back(own.substr(taken, end - taken));
    taken = end;
  };
  for (const auto& x : shared_) {
    take_own(x.after);
    parts.emplace_back(*x.text);
  }
  take_own(own.size());
  return parts;
}

std::string text_pieces::text() const& {
  std::string all;
  all.reserve(size());
  for (const auto part : parts()) all += part;
  return all;
}

std::string text_pieces::text() && {
  return shared_.empty() ? std::move(own_) : std::as_const(*this).text();
}

} // namespace text
