// As src/pch/actors.hpp, for tests.
#pragma once

#include "pch/actors.hpp"

#include <doctest/doctest.h>
