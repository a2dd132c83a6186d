#include "cluster/records/lease_requests.hpp"

#include "kube/api/response.hpp"
#include "simulation/fake_api_server.hpp"

#include <doctest/doctest.h>

#include <optional>
#include <string>
#include <variant>

using namespace cluster::records;
using namespace core::leadership;
using namespace std::chrono_literals;

namespace {

const lease_place place{"ops", "election"};
const lease_content content{"op-0_uid", 15s, "2026-01-01T00:00:00.000000Z"};

struct lease_world {
  simulation::fake_api_server api;

  lease_world() {
    api.put_object(*text::parse_json(R"({"apiVersion":"v1","kind":"Namespace","metadata":{"name":"ops"}})"));
  }

  lease_machine_input read() {
    const auto request = lease_read_request(place);
    return read_lease_answer(1, answer_to(request));
  }
  lease_machine_input write(const lease_effect::write_lease& x) {
    return written_lease_answer(x.call, answer_to(lease_write_request(place, x, content)));
  }
  /// The Lease after a write that must succeed.
  lease_record written(const lease_effect::write_lease& x) {
    const auto answer = write(x);
    REQUIRE(std::holds_alternative<lease_input::written>(answer));
    return std::get<lease_input::written>(answer).record;
  }

private:
  kube::api::http_response answer_to(const kube::api::http_request& request) {
    auto answer = api.carry_out(request);
    answer.target = request.target;
    answer.method = request.method;
    return answer;
  }
};

} // namespace

TEST_CASE_FIXTURE(lease_world, "a Lease that does not exist is found absent, and is made") {
  const auto absent = read();
  REQUIRE(std::holds_alternative<lease_input::found>(absent));
  CHECK_FALSE(std::get<lease_input::found>(absent).record);
  const auto made = written({.call = 2, .changes_holder = true});
  CHECK(made.holder == "op-0_uid");
  CHECK(made.duration == 15s);
  CHECK(made.transitions == 0);
  CHECK(made.acquired == content.now);
  CHECK_FALSE(made.is_given_away);
  const auto found = read();
  CHECK(std::get<lease_input::found>(found).record->version == made.version);
}

TEST_CASE_FIXTURE(lease_world, "a write counts only for the version that it names") {
  const auto made = written({.call = 1, .changes_holder = true});
  const auto renewed = written({.call = 2, .version = made.version, .transitions = 4});
  CHECK(renewed.transitions == 4);
  CHECK(std::holds_alternative<lease_input::overtaken>(write({.call = 3, .version = made.version})));
  CHECK(std::holds_alternative<lease_input::overtaken>(write({.call = 4})));
  api.delete_object("Lease", "ops", "election");
  CHECK(std::holds_alternative<lease_input::overtaken>(write({.call = 5, .version = renewed.version})));
}

TEST_CASE_FIXTURE(lease_world, "a Lease that was given away has a mark and no holder, and labels of others stay") {
  const auto made = written({.call = 1, .changes_holder = true});
  auto object = *api.object("Lease", "ops", "election");
  const auto labelled =
    object.find("metadata")->without("resourceVersion").with("labels", *text::parse_json(R"({"a":"b"})"));
  const auto version = lease_of(api.put_object(object.with("metadata", labelled))).version;
  const auto given = written({.call = 2, .wish = lease_wish::give_away, .version = version});
  CHECK(given.holder.empty());
  CHECK(given.is_given_away);
  const auto taken = written({.call = 3, .version = given.version, .transitions = 1, .changes_holder = true});
  CHECK(taken.holder == "op-0_uid");
  CHECK_FALSE(taken.is_given_away);
  CHECK(api.object("Lease", "ops", "election")->find("metadata")->find("labels")->string_at("a") == "b");
}

TEST_CASE("a refusal has stored nothing, and a missing answer is no refusal") {
  const auto refused = written_lease_answer(1, base::fail(base::error_code::forbidden, "no right"));
  REQUIRE(std::holds_alternative<lease_input::refused>(refused));
  CHECK(std::get<lease_input::refused>(refused).reason == "no right");
  CHECK(std::holds_alternative<lease_input::unanswered>(
    written_lease_answer(1, base::fail(base::error_code::timeout, "late"))));
  CHECK(std::holds_alternative<lease_input::unanswered>(
    read_lease_answer(1, base::fail(base::error_code::unavailable, "gone"))));
}

TEST_CASE("lines of the watch show the Lease, or that it was deleted") {
  const auto line = [](const std::string& type) {
    return R"({"type":")" + type
           + R"(","object":{"metadata":{"resourceVersion":"7"},)"
             R"("spec":{"holderIdentity":"x","leaseDurationSeconds":35}}})";
  };
  const auto changed = read_lease_line(line("MODIFIED"));
  REQUIRE(changed);
  CHECK(changed->version == "7");
  REQUIRE(changed->record);
  CHECK(changed->record->holder == "x");
  CHECK(changed->record->duration == 35s);
  const auto deleted = read_lease_line(line("DELETED"));
  REQUIRE(deleted);
  CHECK_FALSE(deleted->record);
  CHECK_FALSE(read_lease_line(line("BOOKMARK")));
  CHECK_FALSE(read_lease_line("no JSON"));
}

TEST_CASE("numbers that a Lease cannot hold become the nearest that it can") {
  const auto request = lease_write_request(place, {.call = 1, .version = "5", .transitions = 2'147'483'648}, content);
  CHECK(text::parse_json(request.body)->find("spec")->find("leaseTransitions")->as_int() == 2'147'483'647);
  const auto read = [](const char* spec) { return lease_of(text::json::object({{"spec", *text::parse_json(spec)}})); };
  CHECK(read(R"({"leaseDurationSeconds":9000000000000000000})").duration == 2'147'483'647s);
  CHECK(read(R"({"leaseDurationSeconds":-5,"leaseTransitions":-1})").duration == 0s);
  CHECK(read(R"({"leaseDurationSeconds":-5,"leaseTransitions":-1})").transitions == 0);
}
