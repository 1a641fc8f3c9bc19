// Treatment of one input by the fuzzers and the corpus replay: read it; an Error is the only way to refuse it.
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "analysis/verify/golden_case.h"
#include "base/diagnostic.h"
#include "parameters/yaml/yaml_document.h"
#include "pictures/npy/npy.h"
#include "pictures/npy/npz.h"
#include "pictures/texture/decode_texture.h"
#include "pictures/texture/texture.h"
#include "workload/opencl_kernel/device_program.h"
#include "workload/opencl_kernel/kernel_report.h"

namespace texpipe::fuzz {

/// Reads a texture file and decodes its last plane when it is small.
inline void texture_file(std::span<const std::byte> bytes) try {
  const study::Texture texture = study::parse_texture(bytes, "fuzz");
  constexpr std::size_t kSmall = 1 << 16;
  if (texture.texels.size() <= kSmall)
    study::picture_of(study::decode_plane(texture, {.level = texture.image.levels - 1}));
} catch (const Error&) {
}

/// A binary of the OpenCL compiler, and the report of one that is accepted.
inline void device_program(std::span<const std::byte> bytes) try {
  study::kernel_report_text(study::read_device_program(bytes, "fuzz"), "fuzz");
} catch (const Error&) {
}

inline void npy_file(std::span<const std::byte> bytes) try { study::parse_npy(bytes, "fuzz"); } catch (const Error&) {
}

/// An archive of arrays with all of its members.
inline void npz_file(std::span<const std::byte> bytes) try {
  const study::NpzArchive archive{{bytes.begin(), bytes.end()}, "fuzz"};
  for (const std::string& member : archive.members()) archive.read(member);
} catch (const Error&) {
}

inline void cases_file(std::span<const std::byte> bytes) try {
  study::parse_golden_cases(std::string{reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "cases.yaml");
} catch (const Error&) {
}

/// The strict YAML reader under every configuration.
inline void yaml_text(std::span<const std::byte> bytes) try {
  std::vector<Diagnostic> problems;
  study::parse_yaml({reinterpret_cast<const char*>(bytes.data()), bytes.size()}, "fuzz", problems);
} catch (const Error&) {
}

}  // namespace texpipe::fuzz
