#include "actors/watches/informer.hpp"

// The stream of an informer's watch.

#include <utility>

namespace actors::watches {

void informer_state::perform(const kube::watch::watch_effect::open_watch& x) {
  // All objects were listed in the new version.
  if (std::exchange(has_moved_, false)) subscriptions_.end_version(kind_, revision_);
  if (std::exchange(lists_again_, false))
    subscriptions_.announce_list(machine_->position(), std::exchange(history_, messages::list_history::continued));
  if (shortage_ && shortage_->lists_again) end_shortage();
  stream_.open(self_->shared().steady_time_us());
  self_->ask(
    peers_.kube, messages::open_stream{{}, x.request, messages::informer_actor(self_)},
    [this, generation = generation_](const messages::stream_opened& opened) {
      if (generation == generation_) return static_cast<void>(is_current(opened.stream));
      // The watch ended while its stream was opened, so the stream has no reader and is closed.
      stream_.skip(opened.stream);
      self_->tell(peers_.kube, messages::close_stream{{}, opened.stream});
    },
    meant<std::string>([this](const auto& why) {
      step(kube::watch::watch_input::watch_ended{base::fail(base::error_code::unavailable, why)});
    }));
}

void informer_state::perform(const kube::watch::watch_effect::close_watch&) {
  if (const auto number = stream_.close(); number != 0) self_->tell(peers_.kube, messages::close_stream{{}, number});
}

void informer_state::begin_stream(const messages::stream_begun& x) {
  if (is_current(x.stream)) step(kube::watch::watch_input::begun{});
}

void informer_state::on_lines(const messages::stream_lines& x) {
  // Checked now, because this call learns the number of the stream, which must be known before the lines are
  // handled.
  if (!is_current(x.stream)) return;
  work_.add(
    [this, stream = x.stream, inbox = x.inbox, items = std::vector<std::string>(), next = std::size_t{0}]() mutable {
      if (inbox) items = std::exchange(inbox, nullptr)->take().items;
      if (next < items.size()) handle_line(stream, items[next++]);
      return next >= items.size();
    });
}

void informer_state::handle_line(std::uint64_t stream, const std::string& line) {
  if (!is_current(stream)) return;
  note_age();
  take(kube::watch::watch_input::line{line});
}

/// Sets a timer for the age of the watch. The machine asks for it only after several short watches in a row;
/// without the timer a quiet watch would be reported as lost until it ends.
void informer_state::perform(const kube::watch::watch_effect::await_age&) {
  wait(kube::watch::watch_lasts_after);
}

/// Reports the age of the watch before its next line or end, which is soon enough and costs no timer.
void informer_state::note_age() {
  if (stream_.take_age(self_->shared().steady_time_us(), kube::watch::watch_lasts_after))
    take(kube::watch::watch_input::lasted{});
}

void informer_state::end_stream(const messages::stream_ended& x) {
  if (!is_current(x.stream)) return;
  work_.add([this, stream = x.stream, response = x.response] {
    if (!is_current(stream)) return true;
    note_age();
    // Work keeps its order, so all lines before this end have been handled, and the machine opens the next
    // watch at their position.
    perform(kube::watch::watch_effect::close_watch{});
    step(kube::watch::watch_input::watch_ended{response});
    return true;
  });
}

} // namespace actors::watches
