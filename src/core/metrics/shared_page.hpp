#pragma once

#include "base/error.hpp"
#include "core/metrics/name_escaping.hpp"
#include "text/plain/text_pieces.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <vector>

namespace core::metrics {

/// The limits of a `shared_page`.
struct shared_page_limits {
  /// The readers that may wait for the page. With two pages they leave 64 of the listener's 256 places to
  /// probes.
  std::size_t readers_max = 96;
  /// A client may read a page for some seconds before newer pages push it out of `answers_bytes_max`, so
  /// pages come no faster than this.
  std::size_t bytes_per_second = std::size_t{16} << 20;
  std::size_t short_bytes = std::size_t{64} << 10; ///< such a page may come at any speed
};

/// A page of metrics, made once for all clients that ask meanwhile. Otherwise a client that asks again and
/// again would have the operator write the page again and again.
///
/// A page is kept for as long as it took to make, and longer if it is long. So clients cost half of a thread
/// at most, and their texts do not take memory faster than clients can read. Belongs to one thread at a time.
class shared_page {
public:
  using answer = base::result<text::shared_text>;
  using reader = std::function<void(const answer&)>;

  explicit shared_page(const shared_page_limits& limits = {}) : limits_(limits) {}

  /// Calls the reader with the page that is kept in this form, or lets the reader wait for it.
  /// @returns false if too many readers wait: the reader is dropped.
  [[nodiscard]] bool ask(name_escaping form, reader x);

  /// The form of the page that must be made now, the form of the first question. The caller answers with
  /// `made`. Empty if a page is being made or kept, or if there are no readers.
  [[nodiscard]] std::optional<name_escaping> next(std::int64_t now_us);

  /// Calls all readers of the form that was made.
  /// @returns the time for which the page is kept, until `forget`; zero: it is not kept.
  /// @pre `next` has named a form.
  [[nodiscard]] std::chrono::microseconds made(const answer& x, std::int64_t now_us);

  /// The time of the kept page is over.
  void forget() noexcept { kept_.reset(); }

private:
  struct waiting {
    name_escaping form;
    reader to;
  };
  struct kept {
    name_escaping form;
    text::shared_text text;
  };
  struct making {
    name_escaping form;
    std::int64_t since_us;
  };

  [[nodiscard]] std::vector<reader> take_readers(name_escaping form);

  shared_page_limits limits_;
  std::deque<waiting> waiting_; ///< bound: `readers_max`
  std::optional<making> making_;
  std::optional<kept> kept_;
};

} // namespace core::metrics
