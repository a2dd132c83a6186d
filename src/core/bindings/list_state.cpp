#include "core/bindings/list_state.hpp"

namespace core {

list_state joined(const list_state& a, const list_state& b) {
  if (refusal(a) != nullptr || is_known(b)) return a;
  if (refusal(b) != nullptr || is_known(a)) return b;
  return lists::listing{};
}

} // namespace core
