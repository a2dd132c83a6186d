#include "text/plain/packed_text.hpp"

#include <doctest/doctest.h>

#include <cstddef>
#include <memory>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

TEST_SUITE_BEGIN("text/packed_text");

namespace {

using text::packed_text;
using text::text_packer;

/// Text like a Kubernetes object of this kind: equal words with other values between them.
std::string object_of(std::string_view kind, std::size_t number, std::size_t fields = 60) {
  std::string out = R"({"kind":")" + std::string(kind) + R"(","metadata":{"name":"x-)" + std::to_string(number) + "\"";
  for (std::size_t i = 0; i < fields; ++i)
    out += ",\"" + std::string(kind) + "-field-" + std::to_string(i) + "\":\"" + std::string(kind) + "/"
           + std::to_string(i * 7919) + "\"";
  return out + "}}";
}

/// Any bytes: equal in each run, and not compressible.
std::string noise(std::size_t size, unsigned seed) {
  std::mt19937 random(seed);
  std::string out(size, '\0');
  for (auto& c : out) c = static_cast<char>(random());
  return out;
}

/// Packs so many texts of a kind, and adds them to `kept` with their plain form.
using kept_texts = std::vector<std::pair<std::string, packed_text>>;
void pack(text_packer& packer, kept_texts& kept, std::string_view kind, std::size_t texts) {
  for (std::size_t i = 0; i < texts; ++i) {
    auto plain = object_of(kind, i);
    auto packed = packer.pack(plain);
    kept.emplace_back(std::move(plain), std::move(packed));
  }
}

bool are_whole(const kept_texts& kept) {
  std::string window;
  for (const auto& [plain, packed] : kept)
    if (packed.read(window) != plain || packed.text() != plain || packed.size() != plain.size()) return false;
  return true;
}

} // namespace

TEST_CASE("null is not empty, and neither takes up a window") {
  std::string window = "untouched";
  const packed_text null;
  const packed_text empty(std::string_view{});
  CHECK_FALSE(null);
  CHECK_FALSE(packed_text(text::shared_text()));
  CHECK(empty);
  for (const auto* x : {&null, &empty}) {
    CHECK(x->size() == 0);
    CHECK(x->text().empty());
    CHECK(x->read(window).empty());
  }
  CHECK(null.memory() == 0);
  CHECK(window == "untouched");
}

TEST_CASE("bytes of any length and content come out as they went in") {
  const packed_text of_shared(std::make_shared<const std::string>("shared"));
  CHECK(of_shared.text() == "shared");
  text_packer packer;
  kept_texts kept;
  unsigned seed = 0;
  for (const std::size_t size : {0, 1, 511, 512, 513, 7000, 1 << 14, 70000, 1500000}) {
    for (auto plain : {std::string(size, 'a'), noise(size, ++seed), std::string(size, '\0'),
                       object_of("Pod", seed, size / 20) + "\xff\xfe"}) {
      auto packed = packer.pack(plain);
      kept.emplace_back(std::move(plain), std::move(packed));
    }
  }
  CHECK(are_whole(kept));
}

TEST_CASE("a text stays as it is if it is short, or if it would not become smaller") {
  text_packer packer;
  CHECK_FALSE(packer.pack(std::string(511, 'a')).is_packed());
  CHECK(packer.pack(std::string(512, 'a')).is_packed());
  const auto random = packer.pack(noise(5000, 1));
  CHECK_FALSE(random.is_packed());
  CHECK(random.memory() < 5100);
  // Plain text needs no window.
  std::string window;
  CHECK(random.read(window).size() == 5000);
  CHECK(window.empty());
}

TEST_CASE("a text that is packed is not packed again") {
  text_packer packer;
  const packed_text plain(object_of("Pod", 1));
  const auto packed = packer.pack(plain);
  CHECK(packed.is_packed());
  CHECK_FALSE(packed == plain);
  CHECK(packer.pack(packed) == packed);
  CHECK_FALSE(packer.pack(packed_text()));
}

TEST_CASE("similar texts share a dictionary, as soon as it pays for itself") {
  text_packer packer;
  const auto first = packer.pack(object_of("Pod", 0));
  kept_texts kept;
  pack(packer, kept, "Pod", 50);
  CHECK(packer.generations() == 0);
  pack(packer, kept, "Pod", 200);
  CHECK(packer.generations() == 1);
  CHECK(kept.back().second.memory() * 3 < first.memory());
  CHECK(are_whole(kept));
}

TEST_CASE("texts of another kind get a dictionary of their own, and the earlier texts stay readable") {
  text_packer packer;
  kept_texts pods;
  pack(packer, pods, "Pod", 1500);
  CHECK(packer.generations() == 1);
  kept_texts secrets;
  pack(packer, secrets, "somethingElse", 2500);
  CHECK(packer.generations() == 2);
  CHECK(secrets.back().second.memory() < secrets.front().second.memory());
  CHECK(are_whole(pods));
  CHECK(are_whole(secrets));
}

TEST_CASE("the packer may go before its texts") {
  kept_texts kept;
  {
    text_packer packer;
    pack(packer, kept, "Pod", 300);
    CHECK(packer.generations() == 1);
  }
  CHECK(are_whole(kept));
}

TEST_CASE("changes of a single object begin no generation, however many they are") {
  text_packer packer;
  kept_texts kept;
  pack(packer, kept, "Pod", 1500);
  for (int i = 0; i < 20000; ++i) (void)packer.pack(object_of("Pod", 7));
  CHECK(packer.generations() == 1);
}

TEST_CASE("a dictionary goes with its last text, and texts of ever new kinds do not make ever more dictionaries") {
  text_packer forgetful;
  for (int kind = 0; kind < 20; ++kind)
    for (int i = 0; i < 2100; ++i) (void)forgetful.pack(object_of("kind" + std::to_string(kind), 1));
  CHECK(forgetful.generations() <= 2);

  text_packer packer;
  std::vector<packed_text> kept;
  for (int kind = 0; kind < 20; ++kind)
    for (int i = 0; i < 2100; ++i) {
      auto x = packer.pack(object_of("kind" + std::to_string(kind), 1));
      if (i % 100 == 0) kept.push_back(std::move(x));
    }
  CHECK(packer.generations() == 8);
  CHECK(kept.back().text() == object_of("kind19", 1));
}

TEST_SUITE_END();
