#include "actors/webhooks/certificate_keeper.hpp"

#include "core/webhooks/foreign_writes.hpp"
#include "kube/api/request.hpp"
#include "sys/http/issued_certificate.hpp"
#include "sys/log/log.hpp"
#include "sys/time/clock.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

namespace actors::webhooks {

namespace {

using core::webhooks::certificate_set;
using core::webhooks::certificate_step;
using core::webhooks::key_pair;

constexpr auto authority_name = "addon-operator webhooks";

const kube::api::resource secrets{
  .group = "", .version = "v1", .kind = "Secret", .plural = "secrets", .namespaced = true};

sys::http::certificate_time time_of(const core::webhooks::validity& x) {
  return {x.begins, x.ends};
}

core::webhooks::validity validity_of(const sys::http::certificate_time& x) {
  return {x.begins, x.ends};
}

base::result<key_pair> pair_of(base::result<sys::http::certified_key> made) {
  if (!made) return tl::unexpected(made.error());
  return key_pair{std::move(made->certificate), std::move(made->key)};
}

const char* reason_of(certificate_step step) {
  switch (step) {
    case certificate_step::none: return "";
    case certificate_step::make_all: return "there was no usable certificate";
    case certificate_step::issue_server: return "the certificate of the server was renewed";
    case certificate_step::add_authority: return "the next authority is trusted, too";
    case certificate_step::change_authority: return "the next authority has signed the certificate of the server";
    case certificate_step::drop_former: return "the former authority is not trusted any more";
  }
  return "";
}

/// Whether the key belongs to the certificate of the authority.
bool is_pair(const key_pair& authority) {
  return sys::http::is_issued_by({authority.certificate, authority.key}, authority.certificate);
}

/// The set in a Secret, without a next authority that is damaged: API servers must not be told to trust it.
/// Empty without an authority that can sign.
std::optional<certificate_set> usable_set(const text::json& secret) {
  auto set = core::webhooks::certificates_of(secret);
  if (!set || !is_pair(set->authority)) return std::nullopt;
  if (set->next && !is_pair(*set->next)) set->next.reset();
  return set;
}

bool has_all(const std::set<std::string>& names, const std::set<std::string>& wanted) {
  return std::includes(names.begin(), names.end(), wanted.begin(), wanted.end());
}

/// The end of the server's certificate, for people.
std::string until_of(const text::json& secret) {
  const auto set = core::webhooks::certificates_of(secret);
  const auto read = sys::http::read_certificate(set ? set->server.certificate : std::string());
  return read ? sys::time::rfc3339(sys::time::wall_time(std::chrono::seconds(read->time.ends))) : std::string();
}

} // namespace

certificate_keeper::certificate_keeper(registrar_self self, messages::kube_client_actor kube,
                                       const registrar_options& options, std::function<void()> changed)
  : self_(self), kube_(std::move(kube)), options_(options), changed_(std::move(changed)) {}

std::int64_t certificate_keeper::now_s() const {
  return self_->shared().wall_time_us() / 1'000'000;
}

void certificate_keeper::look() {
  if (is_looking_) {
    looks_again_ = true;
    return;
  }
  is_looking_ = true;
  const auto& place = options_.registration;
  call_for_object(self_, kube_,
                  kube::api::get_request(secrets, {.namespace_ = place.namespace_name, .name = place.secret}),
                  [this](const base::result<text::json>& secret) { on_read(secret); });
}

void certificate_keeper::published(const std::string& authorities) {
  if (std::exchange(published_, authorities) != authorities && set_ && set_->next) look();
}

void certificate_keeper::on_read(const base::result<text::json>& secret) {
  if (!secret && secret.error().code != base::error_code::not_found) return end(secret.error().message);
  adopt(secret ? *secret : text::json());
  go_on();
}

void certificate_keeper::adopt(const text::json& secret) {
  secret_ = secret;
  auto read = usable_set(secret);
  // A Secret that was deleted or damaged is made anew in a moment; until then the known set counts.
  if (read) set_ = std::move(read);
}

std::optional<core::webhooks::certificate_state> certificate_keeper::state() const {
  const auto set = usable_set(secret_);
  if (!set) return std::nullopt;
  const auto authority = sys::http::read_certificate(set->authority.certificate);
  if (!authority) return std::nullopt;
  core::webhooks::certificate_state x{.authority = validity_of(authority->time)};
  if (const auto server = sys::http::read_certificate(set->server.certificate)) {
    x.server = validity_of(server->time);
    x.names = server->names;
  }
  x.is_server_whole = sys::http::is_issued_by({set->server.certificate, set->server.key}, set->authority.certificate);
  x.has_former = !set->former.empty();
  const auto next = sys::http::read_certificate(set->next ? set->next->certificate : std::string());
  if (next) x.next = validity_of(next->time);
  return x;
}

void certificate_keeper::go_on() {
  const auto names = core::webhooks::server_names(options_.registration);
  const bool is_trusted = set_ && published_ == set_->trusted();
  using core::webhooks::trust;
  plan_ = core::webhooks::plan_certificates(state(), names, now_s(), is_trusted ? trust::complete : trust::incomplete);
  if (plan_.step != certificate_step::none) return make_step();
  if (served_ != set_->server) {
    if (const auto served = options_.serve(set_->server.certificate, set_->server.key); !served)
      return end(served.error().message);
    served_ = set_->server;
  }
  end({});
}

void certificate_keeper::make_step() {
  const auto now_us = self_->shared().steady_time_us();
  // The watch of the Secret shows each write at once, so without a pause a write that does not last would be
  // made again without an end.
  if (const auto wait = pace_.wait_before(plan_.step, now_us); wait.count() > 0) {
    plan_.next_look = std::chrono::ceil<std::chrono::seconds>(wait);
    note_contest();
    return end({});
  }
  const auto next = after(plan_.step);
  if (!next) return end(next.error().message);
  pace_.made(plan_.step, now_us);
  write(*next);
}

void certificate_keeper::note_contest() {
  const auto names = core::webhooks::server_names(options_.registration);
  const auto now = state();
  switch (last_write_) {
    case written::otherwise:
      contest_ = "the API server stores another content than the operator writes, so a webhook or a policy of the "
                 "cluster changes it: leave this Secret out of it";
      return;
    case written::overtaken:
      contest_ = "another client writes it at the same time: let this client leave it alone";
      return;
    case written::as_sent: break;
  }
  if (now && now->is_server_whole && !now->names.empty() && !has_all(now->names, names)) {
    contest_ = fmt::format("its certificate is for {}, and this operator needs {}, so another operator uses the same "
                           "Secret: give each operator a Secret of its own (--webhook-secret)",
                           fmt::join(now->names, ", "), fmt::join(names, ", "));
    return;
  }
  const auto writer = core::webhooks::last_writer(secret_, {"f:data"});
  contest_ = (writer.empty() ? "another client" : "client '" + writer + "'")
             + " changes it after each write: let this client leave it alone";
}

std::string certificate_keeper::contest() const {
  const auto pause = pace_.pause(self_->shared().steady_time_us());
  if (pause.count() == 0) return {};
  return fmt::format("Secret {}/{} with the certificate of webhooks does not stay as it is written: {}; it is written "
                     "again after pauses, now of {} s",
                     options_.registration.namespace_name, options_.registration.secret, contest_,
                     std::chrono::duration_cast<std::chrono::seconds>(pause).count());
}

base::result<key_pair> certificate_keeper::issued_by(const key_pair& authority) const {
  const auto about = sys::http::read_certificate(authority.certificate);
  if (!about) return tl::unexpected(about.error());
  return pair_of(sys::http::issue_server_certificate(
    {authority.certificate, authority.key}, core::webhooks::server_names(options_.registration),
    time_of(core::webhooks::validity_from(now_s(), core::webhooks::server_life, about->time.ends))));
}

base::result<certificate_set> certificate_keeper::made_anew() const {
  auto authority = pair_of(sys::http::make_authority(
    authority_name, time_of(core::webhooks::validity_from(now_s(), core::webhooks::authority_life))));
  if (!authority) return tl::unexpected(authority.error());
  auto server = issued_by(*authority);
  if (!server) return tl::unexpected(server.error());
  return certificate_set{std::move(*authority), std::move(*server)};
}

base::result<certificate_set> certificate_keeper::after(certificate_step step) const {
  // A Secret that was deleted comes back as it was, so that the API server need not trust another authority.
  if (secret_.is_null() && set_) return *set_;
  if (step == certificate_step::make_all || !set_) return made_anew();
  auto set = *set_;
  if (step == certificate_step::drop_former) set.former.clear();
  if (step == certificate_step::add_authority) {
    auto next = pair_of(sys::http::make_authority(
      authority_name, time_of(core::webhooks::validity_from(now_s(), core::webhooks::authority_life))));
    if (!next) return tl::unexpected(next.error());
    set.next = std::move(*next);
  }
  if (step == certificate_step::change_authority && set.next) {
    set.former = set.authority.certificate;
    set.authority = *std::exchange(set.next, std::nullopt);
  }
  if (step == certificate_step::issue_server || step == certificate_step::change_authority) {
    auto server = issued_by(set.authority);
    // The key of the authority may be damaged.
    if (!server) return made_anew();
    set.server = std::move(*server);
  }
  return set;
}

void certificate_keeper::write(const certificate_set& set) {
  const auto& place = options_.registration;
  const bool is_there = !secret_.is_null();
  auto body = core::webhooks::secret_with(set, place, is_there ? &secret_ : nullptr).dump();
  const kube::api::object_location where{.namespace_ = place.namespace_name,
                                         .name = is_there ? place.secret : std::string()};
  auto request = is_there ? kube::api::patch_request(secrets, where, {.body = std::move(body)})
                          : kube::api::create_request(secrets, where, std::move(body));
  call_for_object(self_, kube_, std::move(request),
                  [this, set](const base::result<text::json>& secret) { on_written(set, secret); });
}

void certificate_keeper::on_written(const certificate_set& set, const base::result<text::json>& secret) {
  if (secret) {
    sys::log::log_info("webhook_certificate_changed", {{"namespace", options_.registration.namespace_name},
                                                       {"secret", options_.registration.secret},
                                                       {"reason", reason_of(plan_.step)},
                                                       {"until", until_of(*secret)}});
    last_write_ = core::webhooks::certificates_of(*secret) == set ? written::as_sent : written::otherwise;
    adopt(*secret);
    return go_on();
  }
  const auto code = secret.error().code;
  // Another operator was faster. Its Secret is read next.
  looks_again_ = code == base::error_code::conflict || code == base::error_code::already_exists;
  if (looks_again_) last_write_ = written::overtaken;
  end(looks_again_ ? std::string() : secret.error().message);
}

void certificate_keeper::end(std::string problem) {
  is_looking_ = false;
  problem_ = problem.empty() ? std::string()
                             : "Secret " + options_.registration.namespace_name + "/" + options_.registration.secret
                                 + " with the certificate of webhooks: " + problem;
  if (std::exchange(looks_again_, false)) return look();
  changed_();
}

} // namespace actors::webhooks
