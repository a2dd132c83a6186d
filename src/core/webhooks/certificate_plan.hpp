#pragma once

#include "core/webhooks/registration.hpp"

#include <chrono>
#include <cstdint>
#include <optional>
#include <set>
#include <string>

namespace core::webhooks {

/// The time in which a certificate is valid, in seconds since 1970.
struct validity {
  std::int64_t begins = 0;
  std::int64_t ends = 0;
};

/// Certificates are valid from this time before they are made, because the clock of the API server may be
/// behind. A clock that was ahead by less does no harm either.
inline constexpr std::chrono::seconds clock_difference_max = std::chrono::hours(24);
inline constexpr std::chrono::seconds server_life = std::chrono::hours(24 * 90);
inline constexpr std::chrono::seconds authority_life = std::chrono::hours(24 * 365 * 5);
/// The time in which all API servers have certainly read a changed configuration.
inline constexpr std::chrono::seconds settle_time = std::chrono::minutes(10);

/// The certificates of an operator.
struct certificate_state {
  validity authority;
  validity server;
  std::set<std::string> names;    ///< of the server
  bool is_server_whole = false;   ///< it has its key, and the authority has signed it
  std::optional<validity> next{}; ///< the next authority, which is trusted already
  bool has_former = false;        ///< the authority before is still trusted
};

/// The next step on the way to good certificates. An authority is changed in three steps: `add_authority`,
/// `change_authority`, `drop_former`.
enum class certificate_step { none, make_all, issue_server, add_authority, change_authority, drop_former };

struct certificate_plan {
  certificate_step step = certificate_step::none;
  /// The time from now until the next look, for a plan whose `step` is `none`. Never above a day, because a
  /// user may set the clock, and never below a minute.
  std::chrono::seconds next_look{0};
};

/// Whether the configurations in the API server have all trusted authorities.
enum class trust { complete, incomplete };

/// The step that is due. Certificates are renewed after two thirds of their lives, and if they were made by
/// a clock that was ahead, so that they are not valid yet.
/// @param state empty: there is no certificate, or it cannot be read
/// @param names that the certificate of the server must have
/// @param known whether the API server trusts `state.next` already
[[nodiscard]] certificate_plan plan_certificates(const std::optional<certificate_state>& state,
                                                 const std::set<std::string>& names, std::int64_t now_s, trust known);

/// The validity of a certificate that is made now. @param limit it ends at this time at the latest
[[nodiscard]] validity validity_from(std::int64_t now_s, std::chrono::seconds life, std::int64_t limit = INT64_MAX);

/// The names under which the API server reaches the listener: of the Service, or the host of the URL.
[[nodiscard]] std::set<std::string> server_names(const registration& place);

} // namespace core::webhooks
