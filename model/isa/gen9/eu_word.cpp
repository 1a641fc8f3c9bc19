#include "isa/gen9/eu_word.h"

#include <algorithm>
#include <span>

#include "isa/gen9/eu_operand.h"

namespace texpipe::gen9 {

namespace {

// specification/eu 5. The bits of a row go to the places that the piece below it names.
constexpr std::array<std::uint32_t, 32> kControl{0x2,    0x4000, 0x4001,  0x4002,  0x4003,  0x4004,  0x4005,  0x4007,
                                                 0x4008, 0x4009, 0x400d,  0x6000,  0x6001,  0x6002,  0x6003,  0x6004,
                                                 0x6005, 0x6007, 0x6009,  0x600d,  0x6010,  0x6100,  0x8000,  0x8002,
                                                 0x8004, 0x8100, 0x16000, 0x16010, 0x18000, 0x18100, 0x28000, 0x28100};
constexpr std::array<std::uint32_t, 32> kDataType{
    0x40001, 0x40040, 0x40041, 0x400c1, 0x4015d, 0x405dd, 0x40741, 0x40745, 0x4075d, 0x41041, 0x43040,
    0x43041, 0x45145, 0x47144, 0x47145, 0x5c75d, 0x5d71d, 0x5d75c, 0x5d75d, 0x5f75c, 0x40c,   0x4005d,
    0x40145, 0x41040, 0x45144, 0x47104, 0x49209, 0x5775d, 0x5f75d, 0x4f34c, 0x49248, 0x4b248};
constexpr std::array<std::uint32_t, 32> kSubregister{0x0,    0x1,    0x8,    0xf,    0x10,   0x80,   0x100,  0x180,
                                                     0x200,  0x210,  0x280,  0x1000, 0x1001, 0x1081, 0x1082, 0x1083,
                                                     0x1084, 0x1087, 0x1088, 0x108e, 0x108f, 0x1180, 0x11e8, 0x2000,
                                                     0x2180, 0x3000, 0x3c87, 0x4000, 0x5000, 0x6000, 0x7000, 0x701c};
constexpr std::array<std::uint64_t, 4> kThreeSourceControl{0x806001, 0x6001, 0x8001, 0x8021};
constexpr std::array<std::uint64_t, 4> kThreeSourceSources{0x7272720f000, 0x7272720f002, 0x7272720f008, 0x7272720f020};

/// Bits of a table's row, or of the compacted word, and where they stand in the native word.
struct Piece {
  std::uint8_t low;
  std::uint8_t width;
  std::uint8_t native;
};

constexpr Piece kControlPieces[] = {{16, 3, 31}, {4, 12, 12}, {2, 2, 9}, {1, 1, 34}, {0, 1, 8}};
constexpr Piece kDataTypePieces[] = {{18, 3, 61}, {12, 6, 89}, {0, 12, 35}};
constexpr Piece kSubregisterPieces[] = {{10, 5, 96}, {5, 5, 64}, {0, 5, 48}};
constexpr Piece kSource0Pieces[] = {{0, 12, 77}};
constexpr Piece kSource1Pieces[] = {{0, 12, 109}};
constexpr Piece kThreeSourceControlPieces[] = {{24, 2, 35}, {21, 3, 32}, {0, 21, 8}};
constexpr Piece kThreeSourceSourcesPieces[] = {{47, 2, 125}, {45, 2, 104}, {44, 1, 84}, {43, 1, 83},
                                               {35, 8, 107}, {27, 8, 86},  {19, 8, 65}, {0, 19, 37}};

/// Parts of a compacted word that stand in the native one as they are.
constexpr Piece kPlain[] = {{0, 7, 0}, {7, 1, 30}, {23, 1, 28}, {24, 4, 24}, {40, 8, 53}, {48, 8, 69}};
constexpr Piece kSource1Register[] = {{56, 8, 101}};
constexpr Piece kThreeSourcePlain[] = {{0, 7, 0},   {12, 7, 56},  {28, 1, 64}, {30, 1, 30}, {31, 1, 31},
                                       {32, 1, 85}, {33, 1, 106}, {34, 3, 73}, {37, 3, 94}, {40, 3, 115},
                                       {43, 7, 76}, {50, 7, 97},  {57, 7, 118}};

void put(EuWords& words, unsigned low, unsigned width, std::uint64_t value) {
  for (unsigned bit = 0; bit < width; ++bit) {
    const unsigned at = low + bit;
    words[at / 32] |= static_cast<std::uint32_t>(value >> bit & 1u) << at % 32;
  }
}

std::uint64_t take(const EuWords& words, unsigned low, unsigned width) {
  std::uint64_t value = 0;
  for (unsigned bit = 0; bit < width; ++bit) {
    const unsigned at = low + bit;
    value |= std::uint64_t{words[at / 32] >> at % 32 & 1u} << bit;
  }
  return value;
}

constexpr std::uint64_t part(std::uint64_t word, unsigned low, unsigned width) {
  return word >> low & ((std::uint64_t{1} << width) - 1);
}

void scatter(EuWords& words, std::span<const Piece> pieces, std::uint64_t value) {
  for (const Piece& piece : pieces) put(words, piece.native, piece.width, part(value, piece.low, piece.width));
}

std::uint64_t gather(const EuWords& words, std::span<const Piece> pieces) {
  std::uint64_t value = 0;
  for (const Piece& piece : pieces) value |= take(words, piece.native, piece.width) << piece.low;
  return value;
}

/// The source index table is the document's enumeration SrcIndex.
std::uint64_t source_row(std::uint64_t index) {
  return source_bits(static_cast<SrcIndex>(index));
}

bool is_immediate(const EuWords& words) {
  constexpr std::uint64_t kImmediate = static_cast<std::uint64_t>(RegFile::kImm);
  return take(words, 41, 2) == kImmediate || take(words, 89, 2) == kImmediate;
}

EuWords expand_plain(std::uint64_t compacted) {
  EuWords words{};
  scatter(words, kPlain, compacted);
  scatter(words, kControlPieces, kControl[part(compacted, 8, 5)]);
  scatter(words, kDataTypePieces, kDataType[part(compacted, 13, 5)]);
  const std::uint32_t subregisters = kSubregister[part(compacted, 18, 5)];
  scatter(words, kSource0Pieces, source_row(part(compacted, 30, 5)));
  if (is_immediate(words)) {
    // 13 bits, the upper five where the index of source 1 is, extended by their sign.
    const std::uint64_t bits = part(compacted, 35, 5) << 8 | part(compacted, 56, 8);
    put(words, 96, 32, bits | (bits >> 12 & 1u ? ~std::uint64_t{0x1fff} : 0));
    scatter(words, std::span{kSubregisterPieces}.subspan(1), subregisters);
  } else {
    scatter(words, kSubregisterPieces, subregisters);
    scatter(words, kSource1Pieces, source_row(part(compacted, 35, 5)));
    scatter(words, kSource1Register, compacted);
  }
  return words;
}

EuWords expand_three_source(std::uint64_t compacted) {
  EuWords words{};
  scatter(words, kThreeSourceControlPieces, kThreeSourceControl[part(compacted, 8, 2)]);
  scatter(words, kThreeSourceSourcesPieces, kThreeSourceSources[part(compacted, 10, 2)]);
  scatter(words, kThreeSourcePlain, compacted);
  return words;
}

template <class Table>
std::optional<std::uint64_t> index_in(const Table& table, std::uint64_t value) {
  const auto found = std::find(table.begin(), table.end(), value);
  if (found == table.end()) return std::nullopt;
  return static_cast<std::uint64_t>(found - table.begin());
}

std::optional<std::uint64_t> source_index(std::uint64_t bits) {
  for (std::uint64_t index = 0; index < 32; ++index) {
    if (source_row(index) == bits) return index;
  }
  return std::nullopt;
}

/// Beside an immediate the part of source 1 means nothing: the first row that has the others.
std::optional<std::uint64_t> subregister_index(const EuWords& words, bool immediate) {
  const std::uint32_t meant = immediate ? 0x3ff : 0x7fff;
  const std::uint64_t value = gather(words, kSubregisterPieces) & meant;
  for (std::uint64_t index = 0; index < kSubregister.size(); ++index) {
    if ((kSubregister[index] & meant) == value) return index;
  }
  return std::nullopt;
}

constexpr std::uint64_t kCompacted = std::uint64_t{1} << 29;

std::optional<std::uint64_t> compact_plain(const EuWords& words) {
  const bool immediate = is_immediate(words);
  const auto control = index_in(kControl, gather(words, kControlPieces));
  const auto types = index_in(kDataType, gather(words, kDataTypePieces));
  const auto subregisters = subregister_index(words, immediate);
  const auto source0 = source_index(gather(words, kSource0Pieces));
  if (!control || !types || !subregisters || !source0) return std::nullopt;
  std::uint64_t compacted =
      kCompacted | gather(words, kPlain) | *control << 8 | *types << 13 | *subregisters << 18 | *source0 << 30;
  if (immediate) {
    const std::uint64_t bits = take(words, 96, 13);
    compacted |= part(bits, 8, 5) << 35 | part(bits, 0, 8) << 56;
  } else {
    const auto source1 = source_index(gather(words, kSource1Pieces));
    if (!source1) return std::nullopt;
    compacted |= *source1 << 35 | gather(words, kSource1Register);
  }
  return compacted;
}

std::optional<std::uint64_t> compact_three_source(const EuWords& words) {
  const auto sources = index_in(kThreeSourceSources, gather(words, kThreeSourceSourcesPieces));
  const auto control = index_in(kThreeSourceControl, gather(words, kThreeSourceControlPieces));
  if (!sources || !control) return std::nullopt;
  return kCompacted | gather(words, kThreeSourcePlain) | *control << 8 | *sources << 10;
}

}  // namespace

EuWords expand(std::uint64_t compacted, bool three_source) {
  return three_source ? expand_three_source(compacted) : expand_plain(compacted);
}

std::optional<std::uint64_t> compact(const EuWords& native, bool three_source) {
  const auto compacted = three_source ? compact_three_source(native) : compact_plain(native);
  if (!compacted || expand(*compacted, three_source) != native) return std::nullopt;
  return compacted;
}

}  // namespace texpipe::gen9
