#include "kube/transport.hpp"

namespace kube {

transport::~transport() = default;

} // namespace kube
