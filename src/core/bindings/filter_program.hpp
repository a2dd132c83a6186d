#pragma once

#include "base/error.hpp"
#include "core/bindings/reached_paths.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

extern "C" struct jq_state;

namespace core::bindings {

class jq_account;

/// A compiled jq program. All filters with the same text share a program, because hooks of a platform often
/// have the same filter, and compiling takes about a millisecond: 150 times as long as applying it to a small
/// object.
///
/// jq can evaluate a compiled program only for a single object at a time. So each thread that evaluates at
/// the same time uses a separate copy, which is compiled at the first use and kept. There are never more
/// copies than threads that evaluate.
///
/// A program lives as long as a filter holds it. Also, the `kept_max` most recently requested programs are
/// kept, because a filter is compiled when its hook's configuration is checked, and again later when it is
/// applied. Thread-safe.
/// Why so: docs/decisions/jq-is-built-with-the-program.md
class filter_program {
public:
  static constexpr std::size_t kept_max = 1024;

  /// The program with this text. Errors (`invalid_input`) contain the message of jq; failures are not
  /// remembered.
  [[nodiscard]] static base::result<std::shared_ptr<filter_program>> of(const std::string& text);

  explicit filter_program(std::string text);
  filter_program(const filter_program&) = delete;
  filter_program& operator=(const filter_program&) = delete;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// False: the result does not depend on managed fields, so the caller may omit them from the input.
  [[nodiscard]] bool sees_managed_fields() const noexcept { return sees_managed_fields_; }
  /// The paths of its input on which the result depends; the caller may omit everything else.
  [[nodiscard]] const reached_paths& reached() const noexcept { return reached_; }
  [[nodiscard]] std::size_t idle_copies() const;

  /// A compiled copy for an evaluation. Its destructor returns it to the program.
  class copy {
  public:
    copy(copy&&) noexcept = default;
    copy& operator=(copy&&) = delete;
    ~copy();

    [[nodiscard]] jq_state* jq() const noexcept;
    /// The account of all memory of the copy.
    [[nodiscard]] jq_account& account() const noexcept;
    /// Marks a copy as unusable, after its evaluation was aborted.
    void lose() noexcept;

  private:
    friend class filter_program;
    struct state;
    struct teardown {
      void operator()(state* x) const;
    };
    using state_ptr = std::unique_ptr<state, teardown>;

    copy(filter_program& owner, state_ptr made) : owner_(&owner), state_(std::move(made)) {}

    filter_program* owner_;
    state_ptr state_;
  };

  /// The limits of a program and of an evaluation of it.
  static constexpr std::size_t memory_max = std::size_t{256} << 20;

  /// A copy for an evaluation. It fails with the errors of `of`, but only if a file that the program imports
  /// was deleted since. The copy must not outlive the program.
  [[nodiscard]] base::result<copy> take();

private:
  [[nodiscard]] base::result<copy::state_ptr> compile() const;

  std::string text_;
  bool sees_managed_fields_;
  reached_paths reached_;
  mutable std::mutex mutex_;
  std::vector<copy::state_ptr> idle_; ///< copies that no evaluation uses now
};

} // namespace core::bindings
