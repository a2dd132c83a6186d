#pragma once

#include "actors/messages/interfaces.hpp"
#include "actors/messages/observation.hpp"
#include "actors/messages/status.hpp"
#include "actors/messages/webhooks.hpp"
#include "actors/webhooks/body_turns.hpp"
#include "actors/webhooks/conversion_desk.hpp"
#include "actors/webhooks/review_spans.hpp"
#include "core/webhooks/failure_lines.hpp"
#include "core/webhooks/review_places.hpp"
#include "core/webhooks/seen_reviews.hpp"
#include "core/webhooks/webhook_book.hpp"
#include "sys/http/body_room.hpp"
#include "sys/http/refused_clients.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace actors::webhooks {

struct webhook_server_options {
  /// Why no reviews are served, with the next step; empty: they are served.
  std::string why_not{};
  /// Starts the HTTPS listener with the first claim of a webhook or a conversion: without these no port is
  /// open. Empty: requests come without it. Called again after an error.
  std::function<base::result<void>()> listen{};
  /// Reviews on their way at the same time, and their bodies, shared by the addresses of clients and their
  /// users.
  core::webhooks::review_places::limits reviews_max{.reviews = 256, .bytes = std::size_t{256} << 20};
  std::size_t review_bytes_max = std::size_t{8} << 20;   ///< of a body; conversions have the listener's limit
  std::shared_ptr<sys::http::refused_clients> refused{}; ///< notes reviews that find no place; may be null
  conversion_options conversions{};
};

/// The state of the WEBHOOK SERVER.
struct webhook_server_state {
  using handle_type = messages::webhook_server_actor;

  webhook_server_state(framework::actor_base<messages::webhook_server_actor>* self, messages::metrics_actor metrics,
                       webhook_server_options options);
  messages::webhook_server_actor::behavior_type make_behavior();

  void answer(const messages::http_asked& x); // -- webhook_requests.cpp
  [[nodiscard]] messages::webhooks_claimed claim(const messages::claim_webhooks& x);
  [[nodiscard]] messages::conversions_claimed claim(const messages::claim_conversions& x);
  /// The operator stops: answers reviews for at most 5 s more, then refuses new reviews for the same time.
  /// The promise is fulfilled after the first time if no review, conversion or unread body is left; else by
  /// the end of a review or conversion after which nothing is left, at the latest after the second time.
  /// Without hooks that have webhooks or conversions it is fulfilled at once.
  framework::promise<messages::reviews_drained> drain(const messages::drain_reviews& x);
  /// For people. -- webhook_description.cpp
  framework::promise<messages::webhooks_described> describe(const messages::describe_webhooks& x);

private:
  /// A review that its hook decides about.
  struct review_under_way {
    core::webhooks::webhook_book::entry of;
    std::shared_ptr<const core::webhooks::admission_review> review;
    sys::http::reply_function reply; ///< empty: the client has its answer
    std::int64_t began_us = 0;
    sys::http::body_room::share room{}; ///< of `review`
    core::webhooks::review_places::place place{};
    core::webhooks::seen_reviews::mark mark{};
    std::optional<std::uint64_t> leader{}; ///< the same review, whose answer this one gets, too
  };

  /// Starts the listener, unless it has started. @returns why no reviews are served; empty: they are
  [[nodiscard]] std::string serve();
  /// A request that is a review, if its body says so.
  struct arrived_review {
    const messages::http_asked& asked;
    std::int64_t arrived_us;
    std::chrono::milliseconds time; ///< for the answer, from `arrived_us`
    bool is_late;                   ///< this time is over
  };
  /// Reads the body of a request for a hook. -- webhook_requests.cpp
  void read(const messages::http_asked& x, std::int64_t arrived_us);
  void take_conversion(const arrived_review& x, const std::string& definition);
  [[nodiscard]] std::chrono::microseconds left_of(const arrived_review& x) const;
  /// A place for a review. Null: its client has its share already, which is counted.
  [[nodiscard]] core::webhooks::review_places::place place_for(const core::webhooks::review_client& client,
                                                               const sys::http::server_request& request);
  void take_review(const arrived_review& x, const core::webhooks::webhook_book::entry& of);
  void ask_owner(review_under_way x, const arrived_review& by);
  void on_answer(std::uint64_t number, const base::result<core::webhooks::admission_answer>& answer);
  void end(std::uint64_t number, const base::result<core::webhooks::admission_answer>& answer);
  void on_late(std::uint64_t number);
  void on_certificate(const std::string& why_not);
  void report_certificate();
  void know(const messages::know_registrar& x);
  void note_owner(const messages::claim_webhooks& x);
  /// The facts about owners, with the webhooks that hooks of this process have, or whose modules are off.
  [[nodiscard]] core::webhooks::known_owners owners() const;
  /// Sends the wanted webhooks to the WEBHOOK REGISTRAR.
  void report_wish();
  void on_drain_step();
  void end_drain();
  /// Ends a wait that is over before its time: nothing new is taken, and nothing is under way.
  void end_drain_if_idle();
  void send(const sys::http::reply_function& reply, sys::http::server_response answer) const;
  /// Answers that there is no decision: by the webhook's failure policy.
  void refuse(const review_under_way& x, core::webhooks::review_fault fault, const std::string& why);
  /// Notes the end of a review in metrics and in the trace.
  void note_end(const review_under_way& x, const review_end& end);
  /// Whether a failure has a line of its own in the log.
  [[nodiscard]] bool has_line(const core::webhooks::failure_lines::kind& x);
  void log_left_out();
  void await_left_out();

  framework::actor_base<messages::webhook_server_actor>* self_;
  messages::metrics_actor metrics_;
  webhook_server_options options_;
  core::webhooks::webhook_book book_;
  core::webhooks::known_owners known_owners_; ///< `owned` is left out; bound: the modules and their hooks
  std::map<std::string, messages::hook_owner_actor> owners_; ///< of claims, by module; bound: the modules
  std::map<std::uint64_t, review_under_way> reviews_;        ///< by number; bound: `reviews_max`
  std::shared_ptr<core::webhooks::review_places> places_;    ///< of reviews and conversions under way
  core::webhooks::seen_reviews seen_;
  core::webhooks::failure_lines failures_;
  bool awaits_left_out_ = false;
  conversion_desk conversions_;
  body_turns bodies_;
  std::uint64_t last_review_ = 0;
  bool is_listening_ = false;
  messages::webhook_registrar_actor registrar_; ///< null: the operator registers no webhooks
  messages::supervisor_actor supervisor_;       ///< null before the first claim
  std::optional<std::string> certificate_problem_;
  /// The operator stops. First reviews are answered as before, then new reviews are refused.
  enum class drain_step { none, answers, refuses };
  drain_step drain_ = drain_step::none;
  std::chrono::milliseconds drain_time_{0};                                  ///< of a step
  std::vector<framework::promise<messages::reviews_drained>> drain_answers_; ///< of the SUPERVISOR, at most 1
};

/// Whether the request is one for /healthz. The listener answers it by itself with 200, so that it waits for
/// no body.
[[nodiscard]] bool is_health_question(const sys::http::server_request& x);

/// Spawns the WEBHOOK SERVER. `options.listen` starts the HTTPS listener, with a handler that posts
/// `http_asked`.
messages::webhook_server_actor webhook_server(caf::actor_system& system, const framework::context_ptr& shared,
                                              const messages::metrics_actor& metrics, webhook_server_options options);

} // namespace actors::webhooks
