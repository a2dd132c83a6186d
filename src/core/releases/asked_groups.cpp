#include "core/releases/asked_groups.hpp"

#include <optional>

namespace core::releases {

namespace {

using namespace std::string_view_literals;

constexpr auto blanks = " \t\r\n";

/// The string literal at the beginning of an argument; nullopt: the argument is not a literal.
std::optional<std::string_view> literal_at(std::string_view text) {
  const auto begin = text.find_first_not_of(blanks);
  if (begin == text.npos || (text[begin] != '"' && text[begin] != '`')) return std::nullopt;
  const auto end = text.find(text[begin], begin + 1);
  if (end == text.npos) return std::nullopt;
  const auto literal = text.substr(begin + 1, end - begin - 1);
  // An escape may stand for any letter.
  if (literal.find('\\') != literal.npos) return std::nullopt;
  return literal;
}

/// Adds the groups that the text after the word `Capabilities` asks for.
void add_question(std::string_view behind, asked_groups& x) {
  if (behind.starts_with(".KubeVersion"sv) || behind.starts_with(".HelmVersion"sv)) return;
  constexpr auto has = ".APIVersions.Has"sv;
  const auto asked = behind.starts_with(has) ? literal_at(behind.substr(has.size())) : std::nullopt;
  if (!asked) {
    x.any = true;
    return;
  }
  // `v1` and `v1/ConfigMap` belong to the core group.
  const auto group = asked->substr(0, asked->find('/'));
  if (group != "v1"sv) x.names.emplace(group);
}

} // namespace

asked_groups& asked_groups::operator|=(const asked_groups& x) {
  any = any || x.any;
  names.insert(x.names.begin(), x.names.end());
  return *this;
}

asked_groups groups_asked_in(std::string_view text) {
  asked_groups asked;
  const auto first = text.find("{{");
  if (first == text.npos) return asked;
  constexpr auto word = "Capabilities"sv;
  for (auto at = text.find(word, first); at != text.npos; at = text.find(word, at + word.size()))
    add_question(text.substr(at + word.size()), asked);
  return asked;
}

} // namespace core::releases
