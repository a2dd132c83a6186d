#pragma once

#include "base/error.hpp"

#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

/// A word of an action in a template.
struct template_token {
  enum class kind { word, variable, field, dot, text, number, symbol };

  kind what = kind::word;
  std::string content{};
  bool is_attached = false; ///< no blank before it: `.b` of `.a.b`
};

/// The words of each action of a template, without comments and without text outside of actions. Errors
/// (`invalid_input`): an action or a text in it does not end, or has a character that no template has there.
[[nodiscard]] base::result<std::vector<std::vector<template_token>>> template_actions(std::string_view text);

} // namespace core::releases
