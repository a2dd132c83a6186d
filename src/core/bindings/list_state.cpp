#include "core/bindings/list_state.hpp"

namespace core::bindings {

list_state joined(const list_state& a, const list_state& b) {
  if (is_refused(a) || is_known(b)) return a;
  if (is_refused(b) || is_known(a)) return b;
  return lists::listing{};
}

} // namespace core::bindings
