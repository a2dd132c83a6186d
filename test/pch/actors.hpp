// As src/pch/actors.hpp, for tests of single actors.
#pragma once

#include "pch/actors.hpp"
#include "support/actor_fixture.hpp"
#include "support/api_world.hpp"

#include <doctest/doctest.h>
