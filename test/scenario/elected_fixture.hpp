#pragma once

#include "support/operator_fixture.hpp"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>

namespace test {

/// An operator that takes part in an election as `a_1`. Its platform is that of the base.
template <class Base>
struct elected : Base {
  static constexpr auto lease_name = "addon-operator-leader-election";
  using Base::namespace_name;

  elected() { this->setup.election = election("a_1"); }

  [[nodiscard]] actors::leadership::election election(const std::string& identity) {
    const auto clock = [at = this->shared()] { return core::leadership::instant(at->steady_time_us()); };
    actors::leadership::election x{.lease = {namespace_name, lease_name},
                                   .identity = identity,
                                   .transport = this->setup.transport,
                                   .permit = std::make_shared<base::lead_permit>(clock)};
    x.boot_time = clock;
    return x;
  }
  /// Writes the Lease, as another replica does.
  void hold_lease(const std::string& holder, std::int64_t transitions = 3) {
    put_lease(text::json(holder), transitions, {});
  }
  /// Gives the Lease away, as another replica does at its end.
  void give_lease_away(std::int64_t transitions = 3) {
    put_lease(text::json(), transitions, {{"addon-operator/given-away", text::json("b_1")}});
    this->advance(std::chrono::milliseconds(10));
  }
  [[nodiscard]] std::string holder() {
    const auto lease = this->api().object("Lease", namespace_name, lease_name);
    return lease ? lease->find("spec")->string_at("holderIdentity").value_or("") : "no Lease";
  }
  /// The number of requests that change the cluster, without those for the Lease.
  [[nodiscard]] std::size_t writes() {
    const auto& all = this->api().requests();
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const auto& x) {
      return x.method != "GET" && x.target.find("/leases") == x.target.npos;
    }));
  }
  /// The number of runs of hooks with `--config`.
  [[nodiscard]] std::size_t config_runs() {
    const auto& all = this->processes().started();
    return static_cast<std::size_t>(std::count_if(all.begin(), all.end(), [](const auto& command) {
      return std::find(command.begin(), command.end(), "--config") != command.end();
    }));
  }

private:
  void put_lease(text::json holder, std::int64_t transitions, text::json::object_type annotations) {
    // Each write counts as a renewal.
    const auto spec = text::json::object({{"holderIdentity", std::move(holder)},
                                          {"leaseDurationSeconds", std::int64_t{15}},
                                          {"leaseTransitions", transitions},
                                          {"renewTime", std::to_string(++renewals_)}});
    auto lease = object_of("coordination.k8s.io/v1", "Lease", lease_name, {}, namespace_name).with("spec", spec);
    if (!annotations.empty())
      lease =
        lease.with("metadata", lease.find("metadata")->with("annotations", text::json::object(std::move(annotations))));
    this->api().put_object(std::move(lease));
  }

  int renewals_ = 0;
};

using elected_fixture = elected<operator_fixture>;

} // namespace test
