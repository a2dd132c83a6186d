#include "core/releases/template_tree.hpp"

#include "core/releases/template_tokens.hpp"

#include <cstddef>
#include <utility>

namespace core::releases {

namespace {

using tokens = std::vector<template_token>;
using nodes = std::vector<template_node>;
using token_kind = template_token::kind;

/// The maximal depth of parentheses and of actions inside actions; real templates have a few.
constexpr unsigned depth_max = 100;

auto unknown(std::string what) {
  return base::fail(base::error_code::invalid_input, "a template has " + std::move(what));
}

/// Reads the pipeline of an action.
class pipeline_reader {
public:
  /// @param at the first word of the pipeline
  pipeline_reader(const tokens& action, std::size_t at) : action_(action), at_(at) {}

  [[nodiscard]] bool at_end() const noexcept { return at_ >= action_.size(); }

  base::result<template_pipeline> read(unsigned depth = 0) {
    if (depth > depth_max) return unknown("too many parentheses");
    template_pipeline x;
    read_variables(x);
    x.commands.emplace_back();
    while (!at_end() && !is_symbol(")")) {
      if (take("|")) {
        x.commands.emplace_back();
        continue;
      }
      auto operand = read_operand(depth);
      if (!operand) return tl::unexpected(operand.error());
      x.commands.back().push_back(std::move(*operand));
    }
    for (const auto& command : x.commands)
      if (command.empty()) return unknown("an empty command");
    return x;
  }

private:
  [[nodiscard]] bool is_symbol(std::string_view content) const {
    return !at_end() && action_[at_].what == token_kind::symbol && action_[at_].content == content;
  }
  bool take(std::string_view symbol) {
    const bool is_there = is_symbol(symbol);
    if (is_there) ++at_;
    return is_there;
  }

  /// `$x :=`, `$x =`, `$k, $v :=`; else the words are left for the first command.
  void read_variables(template_pipeline& to) {
    const auto begin = at_;
    std::vector<std::string> names;
    while (!at_end() && action_[at_].what == token_kind::variable) {
      names.push_back(action_[at_++].content);
      if (!take(",")) break;
    }
    to.is_declaration = is_symbol(":=");
    if (!names.empty() && (take(":=") || take("=")))
      to.variables = std::move(names);
    else
      at_ = begin;
  }

  base::result<template_operand> read_operand(unsigned depth) {
    template_operand x;
    const auto& token = action_[at_++];
    x.name = token.content;
    switch (token.what) {
      case token_kind::dot: x.what = template_operand::kind::dot; break;
      case token_kind::field:
        x.what = template_operand::kind::dot;
        x.fields.push_back(token.content);
        break;
      case token_kind::variable: x.what = template_operand::kind::variable; break;
      case token_kind::word: x.what = template_operand::kind::function; break;
      case token_kind::text: x.what = template_operand::kind::text; break;
      case token_kind::number: x.what = template_operand::kind::number; break;
      case token_kind::symbol: {
        if (token.content != "(") return unknown("'" + token.content + "' at an unknown place");
        auto group = read(depth + 1);
        if (!group) return tl::unexpected(group.error());
        if (!take(")")) return unknown("parentheses without an end");
        x.what = template_operand::kind::group;
        x.group = std::make_shared<const template_pipeline>(std::move(*group));
        break;
      }
    }
    while (!at_end() && action_[at_].what == token_kind::field && action_[at_].is_attached)
      x.fields.push_back(action_[at_++].content);
    return x;
  }

  const tokens& action_;
  std::size_t at_;
};

/// Reads the actions of a template with the actions inside of them.
class tree_reader {
public:
  explicit tree_reader(const std::vector<tokens>& actions) : actions_(actions) {}

  base::result<nodes> read() {
    auto found = read_list(0);
    if (found && at_ < actions_.size()) return unknown("an `end` or `else` without a beginning");
    return found;
  }

private:
  [[nodiscard]] std::string_view first_word() const {
    const auto& first = actions_[at_].front();
    return first.what == token_kind::word ? std::string_view(first.content) : std::string_view();
  }

  /// The actions until `end` or `else`, which are left.
  base::result<nodes> read_list(unsigned depth) {
    if (depth > depth_max) return unknown("too many actions inside actions");
    nodes found;
    while (at_ < actions_.size() && first_word() != "end" && first_word() != "else") {
      if (first_word() == "break" || first_word() == "continue") {
        ++at_;
        continue;
      }
      auto node = read_node(depth, 0);
      if (!node) return tl::unexpected(node.error());
      if (node->what == template_node::kind::define && !node->pipeline.commands.empty())
        found.push_back({.what = template_node::kind::call, .name = node->name, .pipeline = node->pipeline});
      found.push_back(std::move(*node));
    }
    return found;
  }

  /// @param at the first word of the action that counts: 1 behind `else`
  base::result<template_node> read_node(unsigned depth, std::size_t at) {
    const auto& action = actions_[at_++];
    const auto word = action[at].what == token_kind::word ? action[at].content : std::string();
    template_node x;
    if (word == "if") x.what = template_node::kind::if_true;
    if (word == "with") x.what = template_node::kind::with;
    if (word == "range") x.what = template_node::kind::range;
    const bool has_name = word == "define" || word == "block" || word == "template";
    if (word == "template") x.what = template_node::kind::call;
    if (word == "define" || word == "block") x.what = template_node::kind::define;
    if (x.what != template_node::kind::output) ++at;
    if (has_name) {
      if (at >= action.size() || action[at].what != token_kind::text) return unknown("a template without a name");
      x.name = action[at++].content;
    }
    pipeline_reader reader(action, at);
    if (!has_name || !reader.at_end()) {
      auto pipeline = reader.read();
      if (!pipeline) return tl::unexpected(pipeline.error());
      if (!reader.at_end()) return unknown("a word at an unknown place");
      x.pipeline = std::move(*pipeline);
    }
    if (x.what == template_node::kind::output || x.what == template_node::kind::call) return x;
    return read_body(std::move(x), depth);
  }

  base::result<template_node> read_body(template_node x, unsigned depth) {
    auto body = read_list(depth + 1);
    if (!body) return tl::unexpected(body.error());
    x.body = std::move(*body);
    if (at_ >= actions_.size()) return unknown("an action without an end");
    if (first_word() == "end") {
      ++at_;
      return x;
    }
    if (actions_[at_].size() > 1) { // `else if` has no `end` of its own
      auto branch = read_node(depth + 1, 1);
      if (!branch) return branch;
      if (branch->what == template_node::kind::output) return unknown("an unknown word behind `else`");
      x.otherwise.push_back(std::move(*branch));
      return x;
    }
    ++at_;
    auto otherwise = read_list(depth + 1);
    if (!otherwise) return tl::unexpected(otherwise.error());
    x.otherwise = std::move(*otherwise);
    if (at_ >= actions_.size() || first_word() != "end") return unknown("an action without an end");
    ++at_;
    return x;
  }

  const std::vector<tokens>& actions_;
  std::size_t at_ = 0;
};

} // namespace

base::result<std::vector<template_node>> parse_template(std::string_view text) {
  const auto actions = template_actions(text);
  if (!actions) return tl::unexpected(actions.error());
  return tree_reader(*actions).read();
}

} // namespace core::releases
