// The part of `watch_machine` that keeps the texts of objects, or drops them.
#include "kube/watch/watch_machine.hpp"

namespace kube::watch {

void watch_machine::on(const watch_input::texts_wanted&, effects& out) {
  auto* wait = std::get_if<waiting>(&state_);
  if (wait == nullptr && std::get_if<watching>(&state_) == nullptr) return;
  store_.keep_texts();
  takes_texts_ = true;
  if (wait != nullptr) {
    wait->next = next_request::list;
    return;
  }
  out.push_back(watch_effect::close_watch{});
  begin_list(list_form::paged, out);
}

void watch_machine::drop_texts() {
  store_.drop_texts();
  takes_texts_ = false;
  auto* list = std::get_if<listing>(&state_);
  if (list == nullptr) return;
  list->pages.change_all([](objects::object_ptr& x) { x = objects::without_text(x); });
  list->bytes = 0;
}

std::size_t watch_machine::bytes() const {
  const auto* list = std::get_if<listing>(&state_);
  return store_.bytes() + (list == nullptr ? 0 : list->bytes);
}

} // namespace kube::watch
