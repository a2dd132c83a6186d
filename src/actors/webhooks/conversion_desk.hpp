#pragma once

#include "actors/messages/conversions.hpp"
#include "actors/messages/observation.hpp"
#include "core/webhooks/conversion_book.hpp"
#include "core/webhooks/conversion_review.hpp"
#include "core/webhooks/failure_lines.hpp"
#include "core/webhooks/seen_reviews.hpp"

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

/// The client that waits for converted objects.
struct client_of_conversion {
  sys::http::reply_function reply;
  std::shared_ptr<const void> room{};  ///< see `sys::http::client_reply`
  std::shared_ptr<const void> place{}; ///< its end gives the client's place among the reviews back
  core::webhooks::seen_reviews::mark mark{};
};

/// Converts objects for the API server, step by step by the hooks of several owners. Objects of each version
/// take the shortest chain of steps; objects that have the wanted version already are passed on as they are.
/// After each step the objects are checked. A part of the WEBHOOK SERVER.
class conversion_desk {
public:
  /// The calls of the desk to its server.
  struct calls {
    std::function<void(const sys::http::reply_function&, sys::http::server_response)> send;
    std::function<bool(const core::webhooks::failure_lines::kind&)> has_line; ///< of the log, for a failure
  };

  conversion_desk(framework::actor_base<messages::webhook_server_actor>* self, messages::metrics_actor metrics,
                  calls server);

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
              const sys::http::reply_function& reply, const std::string& why);

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
    std::shared_ptr<const core::webhooks::conversion_review> review; ///< without its objects
    std::vector<core::webhooks::conversion_object> objects;          ///< as they are now
    std::vector<group> groups{};                                     ///< that are not done, the first is under way
    client_of_conversion client;                                     ///< without `reply`, it has its answer
    std::int64_t began_us = 0;
    std::int64_t deadline_us = 0;
    std::optional<std::uint64_t> leader{}; ///< the same review, whose objects this one gets, too
    bool is_repeated = false;              ///< see `conversion_asked`
  };

  void go_on(std::uint64_t number);
  void on_answer(std::uint64_t number, const messages::conversion_answered& x);
  void end(std::uint64_t number, const std::string& why);
  /// Takes the objects of a step over. @returns the reason if they are not as they must be
  [[nodiscard]] static std::string take(conversion& x, const core::webhooks::conversion_answer& answer);
  [[nodiscard]] static std::vector<core::webhooks::conversion_object> objects_of(const conversion& x);
  void answer(const conversion& x, const std::string& why);
  void count(const conversion& x, const char* outcome) const;

  framework::actor_base<messages::webhook_server_actor>* self_;
  messages::metrics_actor metrics_;
  calls server_;
  core::webhooks::conversion_book book_;
  core::webhooks::seen_reviews seen_;
  std::map<std::string, messages::hook_owner_actor> owners_; ///< by module; bound: the modules
  std::map<std::uint64_t, conversion> conversions_;          ///< by number; bound: `webhook_server_options`
};

} // namespace actors::webhooks
