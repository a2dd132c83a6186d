// As standard.hpp, for those who talk to actors: CAF takes most of the time of their files.
#pragma once

#include "actors/interfaces.hpp"
#include "pch/standard.hpp"
