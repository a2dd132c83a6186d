#include "core/bindings/filter_program.hpp"

#include "core/bindings/filter_forms.hpp"
#include "core/bindings/filter_needs.hpp"
#include "core/bindings/jq_values.hpp"

#include <algorithm>
#include <list>
#include <unordered_map>
#include <utility>

namespace core {

namespace {

/// All programs that somebody holds, by their text. It is shared by all threads.
class known_programs {
public:
  std::shared_ptr<filter_program> find(const std::string& text) {
    const std::lock_guard lock(mutex_);
    const auto at = programs_.find(text);
    auto known = at == programs_.end() ? nullptr : at->second.lock();
    if (known) keep(known);
    return known;
  }

  /// Another thread may have added the same text meanwhile: then that one counts.
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
    if (const auto at = std::find(kept_.begin(), kept_.end(), program); at != kept_.end()) {
      kept_.splice(kept_.begin(), kept_, at);
      return;
    }
    kept_.push_front(program);
    if (kept_.size() > filter_program::kept_max) kept_.pop_back();
  }

  /// Texts of programs that have gone are left out now and then: each text is looked at a few times at most.
  void forget_gone() {
    if (programs_.size() < look_at_) return;
    std::erase_if(programs_, [](const auto& x) { return x.second.expired(); });
    look_at_ = 2 * (programs_.size() + filter_program::kept_max);
  }

  std::mutex mutex_;
  std::unordered_map<std::string, std::weak_ptr<filter_program>> programs_;
  std::list<std::shared_ptr<filter_program>> kept_; ///< the last one that was asked for is the first
  std::size_t look_at_ = 2 * filter_program::kept_max;
};

known_programs& all_programs() {
  static known_programs all;
  return all;
}

void collect_compile_error(void* target, jv message) {
  auto& text = *static_cast<std::string*>(target);
  if (!text.empty()) text += ' ';
  text += take_text(jq_format_error(message));
}

} // namespace

result<std::shared_ptr<filter_program>> filter_program::of(const std::string& text) {
  if (auto known = all_programs().find(text)) return known;
  if (const auto why = refused_form(text)) return fail(error_code::invalid_input, "jq filter '" + text + "': " + *why);
  auto made = std::make_shared<filter_program>(text);
  // The copy is there for the first evaluation.
  if (auto first = made->take(); !first) return tl::unexpected(first.error());
  return all_programs().add(std::move(made));
}

filter_program::filter_program(std::string text)
  : text_(std::move(text)), sees_managed_fields_(may_see_managed_fields(text_)) {}

std::size_t filter_program::idle_copies() const {
  const std::lock_guard lock(mutex_);
  return idle_.size();
}

result<filter_program::copy> filter_program::take() {
  {
    const std::lock_guard lock(mutex_);
    if (!idle_.empty()) {
      copy taken(*this, std::move(idle_.back()));
      idle_.pop_back();
      return taken;
    }
  }
  return compile().map([&](copy::state_ptr jq) { return copy(*this, std::move(jq)); });
}

result<filter_program::copy::state_ptr> filter_program::compile() const {
  copy::state_ptr jq(jq_init());
  std::string problem;
  jq_set_error_cb(jq.get(), collect_compile_error, &problem);
  const bool compiled = jq_compile(jq.get(), text_.c_str()) != 0;
  jq_set_error_cb(jq.get(), nullptr, nullptr);
  if (compiled) return jq;
  std::replace(problem.begin(), problem.end(), '\n', ' ');
  return fail(error_code::invalid_input, "jq filter '" + text_ + "' does not compile: " + problem);
}

filter_program::copy::~copy() {
  if (!jq_) return;
  const std::lock_guard lock(owner_->mutex_);
  owner_->idle_.push_back(std::move(jq_));
}

void filter_program::copy::teardown::operator()(jq_state* jq) const {
  jq_teardown(&jq);
}

} // namespace core
