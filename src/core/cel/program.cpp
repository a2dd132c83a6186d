#include "core/cel/program.hpp"

#include "core/cel/parser.hpp"

#include <algorithm>
#include <utility>

namespace core::cel {

base::result<program> program::compile(std::string_view source, const declarations& known) {
  if (source.size() > source_max)
    return base::fail(base::error_code::invalid_input, "the expression is longer than 64 KiB");
  auto parsed = parse(source);
  if (!parsed) return tl::unexpected(std::move(parsed.error()));
  auto used = resolve_names(**parsed, source, known);
  if (!used) return tl::unexpected(std::move(used.error()));
  return program(std::shared_ptr<const expression>(std::move(*parsed)), source, std::move(*used));
}

value program::evaluate(std::span<const value> variables, budget& steps, const settings& how) const {
  static const base::time_zone_source no_zones = base::only_utc;
  return evaluation(variables, {steps, how.zones ? *how.zones : no_zones}, how.numbers).run(*root_);
}

bool program::uses(std::size_t variable) const noexcept {
  return std::binary_search(used_.begin(), used_.end(), variable);
}

} // namespace core::cel
