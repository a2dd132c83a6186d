#pragma once

#include "core/bindings/jq_values.hpp"

extern "C" {
#include <jv_account.h>
}

#include <cstddef>
#include <type_traits>

namespace core::bindings {

/// The memory of a compiled jq program and of its evaluations. jq is written in C and checks no limit while a
/// function of it runs; allocation is the only point where such a function can be stopped.
class jq_account {
public:
  jq_account() : account_(jv_account_new()) {}
  jq_account(const jq_account&) = delete;
  jq_account& operator=(const jq_account&) = delete;
  /// Frees all memory of the account, in whatever state jq is.
  ~jq_account() { jv_account_free(account_); }

  /// False: there was no memory for it, and it must not be used.
  explicit operator bool() const noexcept { return account_ != nullptr; }

  /// From now on the program may take so many more bytes.
  void open(std::size_t bytes) noexcept { jv_account_open(account_, bytes); }

  /// Calls a function that may be left in the middle: the function must have no destructors to run, and if it
  /// was left, its objects are in an undefined state.
  template <class F>
  [[nodiscard]] jv_account_end run(F function) {
    static_assert(std::is_trivially_destructible_v<F>);
    return jv_account_run(
      account_, [](void* f) { (*static_cast<F*>(f))(); }, &function);
  }

  /// Ends the running evaluation; safe only in a signal handler of its thread.
  void stop() noexcept { jv_account_stop(account_); }

private:
  jv_account* account_;
};

} // namespace core::bindings
