// A file that says what SPA warps run, what they shade and which textures and constants they see.
//
//   program: covmask.spa           # SPA text, relative to this file
//   scene: {image: 64x64, samples: 4, triangles: [[[3, 5], [50, 21], [11, 60]]]}
//   textures: [{type: TWO_D, width: 64, height: 32, view_max_mip: 6}]
//   constant_banks: [{bank: 3, words: [0, {header: 1, sampler: 0}]}]
//   bundle_bank: 3
//   registers: {R6: 1}             # one value for all lanes, or 32
#pragma once

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "functional/execution/spa_warp.h"
#include "functional/rasterization/raster_scene.h"
#include "isa/spa/texture_header.h"

namespace texpipe::study {

struct WarpFile {
  struct ConstantWords {
    std::uint32_t bank = 0;
    std::vector<std::uint32_t> words;
  };
  /// Limits of the texture pools; entries default to what `textures` lists.
  struct Pools {
    std::optional<std::uint32_t> maximum_header;
    std::uint32_t maximum_sampler = 0xFFF;
    bool via_header_binding = false;
  };

  std::filesystem::path program_path;
  std::vector<spa::PlacedInstruction> program;
  std::uint32_t warps = 1;                       // without a scene
  std::optional<functional::RasterScene> scene;  // its coverage says how many warps there are
  std::vector<spa::TextureHeader> textures;      // entries of the header pool from 0
  Pools pools;
  std::vector<ConstantWords> constant_banks;
  std::uint32_t bundle_bank = 0;
  functional::WarpState initial;
};

/// Reads a file and its program. Errors: kInvalidConfiguration with the place of every mistake in either,
/// kMalformedInput when only the program has mistakes or the file cannot be read; kUnsupported for queries that only
/// the encoding has.
WarpFile read_warp_file(const std::filesystem::path& path);

/// Reads a warp file from a text. @param folder  against which the program's path is resolved
WarpFile parse_warp_file(std::string_view text, const std::string& name, const std::filesystem::path& folder);

}  // namespace texpipe::study
