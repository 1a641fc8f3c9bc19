#include "functional/rasterization/coverage_store.h"

#include <catch2/catch.hpp>

using namespace texpipe::functional;

TEST_CASE("slots are handed out lowest free first and come back", "[rasterization]") {
  CoverageStore store{2};
  CHECK(store.insert({.x = 10}) == 0u);
  CHECK(store.insert({.x = 20}) == 1u);
  CHECK_FALSE(store.insert({.x = 30}).has_value());
  CHECK(store.occupancy() == 2);
  store.release(0);
  CHECK(store.occupancy() == 1);
  CHECK(store.find(0) == nullptr);
  CHECK(store.insert({.x = 40}) == 0u);
  CHECK(store.find(0)->x == 40);
  CHECK(store.find(1)->x == 20);
}

TEST_CASE("releasing a slot that is free or does not exist changes nothing", "[rasterization]") {
  CoverageStore store{1};
  store.release(0);
  store.release(7);
  CHECK(store.occupancy() == 0);
  CHECK(store.find(7) == nullptr);
  CHECK(store.insert({}) == 0u);
}
