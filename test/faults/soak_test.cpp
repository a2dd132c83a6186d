#include "faults/account.hpp"
#include "faults/bad_day.hpp"
#include "faults/control_plane.hpp"
#include "faults/footprint.hpp"
#include "faults/plain_api.hpp"

#include "support/page_proxy.hpp"
#include "support/tcp_proxy.hpp"
#include "sys/files/environment.hpp"
#include "sys/files/files.hpp"
#include "sys/files/remove_tree.hpp"

#include <doctest/doctest.h>

#include <algorithm>
#include <csignal>
#include <filesystem>
#include <memory>
#include <utility>
#include <vector>

namespace {

using std::chrono::steady_clock;
using namespace std::chrono_literals;

constexpr auto storm_lasts = 20s;
constexpr auto change_every = 50ms;

std::chrono::minutes soak_time() {
  return std::chrono::minutes(std::stoi(sys::files::environment_variable("FAULTS_SOAK_MINUTES").value_or("0")));
}

/// Kills each helm that works in that namespace now.
void kill_helm_of(const std::string& space) {
  std::error_code gone;
  for (const auto& entry : std::filesystem::directory_iterator("/proc", gone)) {
    const auto line = sys::files::read_file(entry.path() / "cmdline");
    const bool is_helm = line && e2e::contains(line->substr(0, line->find('\0')), "helm");
    if (is_helm && e2e::contains(*line, space)) ::kill(std::stoi(entry.path().filename()), SIGKILL);
  }
}

/// An operator in a namespace of its own, with the parts between it and the API server.
class subject {
public:
  explicit subject(const std::string& name) : name_(name), day_(name), chance_(faults::chance_of(name)) {}
  subject(const subject&) = delete;
  subject& operator=(const subject&) = delete;
  virtual ~subject() = default;

  void begin() {
    run_ = std::make_unique<e2e::operator_run>(
      day_.files(), e2e::run_options{.space = day_.space(), .kubeconfig = day_.files().path("kubeconfig")});
  }
  void change() { day_.change(chance_); }
  void wait_until(steady_clock::time_point moment) { faults::pass_until(*run_, moment); }
  void kill() {
    run_->signal(SIGKILL);
    run_->await_exit();
    begin();
  }
  void kill_helm() { kill_helm_of(day_.space()); }
  /// The operator may make or remove files at this moment, which ends a try.
  void remove_tmp() {
    while (!sys::files::remove_tree(day_.files().path("tmp"))) {
    }
  }
  /// The way to the API server works from now on.
  virtual void make_way() = 0;
  void check_end() { day_.check_end(*run_); }
  [[nodiscard]] faults::footprint size() const { return faults::footprint_of_operator(day_.space()); }
  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::size_t errors() const { return run_->all({{"level", "error"}}).size(); }
  void stop() { CHECK_EQ(run_->stop().exit_code, 0); }

protected:
  std::string name_;
  faults::bad_day day_;
  worlds::dice chance_;
  std::unique_ptr<e2e::operator_run> run_;
};

/// TLS and HTTP/2, as a service account with a token.
class tls_subject : public subject {
public:
  tls_subject() : subject("soak-tls"), account_(day_.space()) {
    day_.replace_file("token", account_.new_token());
    (void)day_.kubeconfig_at("https://127.0.0.1:" + std::to_string(proxy_.port()), "token");
  }
  ~tls_subject() override { run_.reset(); }

  void fall_silent() { proxy_.fall_silent(); }
  void cut() { proxy_.cut(); }
  void take_rights() {
    if (std::exchange(has_rights_, false)) account_.take_rights();
    proxy_.cut();
  }
  void revoke_tokens() {
    account_.revoke_tokens();
    has_token_ = false;
    proxy_.cut();
  }
  void make_way() override {
    if (!std::exchange(has_rights_, true)) account_.give_rights();
    if (!std::exchange(has_token_, true)) day_.replace_file("token", account_.new_token());
  }

private:
  faults::account account_;
  test::tcp_proxy proxy_{faults::api_port()};
  bool has_rights_ = true;
  bool has_token_ = true;
};

/// Plain HTTP, through a proxy that answers itself now and then.
class plain_subject : public subject {
public:
  plain_subject() : subject("soak-plain"), answers_(chance_.split("answers")) {
    (void)day_.kubeconfig_at("http://127.0.0.1:" + std::to_string(pages_.port()));
  }
  ~plain_subject() override { run_.reset(); }

  void fall_silent() {
    silence_.fall_silent();
    is_silent_ = true;
  }
  void cut() { pages_.cut(); }
  void answer_some() {
    pages_.answer_by([this](const auto&) { return answers_.percent(30) ? &answers_.one_of(wrong_) : nullptr; });
    pages_.cut();
  }
  void hold() { pages_.hold(); }
  void make_way() override {
    pages_.forward_all();
    pages_.release();
    // Over HTTP/1.1 helm waits for an answer as long as --helm-timeout, which is too long for a test.
    if (std::exchange(is_silent_, false)) kill_helm();
  }

private:
  const std::vector<test::proxy_page> wrong_{{404, "text/html", "<html><body>Not Found</body></html>"},
                                             {401, "text/html", "<html><body>Log in</body></html>"},
                                             {403, "text/html", "<html><body>Forbidden</body></html>"},
                                             {503, "text/plain", "no healthy upstream"}};
  bool is_silent_ = false;
  worlds::dice answers_; ///< only the proxy's thread throws these
  faults::plain_api api_;
  test::tcp_proxy silence_{api_.port()};
  test::page_proxy pages_{silence_.port()};
};

/// Both of them on the same cluster.
struct soak {
  tls_subject tls;
  plain_subject plain;
  faults::control_plane control;
  worlds::dice chance = faults::chance_of("soak");
  std::vector<subject*> both{&tls, &plain};
  std::size_t changes = 0;
  std::size_t troubles = 0;

  soak() {
    for (auto* x : both) x->begin();
    calm();
  }

  void stop_api_for_a_while() {
    const faults::control_plane::held_api held(control);
    tls.wait_until(steady_clock::now() + std::chrono::milliseconds(chance.between(500, 4000)));
  }
  void cause_trouble(bool kills) {
    ++troubles;
    auto& one = *both[chance.next() % both.size()];
    switch (chance.between(0, kills ? 14 : 12)) {
      case 0: return tls.fall_silent();
      case 1: return plain.fall_silent();
      case 2: return tls.cut();
      case 3: return plain.cut();
      case 4: return tls.take_rights();
      case 5: return tls.revoke_tokens();
      case 6: return plain.answer_some();
      case 7: return plain.hold();
      case 8: return one.kill_helm();
      case 9: return one.remove_tmp();
      case 10: return stop_api_for_a_while();
      case 11: return control.restart_api();
      case 12: return control.compact();
      default: return one.kill();
    }
  }
  void storm(bool kills) {
    auto due = steady_clock::now();
    const auto until = due + storm_lasts;
    for (; steady_clock::now() < until; due = std::max(due + change_every, steady_clock::now())) {
      tls.wait_until(due);
      for (auto* x : both) x->change();
      changes += both.size();
      if (chance.percent(2)) cause_trouble(kills);
      if (chance.percent(2))
        for (auto* x : both) x->make_way();
    }
  }
  void calm() {
    for (auto* x : both) x->make_way();
    for (auto* x : both) x->check_end();
  }
  [[nodiscard]] std::vector<faults::footprint> sizes() const {
    std::vector<faults::footprint> now;
    for (const auto* x : both) now.push_back(x->size());
    return now;
  }
};

} // namespace

TEST_CASE("under everything at once for minutes the cluster is as wanted at each pause, and the operators do not grow"
          * doctest::skip(e2e::no_cluster() || soak_time() == 0min)) {
  soak x;
  const auto began = steady_clock::now();
  const auto end = began + soak_time();
  const auto kills_until = began + soak_time() / 3;
  std::vector<faults::footprint> before;
  while (steady_clock::now() < end || before.empty()) {
    const bool kills = steady_clock::now() < kills_until;
    x.storm(kills);
    const auto calm_since = steady_clock::now();
    x.calm();
    const auto now = x.sizes();
    const std::chrono::duration<double> since_begin = calm_since - began;
    const std::chrono::duration<double> quiet_after = steady_clock::now() - calm_since;
    MESSAGE("soak ", since_begin.count(), " s: ", x.changes, " changes, ", x.troubles, " troubles, as wanted after ",
            quiet_after.count(), " s; tls ", faults::text_of(now[0]), "; plain ", faults::text_of(now[1]));
    // An operator that was killed begins anew.
    if (kills) continue;
    if (before.empty()) before = now;
    for (std::size_t i = 0; i < now.size(); ++i) {
      CAPTURE(x.both[i]->name());
      // Connections that were not open before, a thread that resolves a name, pages of the heap that are
      // free.
      CHECK_LE(now[i].files, before[i].files + 8);
      CHECK_LE(now[i].threads, before[i].threads + 1);
      CHECK_LE(now[i].memory_kib, before[i].memory_kib + 8192);
    }
  }
  for (auto* subject : x.both) subject->stop();
}
