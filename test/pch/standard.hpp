// As src/pch/standard.hpp, for tests.
#pragma once

#include "pch/standard.hpp"

#include <doctest/doctest.h>
