#include "parameters/names/path_pattern.h"

#include <catch2/catch.hpp>

using texpipe::study::chooses;

TEST_CASE("a pattern chooses a path as a whole or by its first or last names", "[record]") {
  CHECK(chooses("slice.l3.reads", "slice.l3.reads"));
  CHECK(chooses("slice.l3", "slice.l3.reads"));
  CHECK(chooses("reads", "slice.l3.reads"));
  CHECK(chooses("l3.reads", "slice.l3.reads"));
  CHECK_FALSE(chooses("l3", "slice.l3.reads"));
  CHECK_FALSE(chooses("slice.l", "slice.l3.reads"));
  CHECK_FALSE(chooses("ads", "slice.l3.reads"));
  CHECK_FALSE(chooses("", "slice.l3.reads"));
}

TEST_CASE("stars and question marks of a pattern stand for text", "[record]") {
  CHECK(chooses("*", "slice.l3.reads"));
  CHECK(chooses("slice.*.reads", "slice.subslice[0].l3.reads"));
  CHECK(chooses("slice.subslice[*].sampler", "slice.subslice[12].sampler.l1.hits"));
  CHECK(chooses("slice.subslice[?].sampler", "slice.subslice[1].sampler.l1.hits"));
  CHECK_FALSE(chooses("slice.subslice[?].sampler", "slice.subslice[12].sampler.l1.hits"));
  CHECK_FALSE(chooses("*.writes", "slice.l3.reads"));
  CHECK(chooses("a*b*c", "aXbYbZc"));
  CHECK_FALSE(chooses("a*b*c", "aXbYbZ"));
}

TEST_CASE("a pattern may give the only one of its kind an index", "[record]") {
  CHECK(chooses("slice[0].l3", "slice.l3.reads"));
  CHECK(chooses("slice[*].subslice[*].sampler[*].l1.hits", "slice.subslice[2].sampler.l1.hits"));
  CHECK(chooses("slice[*]", "slice.l3.reads"));
  CHECK_FALSE(chooses("slice[1].l3", "slice.l3.reads"));
}
