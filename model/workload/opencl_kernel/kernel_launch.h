// Launch of a compiled kernel and its expected results, as a YAML file gives them.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <variant>
#include <vector>

#include "base/diagnostic.h"
#include "base/enum_table.h"
#include "pictures/npy/npy.h"
#include "workload/opencl_kernel/image_format.h"
#include "workload/opencl_kernel/struct_value.h"

namespace texpipe::study {

/// Numbers as in the patch tokens (patch_token.h).
enum class ImageType : std::uint32_t { k1DBuffer = 1, k1D, k1DArray, k2D, k2DArray, k3D };
EnumRows enum_rows(ImageType);

enum class ImageAccess : std::uint8_t { kRead, kWrite, kReadWrite };
EnumRows enum_rows(ImageAccess);

enum class SamplerAddressing : std::uint8_t { kNone, kClamp, kClampToEdge, kRepeat, kMirroredRepeat };
EnumRows enum_rows(SamplerAddressing);

enum class SamplerFilter : std::uint8_t { kNearest, kLinear };
EnumRows enum_rows(SamplerFilter);

EnumRows enum_rows(NpyType);

struct LaunchImage {
  ImageType type = ImageType::k2D;
  ImageAccess access = ImageAccess::kRead;
  std::uint32_t width = 1;
  std::uint32_t height = 1;
  std::uint32_t depth = 1;
  std::uint32_t array_size = 1;
  ImageFormat format;
  std::vector<std::filesystem::path> levels;  // files of its texels, largest level first; none: zeros
};

struct LaunchSampler {
  bool normalized = false;
  SamplerAddressing addressing = SamplerAddressing::kNone;
  SamplerFilter filter = SamplerFilter::kNearest;
  SamplerFilter mip_filter = SamplerFilter::kNearest;
};

/// The type of arguments that are structures (struct_value.h).
inline constexpr const char* kStructTypeName = "struct";

/// The bytes as OpenCL lays them out: a float3 takes 16.
struct LaunchScalar {
  std::string type;
  std::vector<std::byte> bytes;
  std::vector<ValueElement> elements{};  // of a structure that is given by fields
};

struct LaunchBuffer {
  NpyType element = NpyType::kUint8;
  std::uint64_t bytes = 0;
  std::filesystem::path data;  // empty: zeros
};

/// Local memory of each work group.
struct LaunchLocal {
  std::uint32_t bytes = 0;
};

struct LaunchArgument {
  SourcePosition position;
  std::uint32_t index = 0;
  std::string name;
  std::string shared{};  // name of an image or buffer that launches in a row have in common; empty: its own
  std::variant<LaunchImage, LaunchSampler, LaunchScalar, LaunchBuffer, LaunchLocal> value;
};

/// A value v is right when |v - expected| <= absolute + relative * |expected|.
struct Tolerance {
  double absolute = 0;
  double relative = 0;
  std::uint64_t most_outliers = 0;  // pixels that may miss it
};

struct LaunchOutput {
  SourcePosition position;
  std::uint32_t argument = 0;      // its index
  std::filesystem::path expected;  // empty: nothing is compared
  Tolerance tolerance;
};

using WorkSize = std::array<std::uint32_t, 3>;

struct KernelLaunch {
  std::string file;    // of this description
  std::string kernel;  // name of the function
  std::filesystem::path binary;
  std::optional<std::uint32_t> simd;  // what the binary has to have
  std::uint32_t dimensions = 1;
  WorkSize global_size{1, 1, 1};
  WorkSize local_size{1, 1, 1};
  bool local_size_given = true;  // false: make_kernel_workload chooses one
  WorkSize global_offset{};
  std::vector<LaunchArgument> arguments;  // by index
  std::vector<LaunchOutput> outputs;
  SourcePosition position;
  SourcePosition global_position;  // of global_size
};

/// Paths in it count from the file's folder. Errors: kInvalidConfiguration with file, line, column and nearest
/// spelling, for everything that is wrong at once; those of read_yaml_file.
KernelLaunch read_kernel_launch(const std::filesystem::path& file);

/// Launches in a row, as the key `launches` of a file lists them; of another file the one that it describes.
/// Errors: as above; for a list that is empty or of more than 64.
std::vector<KernelLaunch> read_kernel_launches(const std::filesystem::path& file);

}  // namespace texpipe::study
