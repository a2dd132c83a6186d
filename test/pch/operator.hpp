// As src/pch/actors.hpp, for tests of the whole operator: its fixture takes more of their time than what they say.
#pragma once

#include "pch/actors.hpp"
#include "support/operator_fixture.hpp"

#include <doctest/doctest.h>
