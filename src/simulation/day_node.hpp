#pragma once

#include "base/duration.hpp"
#include "base/edit_distance.hpp"
#include "base/error.hpp"
#include "simulation/day_reader.hpp"
#include "simulation/virtual_cluster.hpp"
#include "text/json/json.hpp"
#include "text/json/json_pointer.hpp"
#include "text/yaml/yaml_lines.hpp"

#include <algorithm>
#include <chrono>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace simulation {

/// A fault of a day's text; `read_day` catches it.
struct unreadable_day {
  std::string message;
};

struct day_source {
  const std::string& file;
  const text::yaml_lines& lines;
  const day_file_reader& read;
};

/// A value of the file with its place.
class day_node {
public:
  day_node(const day_source& from, const text::json& value, text::json_pointer place)
    : from_(&from), value_(&value), place_(std::move(place)) {}

  [[nodiscard]] const text::json& value() const { return *value_; }
  [[nodiscard]] const day_source& from() const { return *from_; }
  [[nodiscard]] int line() const {
    const auto found = from_->lines.find(place_.text());
    return found == from_->lines.end() ? 1 : found->second;
  }

  /// The key of the value, or of the list that has the value.
  [[nodiscard]] std::string key() const {
    for (auto token = place_.tokens.rbegin(); token != place_.tokens.rend(); ++token)
      if (!text::array_index(*token)) return *token;
    return "";
  }

  [[noreturn]] void fail(const std::string& reason) const {
    throw unreadable_day{from_->file + ":" + std::to_string(line()) + ": " + (key().empty() ? "" : "'" + key() + "': ")
                         + reason};
  }
  [[noreturn]] void fail_type(const std::string& expected) const;

  [[nodiscard]] day_node below(const std::string& token, const text::json& value) const {
    auto place = place_;
    place.tokens.push_back(token);
    return {*from_, value, std::move(place)};
  }

  [[nodiscard]] std::vector<day_node> members() const {
    if (!value_->is_object()) fail_type("a mapping");
    std::vector<day_node> all;
    for (const auto& [key, value] : value_->as_object()) all.push_back(below(key, value));
    return all;
  }
  [[nodiscard]] std::vector<day_node> items() const {
    if (!value_->is_array()) fail_type("a list");
    std::vector<day_node> all;
    for (std::size_t i = 0; i < value_->as_array().size(); ++i)
      all.push_back(below(std::to_string(i), value_->as_array()[i]));
    return all;
  }
  /// The items of a list, or the value itself.
  [[nodiscard]] std::vector<day_node> one_or_more() const {
    return value_->is_array() ? items() : std::vector<day_node>{*this};
  }

  [[nodiscard]] std::optional<day_node> find(const std::string& key) const {
    const auto* found = value_->find(key);
    return found == nullptr ? std::nullopt : std::optional(below(key, *found));
  }

  /// Refuses all other members.
  void allow(const std::vector<std::string>& keys) const {
    for (const auto& x : members()) {
      const auto& key = x.place_.tokens.back();
      if (std::find(keys.begin(), keys.end(), key) != keys.end()) continue;
      std::string all;
      for (const auto& known : keys) all += (all.empty() ? "" : ", ") + known;
      const auto near = base::did_you_mean(key, keys);
      x.fail("unknown key" + (near.empty() ? "; there are " + all : near));
    }
  }

  [[nodiscard]] std::string text() const {
    if (value_->is_string()) return value_->as_string();
    fail_type("a text");
  }
  [[nodiscard]] std::vector<std::string> text_list() const {
    std::vector<std::string> all;
    for (const auto& x : one_or_more()) all.push_back(x.text());
    return all;
  }
  [[nodiscard]] bool yes_or_no() const {
    if (!value_->is_bool()) fail_type("true or false");
    return value_->as_bool();
  }
  [[nodiscard]] std::int64_t number(std::int64_t min, std::int64_t max) const {
    const auto x = value_->is_number() ? value_->as_int() : std::nullopt;
    if (!x) fail_type("a whole number");
    if (*x < min || *x > max) fail("expected a number from " + std::to_string(min) + " to " + std::to_string(max));
    return *x;
  }
  [[nodiscard]] std::chrono::nanoseconds duration() const {
    if (value_->is_number()) fail_type("a duration with its unit, like 5s");
    const auto x = base::parse_duration(text());
    if (!x) fail(x.error().message);
    if (x->count() < 0) fail("a duration must not be negative");
    return *x;
  }
  [[nodiscard]] object_name name() const {
    auto x = parse_object_name(text());
    if (!x) fail(x.error().message);
    return std::move(*x);
  }

private:
  const day_source* from_;
  const text::json* value_;
  text::json_pointer place_;
};

} // namespace simulation
