#include "text/plain/text_pieces.hpp"

#include "base/overload.hpp"

#include <algorithm>
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

void text_pieces::append(const packed_text& text) {
  if (!text.is_packed() && text.size() < shared_bytes_min) {
    std::string unused;
    own_ += text.read(unused);
    return;
  }
  shared_.push_back({own_.size(), text});
  shared_size_ += text.size();
}

void text_pieces::append(const text_pieces& text) {
  for (const auto& x : text.shared_) shared_.push_back({own_.size() + x.after, x.text});
  own_ += text.own_;
  shared_size_ += text.shared_size_;
}

namespace {

/// Hands parts to a reader. Packed texts are unpacked into the window, which is handed over when it is full.
class part_reader {
public:
  explicit part_reader(const text_pieces::reader& take) : take_(take) {}

  base::result<void> add(std::string_view part) {
    if (!part.empty()) parts_.push_back(part);
    // A long text between long parts has many of them.
    return parts_.size() < parts_max ? base::result<void>() : hand_over();
  }

  base::result<void> add(const packed_text& text) {
    if (!text.is_packed()) {
      std::string unused;
      return add(text.read(unused));
    }
    if (used_ + text.size() > window_.size()) {
      if (auto taken = hand_over(); !taken) return taken;
      window_.resize(std::max(window_bytes, text.size()));
    }
    text.copy_to(window_.data() + used_);
    const auto part = std::string_view(window_).substr(used_, text.size());
    used_ += text.size();
    return add(part);
  }

  base::result<void> hand_over() {
    const auto parts = std::exchange(parts_, {});
    used_ = 0;
    return parts.empty() ? base::result<void>() : take_(parts);
  }

private:
  static constexpr std::size_t window_bytes = std::size_t{64} << 10;
  static constexpr std::size_t parts_max = 1024;

  const text_pieces::reader& take_;
  std::vector<std::string_view> parts_;
  std::string window_;
  std::size_t used_ = 0;
};

} // namespace

base::result<void> text_pieces::read(const reader& take) const {
  part_reader parts(take);
  const std::string_view own = own_;
  std::size_t taken = 0;
  for (const auto& x : shared_) {
    if (auto added = parts.add(own.substr(taken, x.after - taken)); !added) return added;
    taken = x.after;
    const auto add = base::overload{[&](const shared_text& text) { return parts.add(std::string_view(*text)); },
                                    [&](const packed_text& text) { return parts.add(text); }};
    if (auto added = std::visit(add, x.text); !added) return added;
  }
  if (auto added = parts.add(own.substr(taken)); !added) return added;
  return parts.hand_over();
}

std::string text_pieces::text() const& {
  std::string all;
  all.reserve(size());
  // The reader never fails.
  static_cast<void>(read([&all](const auto& parts) {
    for (const auto part : parts) all += part;
    return base::result<void>();
  }));
  return all;
}

std::string text_pieces::text() && {
  return shared_.empty() ? std::move(own_) : std::as_const(*this).text();
}

} // namespace text
