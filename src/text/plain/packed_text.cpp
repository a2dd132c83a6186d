#include "text/plain/packed_text.hpp"

#include <algorithm>
#include <array>
#include <atomic>
#include <cassert>
#include <cstring>
#include <mutex>
#include <utility>

#include <zstd.h>

namespace text {

namespace {

/// A shorter text gains less than the time is worth.
constexpr std::size_t packed_size_min = 512;
/// Pays for the hundred thousand objects that are packed once and read seldom; higher levels gain little.
constexpr int level = 3;
/// Longer dictionaries gain little for objects of some KiB.
constexpr std::size_t dictionary_bytes = std::size_t{16} << 10;
/// Fewer bytes in all do not pay for the memory of a dictionary.
constexpr std::size_t bytes_before_dictionary = std::size_t{256} << 10;
/// The ratio of so many texts decides whether the dictionary still fits.
constexpr std::size_t texts_in_ratio = 1000;
constexpr double worse_ratio = 1.5;
/// While texts of so many generations exist, no further generation begins: bound of their memory.
constexpr std::size_t generations_max = 8;

std::uint64_t next_number() noexcept {
  static std::atomic<std::uint64_t> last{0};
  return ++last;
}

/// The packing side of zstd, for all threads: its memory of 300 KiB exists once, and a text takes 12 µs.
///
/// A dictionary must be prepared before use, which takes longer than to pack a text. The prepared forms of
/// the last few dictionaries are kept, because lists are read in turns; bound: `prepared_max`.
class packing {
public:
  /// @returns the number of bytes written; 0: `into` is too short, or zstd has no memory.
  std::size_t pack(std::string_view plain, const packing_dictionary* dictionary, std::string& into) {
    const std::lock_guard guard(mutex_);
    if (context_ == nullptr) return 0;
    const auto* prepared = dictionary == nullptr ? nullptr : prepare(*dictionary);
    const auto size =
      prepared != nullptr
        ? ZSTD_compress_usingCDict(context_, into.data(), into.size(), plain.data(), plain.size(), prepared)
        : ZSTD_compressCCtx(context_, into.data(), into.size(), plain.data(), plain.size(), level);
    return ZSTD_isError(size) != 0 ? 0 : size;
  }

private:
  static constexpr std::size_t prepared_max = 4;
  struct prepared_dictionary {
    std::uint64_t number = 0;
    ZSTD_CDict* form = nullptr;
  };

  /// The last used form stands first.
  const ZSTD_CDict* prepare(const packing_dictionary& x) {
    auto at = std::find_if(prepared_.begin(), prepared_.end(), [&](const auto& y) { return y.number == x.number(); });
    if (at == prepared_.end()) {
      --at;
      ZSTD_freeCDict(at->form);
      *at = {x.number(), ZSTD_createCDict(x.bytes().data(), x.bytes().size(), level)};
    }
    std::rotate(prepared_.begin(), at, at + 1);
    return prepared_.front().form;
  }

  std::mutex mutex_;
  ZSTD_CCtx* context_ = ZSTD_createCCtx();
  std::array<prepared_dictionary, prepared_max> prepared_{};
};

/// The same for reading; it needs 96 KiB, and a text takes 4 µs.
class unpacking {
public:
  void unpack(std::string_view packed, std::string_view dictionary, char* into, std::size_t size) {
    const std::lock_guard guard(mutex_);
    [[maybe_unused]] const auto written = ZSTD_decompress_usingDict(context_, into, size, packed.data(), packed.size(),
                                                                    dictionary.data(), dictionary.size());
    // The bytes come from `pack`, and have never left the process.
    assert(written == size);
  }

private:
  std::mutex mutex_;
  ZSTD_DCtx* context_ = ZSTD_createDCtx();
};

// Never destroyed, because threads may still read texts when the program ends.
packing& the_packing() {
  static auto* const only = new packing;
  return *only;
}
unpacking& the_unpacking() {
  static auto* const only = new unpacking;
  return *only;
}

} // namespace

packing_dictionary::packing_dictionary(std::string_view bytes)
  : block_(base::shared_block<head>::make({next_number()}, bytes)) {}

packed_text::packed_text(const shared_text& plain) {
  if (plain) *this = packed_text(std::string_view(*plain));
}

packed_text::packed_text(std::string_view plain)
  : block_(base::shared_block<head>::make({static_cast<std::uint32_t>(plain.size()), 0, {}}, plain)) {}

packed_text packed_text::pack(std::string_view plain, const packing_dictionary* dictionary) {
  if (plain.size() < packed_size_min) return packed_text(plain);
  // A text that gains less than a quarter, as a record of Helm, does not fit, and stays as it is: many
  // readers then need no copy.
  std::string packed(plain.size() - plain.size() / 4, '\0');
  const auto size = the_packing().pack(plain, dictionary, packed);
  if (size == 0) return packed_text(plain);
  packed.resize(size);
  const auto with = dictionary != nullptr ? *dictionary : packing_dictionary();
  return packed_text(base::shared_block<head>::make({static_cast<std::uint32_t>(plain.size()), 1, with}, packed));
}

std::string packed_text::text() const {
  std::string window;
  const auto all = read(window);
  return is_packed() ? std::move(window) : std::string(all);
}

std::string_view packed_text::read(std::string& window) const {
  if (!is_packed()) return block_ ? block_.bytes() : std::string_view();
  window.resize(size());
  copy_to(window.data());
  return window;
}

void packed_text::copy_to(char* into) const {
  if (is_packed())
    the_unpacking().unpack(block_.bytes(), block_.header().dictionary.bytes(), into, size());
  else if (size() > 0)
    std::memcpy(into, block_.bytes().data(), size());
}

packed_text text_packer::pack(const packed_text& x) {
  if (!x || x.is_packed() || x.size() < packed_size_min) return x;
  std::string unused;
  auto packed = pack(x.read(unused));
  return packed.is_packed() ? packed : x;
}

packed_text text_packer::pack(std::string_view plain) {
  if (plain.size() < packed_size_min) return packed_text(plain);
  collect(plain);
  auto packed = packed_text::pack(plain, generations_.empty() ? nullptr : &generations_.back());
  note(plain.size(), packed.memory());
  return packed;
}

void text_packer::collect(std::string_view plain) {
  if (generations_.empty() && !collects_) {
    seen_bytes_ += plain.size();
    collects_ = seen_bytes_ >= bytes_before_dictionary;
  }
  if (!collects_) return;
  samples_ += plain.substr(0, dictionary_bytes - samples_.size());
  if (samples_.size() == dictionary_bytes) begin_generation();
}

void text_packer::begin_generation() {
  std::erase_if(generations_, [](const auto& x) { return !x.is_shared(); });
  generations_.emplace_back(samples_);
  samples_ = {};
  collects_ = false;
  texts_ = bytes_ = packed_bytes_ = 0;
  first_ratio_ = 0;
}

void text_packer::note(std::size_t size, std::size_t packed) {
  if (generations_.empty() || collects_) return;
  ++texts_;
  bytes_ += size;
  packed_bytes_ += packed;
  if (texts_ < texts_in_ratio) return;
  const auto ratio = static_cast<double>(packed_bytes_) / static_cast<double>(bytes_);
  texts_ = bytes_ = packed_bytes_ = 0;
  if (first_ratio_ == 0) {
    first_ratio_ = ratio;
    return;
  }
  if (ratio <= worse_ratio * first_ratio_) return;
  std::erase_if(generations_, [&](const auto& x) { return &x != &generations_.back() && !x.is_shared(); });
  collects_ = generations_.size() < generations_max;
}

} // namespace text
