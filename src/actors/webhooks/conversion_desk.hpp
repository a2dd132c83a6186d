#pragma once

#include "actors/messages/conversions.hpp"
#include "actors/messages/observation.hpp"
#include "actors/webhooks/jq_stages.hpp"
#include "actors/webhooks/review_spans.hpp"
#include "core/webhooks/conversion_book.hpp"
#include "core/webhooks/conversion_cache.hpp"
#include "core/webhooks/conversion_line.hpp"
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
  std::int64_t arrived_us = 0; ///< of the steady clock
};

struct conversion_options {
  std::size_t cache_bytes_max = 0; ///< of the results that are kept for equal questions
  base::evaluation_limit_ptr filter_limit = base::no_evaluation_limit(); ///< of a jq program, for each object
};

/// Converts objects for the API server, step by step by the hooks of several owners. Objects of each version
/// take the shortest chain of steps; objects that have the wanted version already, or were converted a moment
/// ago, take none. Small reviews share runs of hooks. After each step the objects are checked. A part of the
/// WEBHOOK SERVER.
class conversion_desk {
public:
  struct failure {
    std::string why; ///< for people; empty: there is no failure
    core::webhooks::review_fault fault = core::webhooks::review_fault::hook;
  };
  /// The calls of the desk to its server.
  struct calls {
    std::function<void(const sys::http::reply_function&, sys::http::server_response)> send;
    std::function<bool(const core::webhooks::failure_lines::kind&)> has_line; ///< of the log, for a failure
    std::function<void()> on_end; ///< called after the end of each conversion
  };

  conversion_desk(framework::actor_base<messages::webhook_server_actor>* self, messages::metrics_actor metrics,
                  calls server, conversion_options options);

  void claim(const messages::claim_conversions& x);
  [[nodiscard]] const core::webhooks::conversion_book& book() const noexcept { return book_; }

  /// Begins a conversion. The answer is sent when the objects are converted, or by `late`.
  /// @param definition whose objects are converted
  /// @param number identifies it
  /// @param time from the arrival of the client until the caller calls `late`
  void begin(std::uint64_t number, const std::string& definition, core::webhooks::conversion_review review,
             client_of_conversion client, std::chrono::milliseconds time);
  /// jq programs have rested.
  void go_on_with_jq() { jq_.go_on(); }
  /// Answers that there is no conversion, if there is no answer yet.
  void late(std::uint64_t number);
  /// Answers a review without a conversion.
  void refuse(const std::string& definition, const core::webhooks::conversion_review& review,
              const sys::http::reply_function& reply, const failure& why);

  [[nodiscard]] bool empty() const noexcept { return conversions_.empty(); }

private:
  /// Objects of the same version, which take the same chain.
  struct group {
    std::vector<std::size_t> objects;                       ///< their positions in the review
    std::vector<core::webhooks::conversion_object> sources; ///< the objects as they came
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
    converted_objects converted{};         ///< so far
  };

  /// A run of a hook for the objects of one or several reviews, which need the same stage.
  struct stage_run {
    std::uint64_t number; ///< of `line_`
    core::webhooks::conversion_stage stage;
    std::vector<std::uint64_t> reviews;
    std::vector<std::size_t> objects; ///< of each review
  };

  void go_on(std::uint64_t number);
  void on_jq(std::uint64_t number, const base::result<std::vector<core::webhooks::conversion_object>>& converted);
  void begin_runs(const std::vector<core::webhooks::conversion_line::run>& runs);
  void begin_run(const core::webhooks::conversion_line::run& x);
  void on_answer(const stage_run& run, const messages::conversion_answered& x);
  /// Gives each review its part of the answer. @returns the failure if the answer is not as it must be
  [[nodiscard]] failure divide(const stage_run& run, const messages::conversion_answered& x);
  void end(std::uint64_t number, const failure& why);
  [[nodiscard]] std::int64_t deadline_of(const std::vector<std::uint64_t>& reviews) const;
  /// Counts the objects whose last stage is done.
  static void count(converted_objects& to, const group& done);
  void keep(const conversion& x, const group& done);
  /// Takes the objects of a stage over.
  void take(conversion& x, const std::vector<core::webhooks::conversion_object>& converted);
  [[nodiscard]] static const core::webhooks::conversion_stage& stage_of(const conversion& x);
  [[nodiscard]] static std::vector<core::webhooks::conversion_object> objects_of(const conversion& x);
  void answer(const conversion& x, const failure& end);
  /// Notes the end of a conversion in metrics and in the trace.
  void note_end(const conversion& x, const review_end& end) const;

  framework::actor_base<messages::webhook_server_actor>* self_;
  messages::metrics_actor metrics_;
  calls server_;
  core::webhooks::conversion_book book_;
  core::webhooks::conversion_cache cache_;
  core::webhooks::conversion_line line_;
  jq_stages jq_;
  core::webhooks::seen_reviews seen_;
  std::map<std::string, messages::hook_owner_actor> owners_; ///< by module; bound: the modules
  std::map<std::uint64_t, conversion> conversions_;          ///< by number; bound: `reviews_max` of the server
};

} // namespace actors::webhooks
