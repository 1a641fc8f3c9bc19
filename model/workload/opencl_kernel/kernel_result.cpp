#include "workload/opencl_kernel/kernel_result.h"

#include <fmt/format.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <memory>

#include "base/diagnostic.h"
#include "functional/formats/small_float.h"
#include "functional/surface/surface_builder.h"
#include "workload/opencl_kernel/launch_data.h"
#include "workload/opencl_kernel/printf_text.h"

namespace texpipe::study {

namespace {

const LaunchArgument& argument_of(const KernelWorkload& made, const KernelOutput& output) {
  return *std::find_if(made.launch->arguments.begin(), made.launch->arguments.end(),
                       [&](const LaunchArgument& a) { return a.index == output.argument; });
}

template <class Number>
double number_at(const std::byte* bytes) {
  Number number;
  std::memcpy(&number, bytes, sizeof number);
  return static_cast<double>(number);
}

double element(const NpyArray& array, std::uint64_t index) {
  const std::byte* bytes = array.data.data() + index * size_of(array.type);
  switch (array.type) {
    case NpyType::kUint8:
      return number_at<std::uint8_t>(bytes);
    case NpyType::kUint16:
      return number_at<std::uint16_t>(bytes);
    case NpyType::kUint32:
      return number_at<std::uint32_t>(bytes);
    case NpyType::kUint64:
      return number_at<std::uint64_t>(bytes);
    case NpyType::kInt8:
      return number_at<std::int8_t>(bytes);
    case NpyType::kInt16:
      return number_at<std::int16_t>(bytes);
    case NpyType::kInt32:
      return number_at<std::int32_t>(bytes);
    case NpyType::kInt64:
      return number_at<std::int64_t>(bytes);
    case NpyType::kFloat16: {
      std::uint16_t half;
      std::memcpy(&half, bytes, sizeof half);
      return std::bit_cast<float>(functional::half_to_float_bits(half));
    }
    case NpyType::kFloat32:
      return number_at<float>(bytes);
    case NpyType::kFloat64:
      return number_at<double>(bytes);
  }
  return 0;
}

bool is_right(double value, double expected, const Tolerance& tolerance) {
  if (std::isnan(expected)) return std::isnan(value);
  if (value == expected) return true;  // infinities, too
  return std::abs(value - expected) <= tolerance.absolute + tolerance.relative * std::abs(expected);
}

std::string place_text(const std::vector<std::uint64_t>& shape, std::uint64_t index) {
  std::string text;
  for (std::size_t axis = shape.size(); axis-- > 0;) {
    text = std::to_string(index % shape[axis]) + (text.empty() ? "" : ", ") + text;
    index /= shape[axis];
  }
  return "[" + text + "]";
}

/// Values of a pixel, which the outliers are counted by; of a buffer each element is one.
std::uint64_t values_per_pixel(const LaunchArgument& argument) {
  const auto* image = std::get_if<LaunchImage>(&argument.value);
  return image != nullptr ? channels_of(image->format.order) : 1;
}

}  // namespace

NpyArray read_output(const KernelWorkload& made, const functional::GpuMemory& memory, const KernelOutput& output) {
  const LaunchArgument& argument = argument_of(made, output);
  if (const auto* buffer = std::get_if<LaunchBuffer>(&argument.value)) {
    NpyArray array{.type = buffer->element, .shape = {buffer->bytes / size_of(buffer->element)}};
    array.data.resize(buffer->bytes);
    memory.read(output.surface.base_address, array.data);
    return array;
  }
  const auto& image = std::get<LaunchImage>(argument.value);
  NpyArray array{.type = element_of(image.format.type), .shape = image_shape(image)};
  const functional::SurfaceImage surface = surface_image(image, argument);
  if (image.type == ImageType::k1DBuffer) {
    array.data.resize(functional::packed_bytes(surface));
    memory.read(output.surface.base_address, array.data);
    return array;
  }
  const functional::SurfaceLayout layout{functional::surface_geometry(output.surface)};
  array.data = functional::read_surface(memory, surface, layout);
  return array;
}

OutputVerdict judge_output(const KernelWorkload& made, const functional::GpuMemory& memory, const KernelOutput& output,
                           const LaunchOutput& expected) {
  const NpyArray right = read_npy(expected.expected);
  const NpyArray found = read_output(made, memory, output);
  if (right.type != found.type || right.elements() != found.elements()) {
    throw Error{ExitCode::kInvalidConfiguration,
                Diagnostic{.position = expected.position,
                           .path = "outputs",
                           .problem = fmt::format("{} holds {} of {}", expected.expected.string(), right.elements(),
                                                  name_of(right.type)),
                           .hint = fmt::format("{} has {} of {}", output.name, found.elements(), name_of(found.type))}};
  }
  OutputVerdict verdict{.name = output.name, .values = found.elements()};
  const std::uint64_t per_pixel = values_per_pixel(argument_of(made, output));
  std::uint64_t last_pixel = ~std::uint64_t{0};
  for (std::uint64_t i = 0; i < verdict.values; ++i) {
    const double value = element(found, i), wanted = element(right, i);
    if (is_right(value, wanted, expected.tolerance)) continue;
    if (verdict.failing++ == 0) {
      verdict.problem =
          fmt::format("{}{} is {}, expected {} (tolerance {} + {} x)", output.name, place_text(found.shape, i), value,
                      wanted, expected.tolerance.absolute, expected.tolerance.relative);
    }
    if (i / per_pixel != last_pixel) ++verdict.failing_pixels;
    last_pixel = i / per_pixel;
  }
  verdict.passed = verdict.failing_pixels <= expected.tolerance.most_outliers;
  if (verdict.passed) {
    verdict.problem.clear();
  } else {
    verdict.problem += fmt::format("; {} of {} values differ", verdict.failing, verdict.values);
  }
  return verdict;
}

std::vector<functional::ResultFile> result_files(const KernelWorkload& made, const functional::GpuMemory& memory) {
  std::vector<functional::ResultFile> files;
  for (const KernelOutput& output : made.outputs) {
    const std::vector<std::byte> bytes = npy_bytes(read_output(made, memory, output));
    files.push_back({output.name + ".npy", {reinterpret_cast<const char*>(bytes.data()), bytes.size()}});
  }
  if (made.kernel->printf_pointer_offset)
    files.push_back({"printf.txt", printf_text(memory, made.printf_buffer, made.kernel->strings), true});
  return files;
}

}  // namespace texpipe::study
