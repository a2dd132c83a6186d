#include "kube/api/transport.hpp"

namespace kube::api {

transport::~transport() = default;

} // namespace kube::api
