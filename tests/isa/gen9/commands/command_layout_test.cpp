#include "isa/gen9/commands/command_layout.h"

#include <array>
#include <catch2/catch.hpp>
#include <string>

#include "isa/gen9/commands/commands.h"

using namespace texpipe::gen9;

TEST_CASE("every command, structure and register is found by its name, every command by its first word", "[commands]") {
  for (const auto tables : {all_commands(), all_state_structures(), all_registers()}) {
    REQUIRE_FALSE(tables.empty());
    for (const CommandLayout* layout : tables) {
      INFO(layout->name);
      if (layout->opcode.mask != 0) CHECK(find_command(layout->opcode.value) == layout);
      for (const CommandField& field : layout->fields) {
        INFO(field.name);
        CHECK(field.low <= field.high);
      }
    }
  }
  for (const CommandLayout* layout : all_commands()) {
    INFO(layout->name);
    CHECK(find_layout(layout->name) == layout);
    CHECK(&layout_of(layout->id) == layout);
  }
}

TEST_CASE("a field is read as it was written and leaves its neighbours alone", "[commands]") {
  for (const CommandLayout* layout : all_commands()) {
    for (const CommandField& field : layout->fields) {
      const unsigned bits = field.high - field.low + 1u;
      if (field.kind == FieldKind::kStructure || field.repeats != 1 || bits > 64) continue;
      INFO(layout->name << ", " << field.name);
      const FieldBits place = place_of(*layout, field);
      std::array<std::uint32_t, 80> words{};
      write_field(words, place, ~std::uint64_t{0});
      std::uint64_t set = 0;
      for (const std::uint32_t word : words) set += static_cast<unsigned>(__builtin_popcount(word));
      CHECK(set == bits);
      const std::uint64_t ones = read_field(words, place);
      write_field(words, place, 0);
      CHECK(words == std::array<std::uint32_t, 80>{});
      CHECK(ones != 0);
    }
  }
}

TEST_CASE("words beyond the end of a command read 0 and are not written", "[commands]") {
  const CommandLayout& layout = layout_of(find_layout("3DPRIMITIVE")->id);
  FieldBits place = place_of(layout, layout.fields.front());
  place.dword = 7;
  std::array<std::uint32_t, 2> words{};
  write_field(words, place, ~std::uint64_t{0});
  CHECK(words == std::array<std::uint32_t, 2>{});
  CHECK(read_field(words, place) == 0);
}
