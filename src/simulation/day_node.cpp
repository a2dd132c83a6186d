#include "simulation/day_node.hpp"

namespace simulation {

namespace {

using text::json;

const char* name_of(json::kind x) {
  switch (x) {
    case json::kind::null: return "nothing";
    case json::kind::boolean: return "a boolean";
    case json::kind::number: return "a number";
    case json::kind::string: return "a text";
    case json::kind::array: return "a list";
    case json::kind::object: return "a mapping";
  }
  return "";
}

} // namespace

void day_node::fail_type(const std::string& expected) const {
  std::string hint;
  if (expected == "a text" && value_->is_bool())
    hint = ": y, yes, on, true and their opposites are booleans in YAML, so put it in quotes";
  if (expected == "a text" && value_->is_number()) hint = ": put it in quotes";
  fail("expected " + expected + ", got " + name_of(value_->type()) + hint);
}

} // namespace simulation
