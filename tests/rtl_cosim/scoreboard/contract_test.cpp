// The contracts for RTL of somebody else's have the ports of texpipe's own blocks.
#include <catch2/catch.hpp>
#include <fstream>
#include <regex>
#include <span>
#include <string>
#include <vector>

#include "rtl_cosim/scoreboard/own_cache_block.h"
#include "rtl_cosim/verilated/verilated_address_generator.h"
#include "rtl_cosim/verilated/verilated_coverage_unit.h"
#include "rtl_cosim/verilated/verilated_sampler.h"
#include "rtl_cosim/verilated/verilated_texel_decoder.h"
#include "rtl_cosim/verilated/verilated_texture_filter.h"

using namespace texpipe::rtl_cosim;

namespace {

/// Ports of a contract that carry values, as `input in_texel 4`.
std::vector<std::string> ports_of(const std::string& kind) {
  std::ifstream file{"rtl_cosim/contract/" + kind + ".sv.in"};
  const std::regex port{R"(^ *(input|output) +logic +(?:\[(\d+):0\])? *((?:in|out)_\w+),?$)"};
  std::vector<std::string> ports;
  std::smatch match;
  for (std::string line; std::getline(file, line);) {
    if (!std::regex_match(line, match, port)) continue;
    const std::string name = match[3];
    if (name.ends_with("_valid") || name.ends_with("_ready")) continue;
    const unsigned bits = match[2].matched ? static_cast<unsigned>(std::stoul(match[2])) + 1 : 1;
    ports.push_back(match[1].str() + " " + name + " " + std::to_string(bits));
  }
  return ports;
}

std::vector<std::string> ports_of(std::span<const Port> inputs, std::span<const Port> outputs) {
  std::vector<std::string> ports;
  for (const Port& port : inputs) ports.push_back("input " + std::string{port.name} + " " + std::to_string(port.bits));
  for (const Port& port : outputs)
    ports.push_back("output " + std::string{port.name} + " " + std::to_string(port.bits));
  return ports;
}

}  // namespace

TEST_CASE("the contract of each kind has the ports of the repository's block in their order", "[rtl][own]") {
  CHECK(ports_of("filter") == ports_of(kTextureFilterInputs, kTextureFilterOutputs));
  CHECK(ports_of("cache") == ports_of(kTextureCacheInputs, kTextureCacheOutputs));
  CHECK(ports_of("decoder") == ports_of(kTexelDecoderInputs, kTexelDecoderOutputs));
  CHECK(ports_of("address") == ports_of(kAddressGeneratorInputs, kAddressGeneratorOutputs));
  CHECK(ports_of("sampler") == ports_of(kSamplerInputs, kSamplerOutputs));
  CHECK(ports_of("coverage") == ports_of(kCoverageUnitInputs, kCoverageUnitOutputs));
}
