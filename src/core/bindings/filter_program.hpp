#pragma once

#include "base/error.hpp"

#include <cstddef>
#include <memory>
#include <mutex>
#include <string>
#include <vector>

extern "C" struct jq_state;

namespace core::bindings {

class jq_account;

/// A jq program that compiles. To compile it takes about a millisecond, 150 times as long as to apply it to a
/// small object, and hooks of one platform often have the same filter: so all filters with the same text
/// share one program.
///
/// jq can evaluate a compiled program for one object at a time. Evaluations at the same time, in several
/// threads, each use a separate copy, which is compiled at first need and kept for later evaluations. So
/// there are never more copies than threads that evaluate.
///
/// A program lives as long as a filter holds it. The last `kept_max` requested programs live on without that,
/// because a filter is checked with the configuration of its hook and applied later. All members may be
/// called by any thread.
/// Why so: docs/decisions/jq-is-built-with-the-program.md
class filter_program {
public:
  static constexpr std::size_t kept_max = 1024;

  /// The program of a text. Errors (`invalid_input`) carry jq's own text; failures are not remembered.
  [[nodiscard]] static base::result<std::shared_ptr<filter_program>> of(const std::string& text);

  explicit filter_program(std::string text);
  filter_program(const filter_program&) = delete;
  filter_program& operator=(const filter_program&) = delete;

  [[nodiscard]] const std::string& text() const noexcept { return text_; }
  /// False: the input may be read without its managed fields.
  [[nodiscard]] bool sees_managed_fields() const noexcept { return sees_managed_fields_; }
  [[nodiscard]] std::size_t idle_copies() const;

  /// A compiled copy, for a single evaluation; its destructor returns it to its program.
  class copy {
  public:
    copy(copy&&) noexcept = default;
    copy& operator=(copy&&) = delete;
    ~copy();

    [[nodiscard]] jq_state* jq() const noexcept;
    /// The account of all its memory.
    [[nodiscard]] jq_account& account() const noexcept;
    /// Marks a copy that was left in the middle of an evaluation: it must not be used again.
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

  /// Errors are the errors of `of`; after `of` has succeeded, it fails only if a file that the program
  /// imports was deleted. The copy must not outlive the program.
  [[nodiscard]] base::result<copy> take();

private:
  [[nodiscard]] base::result<copy::state_ptr> compile() const;

  std::string text_;
  bool sees_managed_fields_;
  mutable std::mutex mutex_;
  std::vector<copy::state_ptr> idle_; ///< copies that no evaluation uses now
};

} // namespace core::bindings
