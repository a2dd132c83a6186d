#pragma once

#include "actors/messages/informer.hpp"
#include "actors/messages/interfaces.hpp"
#include "actors/messages/supervisor.hpp"
#include "core/bindings/binding.hpp"

#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <variant>

namespace actors::watches {

/// The lists of a watch that are announced to an actor.
enum class announced {
  first_list,
  /// For actors that also read objects by requests. A later list shows which of these reads the watch has
  /// reached, and `objects_listed::history` shows that the API server was restored from a backup and has lost
  /// newer states.
  all_lists,
};

/// The objects of a watch, for an actor that defines the watch and handles the objects. A part of this actor,
/// which gets `objects_listed` and `object_changed` with the key of the subscription.
///
/// ```
///   closed ──open──▶ opening ──watch_opened──▶ listing ──objects_listed──▶ listed
///     ▲                 │                         │                          │
///     └─────────────────┴──────────close──────────┴──────────────────────────┘
/// ```
template <class Actor>
class watched_objects {
public:
  watched_objects(framework::actor_base<Actor>* self, messages::supervisor_actor supervisor,
                  messages::subscription_key key)
    : self_(self), supervisor_(std::move(supervisor)),
      watch_(std::make_shared<watch>(watch{std::move(key), closed{}})) {}

  [[nodiscard]] const messages::subscription_key& key() const noexcept { return watch_->key; }
  [[nodiscard]] bool is_closed() const noexcept { return std::holds_alternative<closed>(watch_->state); }
  [[nodiscard]] bool is_listed() const noexcept { return std::holds_alternative<listed>(watch_->state); }

  /// @pre closed
  /// @param wants the wanted changes, and whether whole objects are kept
  /// @param lists whether later lists are announced, too
  void open(messages::watch_spec spec, core::bindings::kubernetes_binding wants = {},
            announced lists = announced::first_list) {
    wants.name = watch_->key;
    wants.kind = spec.kind;
    watch_->state = opening{};
    // The answer may come after this object is destroyed, so its handler uses only the shared `watch_`.
    self_->ask(
      supervisor_, messages::open_watch{{}, std::move(spec)},
      [self = self_, at = watch_, binding = std::make_shared<core::bindings::kubernetes_binding>(std::move(wants)),
       lists](const messages::watch_opened& x) { subscribe_to(self, *at, x.informer, binding, lists); },
      [](const std::string&) {});
  }

  /// Handles `objects_listed`. @returns false if the watch was closed before.
  bool on_listed() {
    const auto* from = std::get_if<listing>(&watch_->state);
    if (from != nullptr) watch_->state = listed{from->informer};
    return is_listed();
  }

  /// Reads all objects. `otherwise` is called instead of `then` if they are not listed, or no longer listed.
  void read(
    std::function<void(const core::bindings::object_list&)> then, std::function<void()> otherwise = [] {}) {
    const auto* from = std::get_if<listed>(&watch_->state);
    if (from == nullptr) return otherwise();
    self_->ask(
      from->informer, messages::read_snapshot{{}, watch_->key},
      [then = std::move(then), otherwise](const messages::snapshot_read& x) {
        const auto* objects = std::get_if<std::shared_ptr<const core::bindings::object_list>>(&x.objects);
        objects != nullptr ? then(**objects) : otherwise();
      },
      [otherwise](const std::string&) { otherwise(); });
  }

  void close() {
    const auto before = std::exchange(watch_->state, closed{});
    if (const auto* x = std::get_if<listing>(&before)) self_->tell(x->informer, messages::unsubscribe{{}, watch_->key});
    if (const auto* x = std::get_if<listed>(&before)) self_->tell(x->informer, messages::unsubscribe{{}, watch_->key});
  }

private:
  struct closed {};
  struct opening {};
  struct listing {
    messages::informer_actor informer;
  };
  struct listed {
    messages::informer_actor informer;
  };
  struct watch {
    messages::subscription_key key;
    std::variant<closed, opening, listing, listed> state;
  };

  static void subscribe_to(framework::actor_base<Actor>* self, watch& x, const messages::informer_actor& informer,
                           std::shared_ptr<const core::bindings::kubernetes_binding> binding, announced lists) {
    // The watch was closed meanwhile. An informer that never had a subscription does not end by itself.
    if (std::holds_alternative<closed>(x.state)) return self->tell(informer, messages::unsubscribe{{}, x.key});
    if (!std::holds_alternative<opening>(x.state)) return;
    x.state = listing{informer};
    messages::subscribe message{{}, x.key, messages::observer_actor(Actor(self)), std::move(binding)};
    message.announce_lists = lists == announced::all_lists;
    self->tell(informer, std::move(message));
  }

  framework::actor_base<Actor>* self_;
  messages::supervisor_actor supervisor_;
  std::shared_ptr<watch> watch_;
};

} // namespace actors::watches
