#pragma once

#include "core/bindings/jq_values.hpp"

extern "C" {
#include <jv_account.h>
}

#include <cstddef>
#include <type_traits>

namespace core::bindings {

/// Owns and limits the memory of a compiled jq program and its evaluations. A function of jq, which is
/// written in C, checks no limit while it runs; it can be stopped only when it allocates memory.
class jq_account {
public:
  jq_account() : account_(jv_account_new()) {}
  jq_account(const jq_account&) = delete;
  jq_account& operator=(const jq_account&) = delete;
  /// Frees all memory of the account. jq may be in any state.
  ~jq_account() { jv_account_free(account_); }

  /// False: the account could not be created for lack of memory, and must not be used.
  explicit operator bool() const noexcept { return account_ != nullptr; }

  /// Allows the program to allocate this number of further bytes.
  void open(std::size_t bytes) noexcept { jv_account_open(account_, bytes); }

  /// Calls a function that the account may abort. It must have no local objects with destructors. After an
  /// abort the state of its objects is undefined.
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
