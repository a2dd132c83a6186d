// As src/pch/actors.hpp, for tests of the whole operator: to compile its fixture takes most of their time.
#pragma once

#include "pch/actors.hpp"
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>
