#include "core/releases/values_read.hpp"

#include "base/contains.hpp"
#include "core/releases/place_set.hpp"
#include "core/releases/seen_value.hpp"
#include "core/releases/template_tree.hpp"

#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace core::releases {

namespace {

using namespace std::string_view_literals;
using nodes = std::vector<template_node>;
using arguments = std::vector<seen_value>;

/// Bounds of the work on one chart. A chart beyond them counts as one that reads all values.
constexpr std::size_t contexts_max = 2'000; ///< templates, each with the values that it is included with
constexpr std::size_t work_max = 50'000;    ///< actions
constexpr unsigned depth_max = 60;
constexpr std::size_t place_max = 40; ///< keys
/// The weight of a list or object that a template makes. A heavier value is read as a whole, so that
/// templates that include each other with ever longer lists come to an end.
constexpr std::size_t weight_max = 20;

// Functions that look only at the presence, kind or emptiness of their arguments, and return a part of them.
constexpr std::array choices{"and"sv, "coalesce"sv, "default"sv, "or"sv, "required"sv, "ternary"sv};
// Functions that look only at the presence, kind or emptiness of their arguments, and return no part of them.
constexpr std::array questions{"empty"sv, "kindIs"sv, "kindOf"sv, "not"sv, "typeIs"sv, "typeOf"sv};
// Functions that return a copy of their argument.
constexpr std::array copies{"deepCopy"sv, "mustDeepCopy"sv};

// Functions that return a digest.
constexpr std::array digests{"adler32sum"sv, "sha1sum"sv, "sha256sum"sv, "sha512sum"sv};

/// Whether a command gives a digest of the value that is piped into it.
bool is_digest(const std::vector<template_operand>& command) {
  const auto& first = command.front();
  return first.what == template_operand::kind::function && first.fields.empty() && base::contains(digests, first.name);
}

/// Follows the values through the templates of a chart.
class reader {
public:
  explicit reader(const template_texts& texts) : is_complete_(texts.is_complete) {
    for (const auto& [path, text] : texts.included) parse(text);
    for (const auto& [path, text] : texts.rendered) rendered_.push_back(parse(text));
    const seen_value root{{seen_value::place{}}, {}};
    for (const auto* tree : rendered_) begin(*tree, root);
  }

  [[nodiscard]] values_read take() && { return std::move(read_); }

private:
  /// The dot, and the variables by block.
  struct frame {
    seen_value dot;
    std::vector<std::map<std::string, seen_value>> variables;
  };

  /// The tree of a text, which stays; empty if the text cannot be parsed.
  const nodes* parse(const std::string& text) {
    auto parsed = parse_template(text);
    if (!parsed) read_.any = true;
    trees_.push_back(std::make_unique<const nodes>(parsed ? std::move(*parsed) : nodes()));
    collect(*trees_.back());
    return trees_.back().get();
  }

  /// All definitions of a name count, because only Helm knows which of them is used.
  void collect(const nodes& all) {
    for (const auto& node : all) {
      if (node.what == template_node::kind::define) definitions_[node.name].push_back(&node.body);
      collect(node.body);
      collect(node.otherwise);
    }
  }

  // -- what is read

  void add(std::set<text::json_pointer>& to, const seen_value& x) {
    for (const auto& place : x.places) {
      // A digest of all values (`checksum/config`) gives no value a meaning.
      if (is_in_digest_ && (place.empty() || (place.size() == 1 && place.front() == "Values"))) continue;
      if (place.empty()) to.emplace();
      if (!place.empty() && place.front() == "Subcharts") to.emplace();
      if (!place.empty() && place.front() == "Values") to.insert({{place.begin() + 1, place.end()}});
    }
  }
  void read_whole(const seen_value& x) {
    add(read_.whole, x);
    for (const auto& [key, member] : x.members) read_whole(member);
  }
  void read_presence(const seen_value& x) { add(read_.presence, x); }

  // -- actions

  void walk(const nodes& all, frame& x) {
    for (const auto& node : all) {
      if (++work_ > work_max || depth_ > depth_max) read_.any = true;
      if (read_.any) return;
      walk(node, x);
    }
  }

  void walk(const template_node& node, frame& x) {
    using kind = template_node::kind;
    if (node.what == kind::define) return;
    if (node.what == kind::output) {
      const auto value = value_of(node.pipeline, x);
      if (node.pipeline.variables.empty()) read_whole(value);
      return;
    }
    if (node.what == kind::call)
      return call(node.name, node.pipeline.commands.empty() ? seen_value{} : value_of(node.pipeline, x));
    x.variables.emplace_back();
    const auto value = value_of(node.pipeline, x);
    if (node.what == kind::range) {
      read_whole(value);
      repeat(node, value, x);
    } else {
      read_presence(value);
      walk_in(node.body, node.what == kind::with ? value : x.dot, x);
    }
    walk_in(node.otherwise, x.dot, x);
    x.variables.pop_back();
  }

  /// The body of a loop, until its variables hold everything that a further round could give them. The items
  /// are members of a list that the template has made, or values that were read already.
  void repeat(const template_node& node, const seen_value& list, frame& x) {
    seen_value item;
    for (const auto& [key, member] : list.members) item.add(member);
    for (const auto& name : node.pipeline.variables) x.variables.back()[name] = item;
    for (unsigned round = 0; round < depth_max; ++round) {
      const auto before = x.variables;
      walk_in(node.body, item, x);
      if (before == x.variables) return;
    }
    read_.any = true;
  }

  void walk_in(const nodes& body, seen_value dot, frame& x) {
    std::swap(x.dot, dot);
    x.variables.emplace_back();
    ++depth_;
    walk(body, x);
    --depth_;
    x.variables.pop_back();
    std::swap(x.dot, dot);
  }

  /// @param dot that the template is included with
  void call(const std::string& name, const seen_value& dot) {
    const auto found = definitions_.find(name);
    if (found == definitions_.end()) return read_whole(dot);
    if (!contexts_.emplace(name, dot).second) return;
    if (contexts_.size() > contexts_max) read_.any = true;
    for (const auto* body : found->second) begin(*body, dot);
  }

  /// Includes a template whose name only a rendering knows: any definition, or a file.
  void call_any(const seen_value& dot) {
    if (!is_complete_) return read_whole(dot);
    if (!contexts_.emplace("", dot).second) return;
    for (const auto& [name, bodies] : definitions_) call(name, dot);
    for (const auto* tree : rendered_) begin(*tree, dot);
  }

  /// A template counts in full, also in a digest: its other users are not walked through a second time.
  void begin(const nodes& body, const seen_value& dot) {
    frame x{dot, {{{"", dot}}}};
    const auto outside = std::exchange(is_in_digest_, false);
    ++depth_;
    walk(body, x);
    --depth_;
    is_in_digest_ = outside;
  }

  // -- values

  seen_value value_of(const template_pipeline& pipeline, frame& x) {
    std::optional<seen_value> value;
    const auto end = std::find_if(pipeline.commands.rbegin(), pipeline.commands.rend(), is_digest);
    const auto digested = static_cast<std::size_t>(pipeline.commands.rend() - end);
    for (std::size_t i = 0; i < pipeline.commands.size(); ++i) {
      const auto outside = std::exchange(is_in_digest_, is_in_digest_ || i < digested);
      value = value_of(pipeline.commands[i], value, x);
      is_in_digest_ = outside;
    }
    if (value && pipeline.is_declaration)
      for (const auto& name : pipeline.variables) x.variables.back()[name] = *value;
    else if (value)
      for (const auto& name : pipeline.variables) variable(name, x).add(*value);
    return value.value_or(seen_value{});
  }

  /// @param piped the value of the command before
  seen_value value_of(const std::vector<template_operand>& command, const std::optional<seen_value>& piped, frame& x) {
    arguments given;
    for (std::size_t i = 1; i < command.size(); ++i) given.push_back(value_of(command[i], x));
    if (piped) given.push_back(*piped);
    const auto& first = command.front();
    if (first.what == template_operand::kind::function && first.fields.empty())
      return result_of(first.name, {command.begin() + 1, command.end()}, given);
    auto value = value_of(first, x);
    if (given.empty()) return value;
    read_whole(value);
    return read_all(given);
  }

  seen_value value_of(const template_operand& operand, frame& x) {
    using kind = template_operand::kind;
    seen_value value;
    if (operand.what == kind::dot) value = x.dot;
    if (operand.what == kind::variable) value = variable(operand.name, x);
    if (operand.what == kind::group) value = value_of(*operand.group, x);
    if (operand.what == kind::function) value = result_of(operand.name, {}, {});
    for (const auto& field : operand.fields) value = part_of(value, field);
    return value;
  }

  /// A value deep inside, such as in a loop, is read as a whole.
  seen_value part_of(const seen_value& x, const std::string& key) {
    auto part = x.at(key);
    const bool is_deep =
      std::any_of(part.places.begin(), part.places.end(), [](const auto& place) { return place.size() > place_max; });
    return is_deep ? read_all({x}) : part;
  }

  /// A variable that is not known would be an error of Helm.
  seen_value& variable(const std::string& name, frame& x) {
    for (auto block = x.variables.rbegin(); block != x.variables.rend(); ++block)
      if (const auto found = block->find(name); found != block->end()) return found->second;
    read_.any = true;
    return x.variables.back()[name];
  }

  // -- functions

  seen_value read_all(const arguments& all) {
    for (const auto& x : all) read_whole(x);
    return {};
  }

  seen_value one_of(const arguments& all) {
    seen_value found;
    for (const auto& x : all) {
      read_presence(x);
      found.add(x);
    }
    return found;
  }

  /// The key that a literal names; nullopt: only a rendering knows it.
  static std::optional<std::string> key_of(const std::vector<template_operand>& operands, std::size_t i) {
    using kind = template_operand::kind;
    if (i >= operands.size() || !operands[i].fields.empty()) return std::nullopt;
    const bool is_index = operands[i].what == kind::number && !operands[i].name.empty()
                          && operands[i].name.find_first_not_of("0123456789") == std::string::npos;
    return operands[i].what == kind::text || is_index ? std::optional(operands[i].name) : std::nullopt;
  }

  /// @param operands of the function, without a piped value
  /// @param given their values, with a piped value last
  seen_value result_of(const std::string& function, const std::vector<template_operand>& operands,
                       const arguments& given) {
    if (base::contains(choices, function)) return one_of(given);
    if (base::contains(copies, function) && given.size() == 1) return given.front();
    if (base::contains(questions, function)) {
      for (const auto& x : given) read_presence(x);
      return {};
    }
    if (function == "index" || function == "get" || function == "hasKey") return element(function, operands, given);
    if (function == "dig") return dug(operands, given);
    if (function == "list" || function == "tuple" || function == "dict") return made(function, operands, given);
    if (function == "include" && given.size() == 2) {
      read_whole(given[0]);
      if (const auto name = key_of(operands, 0))
        call(*name, given[1]);
      else
        call_any(given[1]);
      return {};
    }
    // The object keeps its other members, and the new member was read.
    if ((function == "set" || function == "unset") && operands.size() == given.size() && !given.empty()) {
      read_all({given.begin() + 1, given.end()});
      return given.front();
    }
    return read_all(given);
  }

  /// `index VALUE KEY …`, `get VALUE KEY`, `hasKey VALUE KEY`.
  seen_value element(const std::string& function, const std::vector<template_operand>& operands,
                     const arguments& given) {
    if (given.empty() || operands.size() != given.size()) return read_all(given);
    auto value = given.front();
    for (std::size_t i = 1; i < given.size(); ++i) {
      const auto key = key_of(operands, i);
      if (!key) return read_all(given);
      value = part_of(value, *key);
    }
    if (function != "hasKey") return value;
    read_presence(value);
    return {};
  }

  /// `dig KEY … DEFAULT VALUE`.
  seen_value dug(const std::vector<template_operand>& operands, const arguments& given) {
    if (given.size() < 3) return read_all(given);
    auto value = given.back();
    for (std::size_t i = 0; i + 2 < given.size(); ++i) {
      const auto key = key_of(operands, i);
      if (!key) return read_all(given);
      value = part_of(value, *key);
    }
    return one_of({value, given[given.size() - 2]});
  }

  seen_value made(const std::string& function, const std::vector<template_operand>& operands, const arguments& given) {
    auto value = members_of(function, operands, given);
    return value.weight() > weight_max ? read_all(given) : value;
  }

  seen_value members_of(const std::string& function, const std::vector<template_operand>& operands,
                        const arguments& given) {
    seen_value value;
    if (function != "dict") {
      for (std::size_t i = 0; i < given.size(); ++i) value.members[std::to_string(i)] = given[i];
      return value;
    }
    for (std::size_t i = 0; i + 1 < given.size(); i += 2) {
      const auto key = key_of(operands, i);
      if (!key) return read_all(given);
      value.members[*key].add(given[i + 1]);
    }
    return value;
  }

  values_read read_;
  bool is_complete_;
  std::vector<std::unique_ptr<const nodes>> trees_;
  std::vector<const nodes*> rendered_;
  std::map<std::string, std::vector<const nodes*>> definitions_;
  std::set<std::pair<std::string, seen_value>> contexts_;
  std::size_t work_ = 0;
  unsigned depth_ = 0;
  bool is_in_digest_ = false; ///< the command that is read ends in a digest
};

} // namespace

values_read values_read_by(const template_texts& x) {
  return reader(x).take();
}

bool may_read(const values_read& x, const text::json_pointer& place) {
  return x.any || x.whole.contains({}) || is_covered(x.whole, place) || is_reached(x.whole, place)
         || is_reached(x.presence, place);
}

bool names(const values_read& x, const text::json_pointer& place) {
  return is_covered(x.whole, place) || is_reached(x.whole, place) || is_reached(x.presence, place);
}

} // namespace core::releases
