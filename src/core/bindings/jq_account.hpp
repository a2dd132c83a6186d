#pragma once

#include "core/bindings/jq_values.hpp"

extern "C" {
#include <jv_account.h>
}

#include <cstddef>
#include <type_traits>

namespace core::bindings {

/// The memory of one compiled jq program and of what it evaluates. jq is written in C and asks nobody while a function of
/// it runs; its memory is where it can be stopped all the same.
class jq_account {
public:
  jq_account() : account_(jv_account_new()) {}
  jq_account(const jq_account&) = delete;
  jq_account& operator=(const jq_account&) = delete;
  /// Frees what has been taken in it, in whatever order that is.
  ~jq_account() { jv_account_free(account_); }

  /// False: there was no memory for it, and it must not be used.
  explicit operator bool() const noexcept { return account_ != nullptr; }

  /// So much more may be taken from now on.
  void open(std::size_t bytes) noexcept { jv_account_open(account_, bytes); }

  /// Calls a function that may be left in the middle: it has nothing to destroy, and what it works on is in no order then.
  template <class F>
  [[nodiscard]] jv_account_end run(F function) {
    static_assert(std::is_trivially_destructible_v<F>);
    return jv_account_run(
      account_, [](void* f) { (*static_cast<F*>(f))(); }, &function);
  }

  /// Ends what runs; only what is safe in a signal handler of its thread.
  void stop() noexcept { jv_account_stop(account_); }

private:
  jv_account* account_;
};

} // namespace core::bindings
