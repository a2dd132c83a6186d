#pragma once

#include "base/error.hpp"

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace core::releases {

struct template_pipeline;

/// An operand of a command in a template, with the fields that follow it: `.Values.web`, `$x.name`, `"text"`,
/// `default`, `(dict).name`.
struct template_operand {
  enum class kind { dot, variable, function, text, number, group };

  kind what = kind::dot;
  std::string name{};                               ///< of the variable or function; of a literal its content
  std::vector<std::string> fields{};                ///< `.Values.web`: Values, web
  std::shared_ptr<const template_pipeline> group{}; ///< in parentheses; else null
};

/// A pipeline of a template: `$x := .Values.web | default dict`.
struct template_pipeline {
  std::vector<std::string> variables{};                  ///< that get the value
  bool is_declaration = false;                           ///< the variables are new: `:=`
  std::vector<std::vector<template_operand>> commands{}; ///< the value of each is the last argument of the next
};

/// An action of a template, with the actions inside of it. Text outside of actions is left out.
struct template_node {
  enum class kind { output, if_true, with, range, call, define };

  kind what = kind::output;
  std::string name{}; ///< of a template that is called or defined
  template_pipeline pipeline{};
  std::vector<template_node> body{};
  std::vector<template_node> otherwise{}; ///< behind `else`
};

/// Parses the actions of a template of Helm (https://pkg.go.dev/text/template). `block` is a definition and a
/// call. Errors (`invalid_input`): the text is no template, or has an action that is not known here.
[[nodiscard]] base::result<std::vector<template_node>> parse_template(std::string_view text);

} // namespace core::releases
