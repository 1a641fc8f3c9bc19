#include "functional/shared_function/execute_message.h"

#include <bit>
#include <catch2/catch.hpp>

#include "functional/shared_function/pixel_coverage_message.h"
#include "functional/shared_function/spa_message.h"

using namespace texpipe;
using namespace texpipe::functional;

namespace {

constexpr std::uint8_t kPixelInterpolator = 0xB;
constexpr std::uint32_t kCentroidDescriptor = 0x02202000;  // SIMD8, one register in, two out

/// A context whose coverage unit holds one subspan at (4, 2) with sample 1 of 2 covered.
struct Covered {
  CoverageStore store{1};
  MessageContext context;
  Covered() {
    SubspanInFlight subspan{.x = 4, .y = 2};
    subspan.barycentrics = barycentric_planes({{{0, 0}, {16 * 256, 0}, {0, 16 * 256}}}, {1, 1, 1});
    for (PixelCoverage& pixel : subspan.pixels) pixel = {.pattern = standard_pattern(2), .coverage = 0b10};
    store.insert(subspan);
    context.coverage = &store;
  }
};

}  // namespace

TEST_CASE("a message goes to the shared function that it names", "[message]") {
  GpuMemory memory;
  Covered covered;
  Message pixels{.shared_function = kPixelInterpolator,
                 .descriptor = kCentroidDescriptor,
                 .extended_descriptor = kPixelInterpolator,
                 .execution_mask = 0xF,
                 .context = &covered.context};
  pixels.payload.resize(1);
  const MessageResponse response = execute_message(memory, pixels);
  CHECK(std::bit_cast<float>(response.registers.at(0)[0]) == 4.25f / 16);  // sample 1 is at (4, 4) / 16
  CHECK(std::bit_cast<float>(response.registers.at(1)[3]) == 3.25f / 16);

  Message query = pixld_message(spa::PixelMode::kCovMask, {0, 1, 1, 1, 1, 1, 1, 1}, {}, 0x1F);
  query.context = &covered.context;
  const MessageResponse masks = execute_message(memory, query);
  CHECK(masks.registers.at(0)[3] == 0b10);
  CHECK(masks.registers.at(0)[4] == 0);  // no such subspan

  Message texture = txq_message({.headers = memory.allocate("headers", ByteSize{32})}, spa::TextureQuery::kTextureType,
                                0x4, {}, {}, 1);
  CHECK(execute_message(memory, texture).registers.at(0)[0] == 1);  // a header of zeros has one sample

  const Message end{.shared_function = 7};  // the thread spawner answers nothing
  CHECK(execute_message(memory, end).registers.empty());
}

TEST_CASE("a message to a shared function without values is refused by its name", "[message]") {
  GpuMemory memory;
  CHECK_THROWS_WITH(execute_message(memory, {.shared_function = 3}), Catch::Contains("SFID_GATEWAY"));
}

TEST_CASE("without a coverage unit every pixel is uncovered", "[message][pixld]") {
  const Message query = pixld_message(spa::PixelMode::kMsCount, {}, {}, 1);
  CHECK(execute_pixel_coverage_message(query).registers.at(0)[0] == 1);
  MessageContext nothing;
  Message masks = pixld_message(spa::PixelMode::kCovMask, {}, {}, 1);
  masks.context = &nothing;
  CHECK(execute_pixel_coverage_message(masks).registers.at(0)[0] == 0);
}

TEST_CASE("SPA messages that are too short are refused with the registers they need", "[message][spa]") {
  GpuMemory memory;
  Message txq = txq_message({}, spa::TextureQuery::kDimension, 0xF, {}, {}, 1);
  txq.payload.pop_back();
  CHECK_THROWS_WITH(execute_txq_message(memory, txq), Catch::Contains("TXQ") && Catch::Contains("expected 9"));
  Message pixld = pixld_message(spa::PixelMode::kCovMask, {}, {}, 1);
  pixld.payload.pop_back();
  CHECK_THROWS_WITH(execute_pixld_message(CoverageStore{1}, pixld),
                    Catch::Contains("PIXLD") && Catch::Contains("expected 6"));
}

TEST_CASE("encodings of queries and modes that do not exist read 0", "[message][spa]") {
  GpuMemory memory;
  const auto headers = memory.allocate("headers", ByteSize{32});
  const auto words = spa::encode_texture_header({.width = 8});
  memory.write(headers, std::as_bytes(std::span{words}));
  Message txq = txq_message({.headers = headers, .maximum_header = 0, .maximum_sampler = 0},
                            spa::TextureQuery::kDimension, 1, {}, {}, 1);
  CHECK(execute_txq_message(memory, txq).registers.at(0)[0] == 8);
  txq.payload[0][0] = 0x3F;
  CHECK(execute_txq_message(memory, txq).registers.at(0)[0] == 0);
  Covered covered;
  Message pixld = pixld_message(spa::PixelMode::kMsCount, {}, {}, 1);
  CHECK(execute_pixld_message(covered.store, pixld).registers.at(0)[0] == 2);
  pixld.payload[0][0] = 6;  // INVALID6
  CHECK(execute_pixld_message(covered.store, pixld).registers.at(0)[0] == 0);
}
