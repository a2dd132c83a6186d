#pragma once

#include "actors/messages/conversions.hpp"
#include "actors/messages/observation.hpp"
#include "actors/webhooks/review_spans.hpp"
#include "core/webhooks/conversion_book.hpp"
#include "core/webhooks/conversion_review.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace actors::webhooks {

/// The client that waits for converted objects.
struct client_of_conversion {
  sys::http::reply_function reply;
  std::shared_ptr<const void> place; ///< its end gives the client's place among the reviews back
};

/// Converts objects for the API server, step by step by the hooks of several owners. Objects of each version
/// take the shortest chain of steps; objects that have the wanted version already are passed on as they are.
/// After each step the objects are checked. A part of the WEBHOOK SERVER.
class conversion_desk {
public:
  struct failure {
    std::string why; ///< for people; empty: there is no failure
    core::webhooks::review_fault fault = core::webhooks::review_fault::hook;
  };
  using send_function = std::function<void(const sys::http::reply_function&, sys::http::server_response)>;

  conversion_desk(framework::actor_base<messages::webhook_server_actor>* self, messages::metrics_actor metrics,
                  send_function send);

  void claim(const messages::claim_conversions& x);
  [[nodiscard]] const core::webhooks::conversion_book& book() const noexcept { return book_; }

  /// Begins a conversion. The answer is sent before the deadline, which is `late`.
  /// @param definition whose objects are converted
  /// @param number identifies it
  void begin(std::uint64_t number, const std::string& definition, core::webhooks::conversion_review review,
             client_of_conversion client, std::chrono::milliseconds time);
  /// Answers that there is no conversion, if there is no answer yet.
  void late(std::uint64_t number);
  /// Answers a review without a conversion.
  void refuse(const std::string& definition, const core::webhooks::conversion_review& review,
              const sys::http::reply_function& reply, const failure& why);

  [[nodiscard]] bool empty() const noexcept { return conversions_.empty(); }

private:
  /// Objects of the same version, which take the same chain.
  struct group {
    std::vector<std::size_t> objects; ///< their positions in the review
    std::vector<core::webhooks::conversion_stage> chain;
    std::size_t stage = 0; ///< the next stage
  };
  struct conversion {
    std::string definition;
    std::shared_ptr<const core::webhooks::conversion_review> review;
    std::vector<core::webhooks::conversion_object> objects; ///< as they are now
    std::vector<group> groups{};                            ///< that are not done, the first is under way
    sys::http::reply_function reply;                        ///< empty: the client has its answer
    std::shared_ptr<const void> place;                      ///< see `client_of_conversion`
    std::int64_t began_us = 0;
    std::int64_t deadline_us = 0;
  };

  void go_on(std::uint64_t number);
  void on_answer(std::uint64_t number, const messages::conversion_answered& x);
  void end(std::uint64_t number, const failure& why);
  /// Takes the objects of a step over. @returns the reason if they are not as they must be
  [[nodiscard]] static std::string take(conversion& x, const core::webhooks::conversion_answer& answer);
  [[nodiscard]] static std::vector<core::webhooks::conversion_object> objects_of(const conversion& x);
  void answer(const conversion& x, const failure& end);
  /// Notes the end of a conversion in metrics and in the trace.
  void note_end(const conversion& x, const review_end& end) const;

  framework::actor_base<messages::webhook_server_actor>* self_;
  messages::metrics_actor metrics_;
  send_function send_;
  core::webhooks::conversion_book book_;
  std::map<std::string, messages::hook_owner_actor> owners_; ///< by module; bound: the modules
  std::map<std::uint64_t, conversion> conversions_;          ///< by number; bound: `webhook_server_options`
};

} // namespace actors::webhooks
