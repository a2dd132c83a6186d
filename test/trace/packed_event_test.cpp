#include "trace/packed_event.hpp"

#include "base/actor_name.hpp"

#include <doctest/doctest.h>

#include <string>
#include <string_view>
#include <vector>

TEST_CASE("what is packed comes out as it was, one after the other") {
  trace::event full{.id = 1ULL << 63U,
                    .cause = 300,
                    .time_us = -1,
                    .sender = "queue main",
                    .receiver = "module web",
                    .type = {"task_run"},
                    .summary = std::string("zero \0 in it", 12),
                    .step = 16,
                    .duration_us = 1'000'000'000'000,
                    .also = {1, 127, 128},
                    .facts = {{"module", "web"}, {"reason", ""}},
                    .changes = {{"web.a", std::nullopt, "1"}, {"web.b", "2", std::nullopt, false}}};
  trace::event_packer packer;
  std::string two(trace::pack(packer, full).bytes);
  two += trace::pack(packer, trace::event{}).bytes;
  std::string_view left = two;
  CHECK(trace::take_packed(left) == full);
  CHECK(trace::take_packed(left) == trace::event{});
  CHECK(left.empty());
}

TEST_CASE("texts that stay are kept by their place, and a pattern takes the facts") {
  static constexpr trace::event_type type = "object_changed";
  const auto sender = base::kept_label("informer");
  trace::event_packer packer;
  packer.begin({.id = 9,
                .cause = 8,
                .sender = {*sender, true},
                .receiver = {"hooks"},
                .type = {type.view(), true},
                .summary = {"{event} {namespace/}{name}{none/} for {none}.", true}},
               {});
  packer.add("event", "Added");
  packer.add("namespace", "{name}");
  packer.add("name", "web");
  const auto packed = packer.end();
  CHECK(packed.bytes.size() < 90);
  const auto x = trace::unpacked(packed);
  CHECK(x.cause == 8);
  CHECK(x.sender == "informer");
  CHECK(x.receiver == "hooks");
  CHECK(x.type == type);
  CHECK(x.summary == "Added {name}/web for .");
}

TEST_CASE("an event may have texts and lists of any length") {
  trace::event large{.id = 1, .summary = std::string(200'000, 's'), .also = std::vector<std::uint64_t>(10'000, 1)};
  for (int i = 0; i < 1'000; ++i) large.facts.push_back({"name", std::string(i, 'f')});
  trace::event_packer packer;
  CHECK(trace::unpacked(trace::pack(packer, large)) == large);
  CHECK(trace::unpacked(trace::pack(packer, trace::event{})) == trace::event{});
}
