#include "core/webhooks/certificate_plan.hpp"

#include <algorithm>

namespace core::webhooks {

namespace {

constexpr std::chrono::seconds look_max = std::chrono::hours(24);
constexpr std::chrono::seconds look_min = std::chrono::minutes(1);

std::int64_t renewal_of(const validity& x) {
  // The life begins when the certificate is made: no client uses the certificate in the time before.
  const auto made = x.begins + clock_difference_max.count();
  return made + (x.ends - made) * 2 / 3;
}

/// The time from which all API servers have noticed this certificate: they trust it if it is an authority,
/// and the listener has shown it if it is a certificate of the server.
std::int64_t settled_at(const validity& x) {
  return x.begins + clock_difference_max.count() + settle_time.count();
}

std::int64_t next_time(const certificate_state& x) {
  auto next = renewal_of(x.server);
  if (x.next) return std::min(next, settled_at(*x.next));
  return std::min(next, x.has_former ? settled_at(x.server) : renewal_of(x.authority));
}

struct moment {
  std::int64_t now_s;
  trust known;
};

certificate_step step_of(const certificate_state& x, const std::set<std::string>& names, const moment& at) {
  // No client accepts the server then, so the slow way over two authorities would win no time. An authority
  // of the future was made while the clock was wrong.
  if (at.now_s >= x.authority.ends || at.now_s < x.authority.begins) return certificate_step::make_all;
  const bool has_names = std::includes(x.names.begin(), x.names.end(), names.begin(), names.end());
  const bool is_now = x.server.begins <= at.now_s && at.now_s < renewal_of(x.server);
  if (!x.is_server_whole || !has_names || !is_now) return certificate_step::issue_server;
  // An authority from the future, made by a wrong clock, would be trusted too late.
  if (x.next && at.now_s < x.next->begins) return certificate_step::add_authority;
  if (x.next)
    // A server that an API server does not trust yet would fail all its reviews.
    return at.known == trust::complete && at.now_s >= settled_at(*x.next) ? certificate_step::change_authority
                                                                          : certificate_step::none;
  if (x.has_former) return at.now_s >= settled_at(x.server) ? certificate_step::drop_former : certificate_step::none;
  return at.now_s >= renewal_of(x.authority) ? certificate_step::add_authority : certificate_step::none;
}

/// `10.0.0.1` of `https://10.0.0.1:9680/a`, `::1` of `https://[::1]:9680`.
std::string host_of(const std::string& url) {
  const auto scheme = url.find("://");
  auto host = url.substr(scheme == std::string::npos ? 0 : scheme + 3);
  host = host.substr(0, host.find('/'));
  if (host.starts_with('[')) return host.substr(1, host.find(']') - 1);
  return host.substr(0, host.find(':'));
}

} // namespace

certificate_plan plan_certificates(const std::optional<certificate_state>& state, const std::set<std::string>& names,
                                   std::int64_t now_s, trust known) {
  if (!state) return {certificate_step::make_all, {}};
  const auto wait = std::chrono::seconds(next_time(*state) - now_s);
  return {step_of(*state, names, {now_s, known}), std::clamp(wait, look_min, look_max)};
}

validity validity_from(std::int64_t now_s, std::chrono::seconds life, std::int64_t limit) {
  return {now_s - clock_difference_max.count(), std::min(now_s + life.count(), limit)};
}

std::set<std::string> server_names(const registration& place) {
  if (!place.url.empty()) return {host_of(place.url)};
  const auto service = place.service + "." + place.namespace_name;
  // The API server uses the name with `.svc`.
  return {service, service + ".svc", service + ".svc.cluster.local"};
}

} // namespace core::webhooks
