// Tables of commands against the document's list of bits, and their fields as text.
#include "isa/gen9/commands/command_text.h"
#include "isa/gen9/commands/command_size.h"

#include <catch2/catch.hpp>
#include <fstream>
#include <map>
#include <random>
#include <set>
#include <sstream>

#include "base/diagnostic.h"
#include "isa/gen9/commands/commands.h"

using namespace texpipe;
using namespace texpipe::gen9;

namespace {

std::vector<const CommandLayout*> all_layouts() {
  std::vector<const CommandLayout*> all;
  for (const auto group : {all_commands(), all_state_structures(), all_registers()})
    all.insert(all.end(), group.begin(), group.end());
  return all;
}

/// A row of the list: where a field lies, how often, and its type.
struct ListedField {
  unsigned dword = 0, low = 0, high = 0;
  unsigned repeats = 1, stride = 0;  // repeats 0: to the end
  std::string type, preset;
};

/// `Buffer[*4+64]`: name, repeats and stride.
std::string without_repeats(const std::string& name, ListedField& field) {
  const std::size_t bracket = name.find("[*");
  if (bracket == std::string::npos) return name;
  const std::size_t plus = name.find('+', bracket);
  field.repeats = static_cast<unsigned>(std::stoul(name.substr(bracket + 2)));
  field.stride = static_cast<unsigned>(std::stoul(name.substr(plus + 1)));
  return name.substr(0, bracket);
}

using ListedPacket = std::multimap<std::string, ListedField>;

std::map<std::string, ListedPacket> listed_packets() {
  std::ifstream file{TEXPIPE_TEST_DATA "/gen9/gen9-3d-state.csv"};
  REQUIRE(file);
  std::map<std::string, ListedPacket> packets;
  std::string line;
  std::getline(file, line);
  while (std::getline(file, line)) {
    std::istringstream cells{line};
    std::vector<std::string> row(7);
    for (std::string& cell : row) {
      if (cells.peek() == '"') {
        cells.get();
        std::getline(cells, cell, '"');
        cells.get();
      } else {
        std::getline(cells, cell, ',');
      }
    }
    ListedField field{.type = row[5], .preset = row[6]};
    field.dword = static_cast<unsigned>(std::stoul(row[2]));
    field.low = static_cast<unsigned>(std::stoul(row[3]));
    field.high = static_cast<unsigned>(std::stoul(row[4]));
    const std::string name = without_repeats(row[1], field);
    packets[row[0]].emplace(name, field);
  }
  return packets;
}

/// Bits that tell which command it is, and how long.
bool is_opcode(const std::string& name, const ListedField& field) {
  return field.dword == 0 && (!field.preset.empty() || name == "DWord Length") &&
         (name.find("Opcode") != std::string::npos || name.find("SubType") != std::string::npos ||
          name == "Command Type" || name == "DWord Length" || name == "Pipeline" || name == "SubOpcode");
}

bool same_kind(const std::string& type, const CommandField& f) {
  switch (f.kind) {
    case FieldKind::kBoolean:
      return type == "bool";
    case FieldKind::kSigned:
      return type == "int";
    case FieldKind::kAddress:
      return type == "address";
    case FieldKind::kOffset:
      return type == "offset";
    case FieldKind::kFloat:
      return type == "float";
    case FieldKind::kUnsignedFixed:
    case FieldKind::kSignedFixed:
      return type[0] == (f.kind == FieldKind::kSignedFixed ? 's' : 'u') &&
             type.substr(type.find('.') + 1) == std::to_string(f.fraction_bits);
    case FieldKind::kStructure:
      return type == f.structure->name;
    default:
      return type == "uint" || f.values != nullptr;
  }
}

/// Words of random bits that keep a command's opcode and length.
std::vector<std::uint32_t> random_words(const CommandLayout& layout, unsigned dwords, std::mt19937& random) {
  std::vector<std::uint32_t> words(dwords, 0);
  for (std::uint32_t& word : words) word = static_cast<std::uint32_t>(random());
  if (layout.opcode.mask == 0) return words;
  const std::vector<std::uint32_t> blank = blank_words(layout, dwords);
  const std::uint32_t fixed = layout.opcode.mask | (command_length(blank[0]) == 1 ? 0u : 0xFFu);
  words[0] = (words[0] & ~fixed) | (blank[0] & fixed);
  if (command_length(words[0]) != dwords) words[0] = blank[0];
  return words;
}

std::string problem(const CommandLayout& layout, const std::string& name, const std::string& value) {
  std::vector<std::uint32_t> words = blank_words(layout, usual_dwords(layout));
  try {
    assign_field(layout, words, {name, value});
  } catch (const Error& error) {
    CHECK(error.code() == ExitCode::kMalformedInput);
    return error.diagnostics().front().text();
  }
  return "";
}

}  // namespace

TEST_CASE("every field of the document's list of bits stands in its command's table, and no other", "[commands]") {
  const auto packets = listed_packets();
  unsigned compared = 0;
  for (const CommandLayout* layout : all_layouts()) {
    const auto found = packets.find(std::string{layout->name});
    if (found == packets.end()) continue;
    INFO(layout->name);
    ListedPacket left = found->second;
    std::uint32_t mask = 0, value = 0;
    std::erase_if(left, [&](const auto& row) {
      const auto& [name, f] = row;
      if (!is_opcode(name, f)) return false;
      if (name == "DWord Length") return true;
      const std::uint32_t bits = ((2u << (f.high - f.low)) - 1) << f.low;
      mask |= bits;
      value |= static_cast<std::uint32_t>(std::stoul(f.preset)) << f.low & bits;
      return true;
    });
    CHECK(layout->opcode.mask == mask);
    CHECK(layout->opcode.value == value);
    for (const CommandField& f : layout->fields) {
      INFO(f.name);
      const auto [first, last] = left.equal_range(std::string{f.name});
      const auto same = std::find_if(first, last, [&](const auto& row) {
        const ListedField& listed = row.second;
        return listed.dword == f.dword && listed.low == f.low && listed.high == f.high &&
               listed.repeats == (f.repeats == kToTheEnd ? 0u : f.repeats) && listed.stride == f.stride;
      });
      REQUIRE(same != last);
      CHECK(same_kind(same->second.type, f));
      left.erase(same);
      ++compared;
    }
    for (const auto& [name, f] : left) FAIL_CHECK("not in the table: " << name);
  }
  CHECK(compared == 793);
}

TEST_CASE("the keys of a command's fields are different", "[commands]") {
  for (const CommandLayout* layout : all_layouts()) {
    INFO(layout->name);
    std::set<std::string> keys;
    const std::vector<std::uint32_t> words(usual_dwords(*layout) + 8);
    for (const FieldValue& field : field_values(*layout, words)) {
      INFO(field.key);
      CHECK(keys.insert(field.key).second);
    }
  }
}

TEST_CASE("any words come back from the text of their fields and the bits of none", "[commands]") {
  std::mt19937 random{38};
  for (const CommandLayout* layout : all_layouts()) {
    INFO(layout->name);
    for (unsigned round = 0; round < 40; ++round) {
      const bool longer = layout->opcode.mask == 0 || usual_dwords(*layout) > 1;
      const unsigned dwords = usual_dwords(*layout) + (longer ? static_cast<unsigned>(random() % 9) : 0);
      const std::vector<std::uint32_t> words = random_words(*layout, dwords, random);
      std::vector<std::uint32_t> made = blank_words(*layout, dwords);
      for (const FieldValue& field : field_values(*layout, words)) {
        INFO(field.key << " = " << field.value);
        REQUIRE_NOTHROW(assign_field(*layout, made, {field.key, field.value}));
      }
      const std::vector<std::uint32_t> reserved = reserved_bits(*layout, words);
      for (std::size_t i = 0; i < made.size(); ++i) made[i] |= reserved[i];
      CHECK(made == words);
    }
  }
}

TEST_CASE("a command has its usual length where nobody says another", "[commands]") {
  const auto packets = listed_packets();
  for (const CommandLayout* layout : all_commands()) {
    INFO(layout->name);
    const auto found = packets.find(std::string{layout->name});
    if (found == packets.end()) continue;
    const auto length = found->second.find("DWord Length");
    const std::set<std::string_view> by_fields{"3DSTATE_VERTEX_BUFFERS", "3DSTATE_VERTEX_ELEMENTS"};
    if (length == found->second.end() || length->second.preset.empty() || by_fields.contains(layout->name)) continue;
    if (layout->name == "MI_MATH") continue;
    CHECK(usual_dwords(*layout) == std::stoul(length->second.preset) + 2);
    CHECK(command_length(blank_words(*layout, usual_dwords(*layout))[0]) == usual_dwords(*layout));
  }
}

TEST_CASE("fields that repeat to the end make a command as long as they need", "[commands]") {
  const CommandLayout& buffers = *find_layout("3DSTATE_VERTEX_BUFFERS");
  std::vector<std::uint32_t> words = blank_words(buffers, usual_dwords(buffers));
  assign_field(buffers, words, {"vertex_buffer_state[1].buffer_pitch", "32"});
  CHECK(words.size() == 9);
  CHECK(command_length(words[0]) == 9);
  CHECK((words[5] & 0xFFF) == 32);
  // No command is longer than its length field can say.
  CHECK_THROWS_AS(assign_field(buffers, words, {"vertex_buffer_state[100].buffer_pitch", "32"}), Error);
}

TEST_CASE("a name that a command does not have and a value that does not fit are refused by name", "[commands]") {
  CHECK(problem(*find_layout("3DSTATE_CLIP"), "clip_enabel", "true") ==
        "3DSTATE_CLIP has no field \"clip_enabel\"; did you mean clip_enable?");
  CHECK(problem(*find_layout("3DSTATE_CLIP"), "clip_mode", "CLIPMODE_NORMALL") ==
        "3DSTATE_CLIP: Clip Mode (DW2 15:13) cannot hold \"CLIPMODE_NORMALL\"; did you mean CLIPMODE_NORMAL?");
  CHECK(problem(*find_layout("3DSTATE_CLIP"), "clip_mode", "8") ==
        "3DSTATE_CLIP: Clip Mode (DW2 15:13) cannot hold \"8\"; expected 0 to 7");
  CHECK(problem(*find_layout("3DSTATE_CLIP"), "clip_enable", "2") ==
        "3DSTATE_CLIP: Clip Enable (DW2 31) cannot hold \"2\"; expected true or false");
  CHECK(problem(*find_layout("3DSTATE_SF"), "line_width", "0.3") ==
        "3DSTATE_SF: Line Width (DW1 29:12) cannot hold \"0.3\"; expected a multiple of 1/128 from 0 to 2047.9921875");
  CHECK(problem(*find_layout("3DSTATE_BINDING_TABLE_POINTERS_PS"), "pointer_to_ps_binding_table", "0x21") ==
        "3DSTATE_BINDING_TABLE_POINTERS_PS: Pointer to PS Binding Table (DW1 15:5) cannot hold \"0x21\"; expected 0 to "
        "0xffe0 in steps of 32");
  CHECK(problem(*find_layout("CC_VIEWPORT"), "minimum_depth", "zero") ==
        "CC_VIEWPORT: Minimum Depth (DW0 31:0) cannot hold \"zero\"; expected a number");
}
