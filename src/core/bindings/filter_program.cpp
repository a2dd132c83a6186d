#include "core/bindings/filter_program.hpp"

#include "core/bindings/filter_forms.hpp"
#include "core/bindings/filter_needs.hpp"
#include "core/bindings/filter_reach.hpp"
#include "core/bindings/jq_account.hpp"
#include "core/bindings/jq_values.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <list>
#include <unordered_map>
#include <utility>

namespace core::bindings {

namespace {

/// All programs that filters hold, by text. Thread-safe.
class known_programs {
public:
  std::shared_ptr<filter_program> find(const std::string& text) {
    const std::lock_guard lock(mutex_);
    const auto at = programs_.find(text);
    auto known = at == programs_.end() ? nullptr : at->second.lock();
    if (known) keep(known);
    return known;
  }

  /// If another thread has added the same text meanwhile, its program is used.
  std::shared_ptr<filter_program> add(std::shared_ptr<filter_program> program) {
    const std::lock_guard lock(mutex_);
    forget_gone();
    auto& known = programs_[program->text()];
    if (auto other = known.lock()) program = std::move(other);
    known = program;
    keep(program);
    return program;
  }

private:
  void keep(const std::shared_ptr<filter_program>& program) {
    // A program that is requested again moves to the front, so that programs in use are dropped last.
    if (const auto at = std::find(kept_.begin(), kept_.end(), program); at != kept_.end()) {
      kept_.splice(kept_.begin(), kept_, at);
      return;
    }
    kept_.push_front(program);
    if (kept_.size() > filter_program::kept_max) kept_.pop_back();
  }

  /// Removes the texts of destroyed programs. It runs only when the map has doubled, so its cost for each
  /// text is constant.
  void forget_gone() {
    if (programs_.size() < look_at_) return;
    std::erase_if(programs_, [](const auto& x) { return x.second.expired(); });
    look_at_ = 2 * (programs_.size() + filter_program::kept_max);
  }

  std::mutex mutex_;
  std::unordered_map<std::string, std::weak_ptr<filter_program>> programs_;
  std::list<std::shared_ptr<filter_program>> kept_; ///< the most recently requested program comes first
  std::size_t look_at_ = 2 * filter_program::kept_max;
};

known_programs& all_programs() {
  static known_programs all;
  return all;
}

/// The account may abort any function that jq calls, this function, too.
void collect_compile_error(void* target, jv message) {
  auto& messages = *static_cast<jv*>(target);
  messages = jv_array_append(messages, message);
}

/// Joins and consumes the messages.
std::string joined_errors(jv messages) {
  std::string text;
  const int count = jv_array_length(jv_copy(messages));
  for (int i = 0; i < count; ++i) {
    if (i > 0) text += ' ';
    text += take_text(jq_format_error(jv_array_get(jv_copy(messages), i)));
  }
  jv_free(messages);
  std::replace(text.begin(), text.end(), '\n', ' ');
  return text;
}

} // namespace

struct filter_program::copy::state {
  jq_account account;
  jq_state* jq = nullptr; ///< null: not compiled, or lost; the account frees its memory
};

base::result<std::shared_ptr<filter_program>> filter_program::of(const std::string& text) {
  if (auto known = all_programs().find(text)) return known;
  if (const auto why = refused_form(text))
    return base::fail(base::error_code::invalid_input, "jq filter '" + text + "': " + *why);
  auto made = std::make_shared<filter_program>(text);
  // The copy is returned to the program, for the first evaluation.
  if (auto first = made->take(); !first) return tl::unexpected(first.error());
  return all_programs().add(std::move(made));
}

filter_program::filter_program(std::string text)
  : text_(std::move(text)), sees_managed_fields_(may_see_managed_fields(text_)), reached_(filter_reach(text_)) {}

std::size_t filter_program::idle_copies() const {
  const std::lock_guard lock(mutex_);
  return idle_.size();
}

base::result<filter_program::copy> filter_program::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      copy taken(*this, std::move(idle_.back()));
      idle_.pop_back();
      return taken;
    }
  }
  // Compiled outside the lock, because it takes a millisecond, and other threads must not wait for it.
  return compile().map([&](copy::state_ptr made) { return copy(*this, std::move(made)); });
}

base::result<filter_program::copy::state_ptr> filter_program::compile() const {
  copy::state_ptr made(new copy::state);
  if (!made->account) return base::fail(base::error_code::io, "jq filter '" + text_ + "': there is no memory for it");
  made->account.open(memory_max);
  jv messages = jv_invalid();
  bool compiled = false;
  // jq evaluates constant parts of a program while it compiles, so the limits of an evaluation apply here,
  // too.
  const auto end = made->account.run([&made = *made, &messages, &compiled, text = text_.c_str()] {
    messages = jv_array();
    made.jq = jq_init();
    jq_set_error_cb(made.jq, collect_compile_error, &messages);
    compiled = jq_compile(made.jq, text) != 0;
    jq_set_error_cb(made.jq, nullptr, nullptr);
  });
  if (end != JV_ACCOUNT_DONE) {
    // jq was aborted, so its state is undefined: `jq_teardown` must not be called, and the account frees the
    // memory.
    made->jq = nullptr;
    return base::fail(base::error_code::invalid_input,
                      fmt::format("jq filter '{}' does not compile: it takes more than {} MiB of "
                                  "memory",
                                  text_, memory_max >> 20));
  }
  const auto problem = joined_errors(messages);
  if (compiled) return made;
  return base::fail(base::error_code::invalid_input, "jq filter '" + text_ + "' does not compile: " + problem);
}

filter_program::copy::~copy() {
  // A lost copy is not kept; a later evaluation compiles a new copy.
  if (!state_ || state_->jq == nullptr) return;
  const std::lock_guard lock(owner_->mutex_);
  owner_->idle_.push_back(std::move(state_));
}

jq_state* filter_program::copy::jq() const noexcept {
  return state_->jq;
}

jq_account& filter_program::copy::account() const noexcept {
  return state_->account;
}

void filter_program::copy::lose() noexcept {
  state_->jq = nullptr;
}

void filter_program::copy::teardown::operator()(state* x) const {
  if (x->jq != nullptr) jq_teardown(&x->jq);
  delete x;
}

} // namespace core::bindings
