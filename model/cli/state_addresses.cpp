#include "cli/state_addresses.h"

#include <fmt/format.h>

#include <iostream>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "host/text/json_text.h"
#include "isa/gen9/states/structure_text.h"

namespace texpipe::cli {

namespace {

using AddressJson = nlohmann::ordered_json;

std::string hexadecimal_address(ByteAddress address) {
  return fmt::format("0x{:08x}", address.value());
}

AddressJson answer_json(const functional::TexelQuestion& texel, const functional::TexelAnswer& answer) {
  AddressJson entry{{"x", texel.x},
                    {"y", texel.y},
                    {"address", hexadecimal_address(answer.address)},
                    {"bytes", answer.element.bytes}};
  if (answer.element.width * answer.element.height > 1) entry["inside"] = {answer.column, answer.row};
  if (answer.cb) entry["cb"] = hexadecimal_address(*answer.cb);
  if (answer.cr) entry["cr"] = hexadecimal_address(*answer.cr);
  if (answer.mcs) entry["mcs"] = hexadecimal_address(*answer.mcs);
  return entry;
}

void print_answer(const functional::TexelQuestion& texel, const functional::TexelAnswer& answer) {
  std::cout << fmt::format("  ({}, {})  {}  {} bytes", texel.x, texel.y, hexadecimal_address(answer.address),
                           answer.element.bytes);
  if (answer.element.width * answer.element.height > 1)
    std::cout << fmt::format(", texel ({}, {}) of {}x{}", answer.column, answer.row, answer.element.width,
                             answer.element.height);
  if (answer.cb) std::cout << "  cb " << hexadecimal_address(*answer.cb) << "  cr " << hexadecimal_address(*answer.cr);
  if (answer.mcs) std::cout << "  mcs " << hexadecimal_address(*answer.mcs);
  std::cout << '\n';
}

}  // namespace

ExitCode print_texel_addresses(const TexelAddressOptions& options, bool json) {
  const gen9::DumpBlock block = source_words(options.source);
  constexpr std::size_t kDwords = gen9::RenderSurfaceState::kDwords;
  if (block.words.size() < kDwords || (!block.address && block.words.size() != kDwords))
    throw Error{ExitCode::kMalformedInput,
                Diagnostic{.problem = fmt::format("{} has {} DWords; {} given", gen9::kRenderSurfaceState, kDwords,
                                                  block.words.size())}};
  const functional::TexelQuery query{gen9::RenderSurfaceState::decode(std::span{block.words}.first<kDwords>())};
  const functional::LevelSize size = query.level_size(options.texel.level);
  AddressJson list = AddressJson::array();
  std::vector<std::pair<functional::TexelQuestion, functional::TexelAnswer>> answers;
  for (const std::uint32_t y : options.y) {
    for (const std::uint32_t x : options.x) {
      functional::TexelQuestion texel = options.texel;
      texel.x = x;
      texel.y = y;
      answers.emplace_back(texel, query.answer(texel));
    }
  }
  if (!json)
    std::cout << fmt::format("{}\nlevel {}, {}x{} texels, slice {}, sample {}\n", query.text(), options.texel.level,
                             size.width, size.height, options.texel.slice, options.texel.sample);
  for (const auto& [texel, answer] : answers) {
    if (json) list.push_back(answer_json(texel, answer));
    if (!json) print_answer(texel, answer);
  }
  if (json)
    std::cout << study::json_text(AddressJson{{"schema_version", 1},
                                              {"surface", query.text()},
                                              {"level", options.texel.level},
                                              {"level_size", {size.width, size.height}},
                                              {"slice", options.texel.slice},
                                              {"sample", options.texel.sample},
                                              {"texels", list}},
                                  2)
              << '\n';
  return ExitCode::kSuccess;
}

}  // namespace texpipe::cli
