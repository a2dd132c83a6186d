#include "actors/watches/informer.hpp"

// The room for the objects of an informer, and the ways out if they do not fit.

#include "sys/process/heap.hpp"

#include <fmt/format.h>

#include <chrono>
#include <utility>

namespace actors::watches {

namespace {

/// The time between two looks for room. A look is cheap, and a longer interval would delay the module.
constexpr std::chrono::seconds look_interval{30};
/// After this number of looks the results of filters may have become shorter, which only a new list shows.
constexpr int looks_until_try = 20;

std::string words_of_shortage(std::size_t objects_bytes, std::size_t bytes_max) {
  return fmt::format("the objects of all watches would take more than {} MiB. This watch has the largest part, {} MiB, "
                     "so its objects are not kept: select fewer objects, or keep less of each "
                     "(keepFullObjectsInMemory: false with a jqFilter), or raise the memory limit",
                     bytes_max >> 20U, objects_bytes >> 20U);
}

} // namespace

void informer_state::enter_room() {
  // The room must not keep the actor alive.
  place_.emplace(peers_.room, [shared = self_->shared_ptr(), generation = generation_,
                               me = framework::weak_handle<messages::informer_actor>(messages::informer_actor(self_))] {
    if (const auto informer = me.lock())
      framework::post(shared, informer, messages::watch_room_changed{{}, generation, true});
  });
}

void informer_state::weigh() {
  if (!machine_ || !place_ || (shortage_ && !shortage_->lists_again) || !subscriptions_.are_of_hooks()) return;
  if (place_->note(machine_->bytes() + subscriptions_.result_bytes())) give_up_objects();
}

void informer_state::give_up_objects() {
  const auto results = subscriptions_.result_bytes();
  const auto bytes = machine_->bytes() + results;
  shortage_ = shortage{.result_bytes = results};
  machine_->drop_texts();
  subscriptions_.give_up_objects(words_of_shortage(bytes, peers_.room->bytes_max()));
  if (auto* absent = std::get_if<listed_as_absent>(&known_)) absent->pages.clear();
  sys::log::log_warning("watch_objects_given_up",
                        {{"watch", spec_.text()},
                         {"bindings", subscriptions_.names()},
                         {"bytes", static_cast<std::int64_t>(bytes)},
                         {"bytes_max", static_cast<std::int64_t>(peers_.room->bytes_max())},
                         {"hint", "select fewer objects, or keepFullObjectsInMemory: false, or more memory"}});
  sys::process::end_large_work(bytes);
  self_->remind(look_interval, messages::watch_room_changed{{}, generation_});
}

void informer_state::on_room(const messages::watch_room_changed& x) {
  if (x.generation != generation_ || !machine_) return;
  if (!x.is_full) return look_for_room();
  if (!shortage_ || shortage_->lists_again) give_up_objects();
}

void informer_state::look_for_room() {
  if (!shortage_ || shortage_->lists_again) return;
  const bool counts_results = ++shortage_->looks % looks_until_try != 0;
  const auto wanted = machine_->full_bytes() + (counts_results ? shortage_->result_bytes : 0);
  if (!peers_.room->fits(wanted)) return self_->remind(look_interval, messages::watch_room_changed{{}, generation_});
  work_.add([this, generation = generation_] {
    if (generation != generation_ || !shortage_) return true;
    auto effects = machine_->step(kube::watch::watch_input::texts_wanted{});
    // A list is on its way already, or the kind is in doubt.
    if (!machine_->keeps_texts()) {
      self_->remind(look_interval, messages::watch_room_changed{{}, generation_});
      return true;
    }
    shortage_->lists_again = true;
    subscriptions_.take_objects();
    place_->come_back();
    perform(std::move(effects));
    return true;
  });
}

void informer_state::end_shortage() {
  if (!shortage_) return;
  shortage_.reset();
  subscriptions_.end_shortage(kind_, revision_);
}

} // namespace actors::watches
