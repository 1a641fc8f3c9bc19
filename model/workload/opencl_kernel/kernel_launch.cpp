#include "workload/opencl_kernel/kernel_launch.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <functional>
#include <iterator>
#include <map>
#include <string_view>
#include <utility>

#include "base/spelling.h"
#include "base/unit_text.h"
#include "parameters/layers/launch_keys.h"
#include "parameters/yaml/node_reader.h"
#include "parameters/yaml/yaml_document.h"
#include "workload/opencl_kernel/scalar_value.h"
#include "workload/opencl_kernel/struct_value.h"

namespace texpipe::study {

namespace {

constexpr EnumRow kImageTypes[] = {
    {1, "1d_buffer", "texels of a buffer"},
    {2, "1d", "a row"},
    {3, "1d_array", "rows"},
    {4, "2d", "an image"},
    {5, "2d_array", "images"},
    {6, "3d", "a volume"},
};
constexpr EnumRow kImageAccesses[] = {{0, "read", "read_only"}, {1, "write", "write_only"}, {2, "read_write", "both"}};
constexpr EnumRow kAddressings[] = {
    {0, "none", "coordinates stay inside"},
    {1, "clamp", "the border colour"},
    {2, "clamp_to_edge", "the edge texel"},
    {3, "repeat", "the image again"},
    {4, "mirrored_repeat", "the image again, every other time mirrored"},
};
constexpr EnumRow kFilters[] = {{0, "nearest", ""}, {1, "linear", ""}};
constexpr EnumRow kElements[] = {
    {0, "uint8", ""}, {1, "uint16", ""}, {2, "uint32", ""},  {3, "uint64", ""},  {4, "int8", ""},     {5, "int16", ""},
    {6, "int32", ""}, {7, "int64", ""},  {8, "float16", ""}, {9, "float32", ""}, {10, "float64", ""},
};

constexpr std::uint32_t kMostLaunchArguments = 256;
constexpr std::uint32_t kMostItems = 1u << 30;
constexpr std::uint32_t kMostGroupItems = 1024;
constexpr std::uint32_t kMostTexels = 16384;
constexpr std::uint32_t kMostSlices = 2048;
constexpr std::uint32_t kMostLocalBytes = 65536;
constexpr std::uint32_t kMostLevels = 15;
constexpr std::uint64_t kMostBufferBytes = std::uint64_t{1} << 30;

enum class ArgumentWord : std::uint8_t { kImage, kSampler, kScalar, kBuffer, kLocal, kStruct };
constexpr EnumRow kArgumentWords[] = {{0, "image", ""},  {1, "sampler", ""}, {2, "scalar", ""},
                                      {3, "buffer", ""}, {4, "local", ""},   {5, "struct", ""}};
EnumRows enum_rows(ArgumentWord) {
  return {"kind of argument", kArgumentWords};
}

enum class AddressSpaceWord : std::uint8_t { kGlobal, kConstant };
constexpr EnumRow kAddressSpaces[] = {{0, "global", ""}, {1, "constant", ""}};
EnumRows enum_rows(AddressSpaceWord) {
  return {"address space", kAddressSpaces};
}

bool is_identifier(std::string_view text) {
  const auto is_letter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; };
  return !text.empty() && text.size() <= 128 && is_letter(text[0]) &&
         std::all_of(text.begin(), text.end(), [&](char c) { return is_letter(c) || (c >= '0' && c <= '9'); });
}

/// Images and buffers by the name that launches share them by.
using SharedArguments = std::map<std::string, decltype(LaunchArgument::value), std::less<>>;

/// Reads one description; what is wrong is collected.
class LaunchReader {
 public:
  /// @param shared  arguments that earlier launches named for others; null: there are no other launches
  LaunchReader(std::filesystem::path folder, SharedArguments* shared, std::vector<Diagnostic>& problems)
      : folder_{std::move(folder)}, shared_{shared}, problems_{problems} {}

  /// @param path  of the launch in its file; empty: it is the file
  void read(const ConfigNode& root, const std::string& path, KernelLaunch& launch) {
    NodeReader reader{root, path, problems_};
    require(reader, root, launch_keys::kKernel);
    require(reader, root, launch_keys::kGlobalSize);
    require(reader, root, launch_keys::kArguments);
    reader.value(launch_keys::kKernel, launch.kernel);
    read_files(reader, root, launch);
    for (const char* told : {"device", "compiler", "reference", "note"}) {
      std::string text;
      reader.value(told, text);
    }
    for (const char* told : {"barriers", "slm_bytes"}) {  // the binary says them, too
      std::uint32_t number = 0;
      reader.value(told, number);
    }
    reader.find_list("inline_samplers");  // likewise
    if (std::uint32_t simd = 0; reader.find(launch_keys::kSimd) != nullptr) {
      reader.value(launch_keys::kSimd, simd, 8u, 32u);
      launch.simd = simd;
    }
    const std::size_t before = problems_.size();
    launch.dimensions = read_size(reader, launch_keys::kGlobalSize, 1, kMostItems, launch.global_size);
    const std::uint32_t local = read_size(reader, launch_keys::kLocalSize, 1, kMostGroupItems, launch.local_size);
    launch.local_size_given = root.find(launch_keys::kLocalSize) != nullptr;
    const std::uint32_t offset = read_size(reader, launch_keys::kGlobalOffset, 0, kMostItems, launch.global_offset);
    for (const auto& [name, count] :
         {std::pair{launch_keys::kLocalSize, local}, std::pair{launch_keys::kGlobalOffset, offset}}) {
      if (count > launch.dimensions)
        refuse(*reader.find(name), name,
               "has " + std::to_string(count) + " sizes, and global_size has " + std::to_string(launch.dimensions));
    }
    if (problems_.size() == before) check_sizes(reader, launch);
    read_arguments(reader, launch);
    read_outputs(reader, launch);
    reader.finish();
  }

 private:
  void refuse(const ConfigNode& node, const std::string& path, std::string problem, std::string hint = {}) {
    problems_.push_back(
        {.position = node.position, .path = path, .problem = std::move(problem), .hint = std::move(hint)});
  }

  void require(NodeReader& reader, const ConfigNode& mapping, const char* key) {
    if (mapping.find(key) == nullptr) refuse(mapping, reader.path_of(key), "is missing");
  }

  void read_files(NodeReader& root, const ConfigNode& mapping, KernelLaunch& launch) {
    require(root, mapping, launch_keys::kFiles);
    const ConfigNode* node = root.find_mapping(launch_keys::kFiles);
    if (node == nullptr) return;
    NodeReader files{*node, root.path_of(launch_keys::kFiles), problems_};
    require(files, *node, "binary");
    files.value("binary", binary_);
    launch.binary = folder_ / binary_;
    for (const char* told : {"source", "disassembly", "visa_text", "visa_binary"}) {
      std::string text;
      files.value(told, text);
    }
    files.finish();
  }

  /// One to three numbers. @return how many
  std::uint32_t read_size(NodeReader& reader, const char* key, std::uint32_t low, std::uint32_t high, WorkSize& size) {
    const ConfigNode* list = reader.find_list(key);
    if (list == nullptr) return 0;
    if (list->items.empty() || list->items.size() > size.size()) {
      refuse(*list, key, "has " + std::to_string(list->items.size()) + " sizes", "expected 1 to 3, x first");
      return 0;
    }
    for (std::size_t i = 0; i < list->items.size(); ++i)
      reader.read(list->items[i], reader.path_of(key), size[i], low, high);
    return static_cast<std::uint32_t>(list->items.size());
  }

  void check_sizes(NodeReader& reader, KernelLaunch& launch) {
    const std::uint64_t items = std::uint64_t{launch.local_size[0]} * launch.local_size[1] * launch.local_size[2];
    if (items > kMostGroupItems) {
      refuse(*reader.find(launch_keys::kLocalSize), launch_keys::kLocalSize,
             "a group of " + std::to_string(items) + " work-items",
             "expected at most " + std::to_string(kMostGroupItems));
    }
    const std::uint64_t rows = std::uint64_t{launch.global_size[0]} * launch.global_size[1];
    const ConfigNode* global = reader.find(launch_keys::kGlobalSize);
    if (rows * launch.global_size[2] > kMostItems || rows > kMostItems) {
      refuse(*global, launch_keys::kGlobalSize, "asks for too many work-items",
             "expected at most " + std::to_string(kMostItems));
    }
    if (global != nullptr) launch.global_position = global->position;
  }

  void read_arguments(NodeReader& root, KernelLaunch& launch) {
    const ConfigNode* list = root.find_list(launch_keys::kArguments);
    if (list == nullptr) return;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      const ConfigNode& node = list->items[i];
      const std::string path = root.path_of(launch_keys::kArguments) + "[" + std::to_string(i) + "]";
      if (node.kind != ConfigNode::Kind::kMapping) {
        refuse(node, path, "is not a group of keys", "expected {index: 0, kind: image, ...}");
        continue;
      }
      read_argument(node, path, launch);
    }
    std::sort(launch.arguments.begin(), launch.arguments.end(),
              [](const LaunchArgument& a, const LaunchArgument& b) { return a.index < b.index; });
  }

  void read_argument(const ConfigNode& node, const std::string& path, KernelLaunch& launch) {
    NodeReader reader{node, path, problems_};
    LaunchArgument argument{.position = node.position};
    require(reader, node, "index");
    require(reader, node, "kind");
    reader.value("index", argument.index, 0u, kMostLaunchArguments - 1);
    reader.value("name", argument.name);
    if (node.find("name") != nullptr && !is_identifier(argument.name))  // files are named by it
      refuse(*reader.find("name"), reader.path_of("name"), "'" + argument.name + "' is no name of an argument");
    const std::size_t before = problems_.size();
    ArgumentWord kind{};
    reader.name("kind", kind);
    if (node.find("kind") == nullptr || problems_.size() > before) return;  // without it every other key is unknown
    const bool described = read_shared(reader, node, kind, argument);
    if (!described) read_value(reader, node, kind, argument);
    if (!described && !argument.shared.empty() && shared_ != nullptr) shared_->emplace(argument.shared, argument.value);
    reader.finish();
    const auto same = [&](const LaunchArgument& other) { return other.index == argument.index; };
    if (std::any_of(launch.arguments.begin(), launch.arguments.end(), same))
      refuse(node, path, "argument " + std::to_string(argument.index) + " is given twice");
    launch.arguments.push_back(std::move(argument));
  }

  /// True when an earlier launch describes the argument.
  bool read_shared(NodeReader& reader, const ConfigNode& node, ArgumentWord kind, LaunchArgument& argument) {
    const ConfigNode* name = reader.find("shared");
    if (name == nullptr) return false;
    reader.value("shared", argument.shared);
    const std::string path = reader.path_of("shared");
    if (!is_identifier(argument.shared))
      refuse(*name, path, "'" + argument.shared + "' is no name");
    else if (kind != ArgumentWord::kImage && kind != ArgumentWord::kBuffer)
      refuse(*name, path, "is for images and buffers");
    else if (shared_ == nullptr)
      refuse(*name, path, "is for launches in a row", "a list `launches` holds them");
    if (shared_ == nullptr) return false;
    const auto found = shared_->find(argument.shared);
    if (found == shared_->end()) return false;
    argument.value = found->second;
    ImageAccess access{};
    reader.name("access", access);
    auto* image = std::get_if<LaunchImage>(&argument.value);
    if ((image != nullptr) != (kind == ArgumentWord::kImage))
      refuse(*name, path, "'" + argument.shared + "' is no " + (image != nullptr ? "buffer" : "image"));
    if (image != nullptr && node.find("access") != nullptr) image->access = access;
    for (const ConfigEntry& entry : node.entries) {
      constexpr std::string_view kOwn[]{"index", "name", "kind", "shared", "access"};
      if (std::find(std::begin(kOwn), std::end(kOwn), entry.key) != std::end(kOwn)) continue;
      reader.find(entry.key);
      refuse(entry.value, reader.path_of(entry.key),
             "stands beside shared: " + argument.shared + ", which an earlier launch describes",
             "index, name, kind and access");
    }
    return true;
  }

  void read_value(NodeReader& reader, const ConfigNode& node, ArgumentWord kind, LaunchArgument& argument) {
    switch (kind) {
      case ArgumentWord::kImage:
        argument.value = read_image(reader, node);
        break;
      case ArgumentWord::kSampler:
        argument.value = read_sampler(reader);
        break;
      case ArgumentWord::kScalar:
        argument.value = read_scalar(reader, node);
        break;
      case ArgumentWord::kBuffer:
        argument.value = read_buffer(reader, node);
        break;
      case ArgumentWord::kLocal: {
        LaunchLocal local;
        require(reader, node, "bytes");
        reader.value("bytes", local.bytes, 1u, kMostLocalBytes);
        argument.value = local;
        break;
      }
      case ArgumentWord::kStruct:
        argument.value = read_struct(reader, node);
        break;
    }
  }

  LaunchImage read_image(NodeReader& reader, const ConfigNode& node) {
    LaunchImage image;
    for (const char* key : {"image_type", "width", "channel_order", "channel_type"}) require(reader, node, key);
    reader.name("image_type", image.type);
    reader.name("access", image.access);
    const bool rows = image.type == ImageType::k2D || image.type == ImageType::k2DArray || image.type == ImageType::k3D;
    const bool layers = image.type == ImageType::k1DArray || image.type == ImageType::k2DArray;
    constexpr std::uint32_t kMostEntries = 1u << 27;
    reader.value("width", image.width, 1u, image.type == ImageType::k1DBuffer ? kMostEntries : kMostTexels);
    if (rows) require(reader, node, "height"), reader.value("height", image.height, 1u, kMostTexels);
    if (image.type == ImageType::k3D)
      require(reader, node, "depth"), reader.value("depth", image.depth, 1u, kMostSlices);
    if (layers) require(reader, node, "array_size"), reader.value("array_size", image.array_size, 1u, kMostSlices);
    reader.name("channel_order", image.format.order);
    reader.name("channel_type", image.format.type);
    std::string data;
    reader.value("data", data);
    if (!data.empty()) image.levels.push_back(folder_ / data);
    if (const ConfigNode* levels = reader.find_list("mip_levels")) {
      if (!data.empty()) refuse(*levels, reader.path_of("mip_levels"), "stands beside data", "one of the two");
      if (levels->items.empty() || levels->items.size() > kMostLevels)
        refuse(*levels, reader.path_of("mip_levels"), "has " + std::to_string(levels->items.size()) + " levels",
               "expected 1 to 15 files, largest level first");
      for (const ConfigNode& level : levels->items) {
        std::string file;
        if (reader.read(level, reader.path_of("mip_levels"), file)) image.levels.push_back(folder_ / file);
      }
    }
    return image;
  }

  LaunchSampler read_sampler(NodeReader& reader) {
    LaunchSampler sampler;
    reader.value("normalized", sampler.normalized);
    reader.name("addressing", sampler.addressing);
    reader.name("filter", sampler.filter);
    reader.name("mip_filter", sampler.mip_filter);
    // OpenCL has no choice of it: 0, and alpha 1 for images that have none, as the sampler does by itself.
    if (const ConfigNode* color = reader.find_list("border_color")) {
      for (std::size_t i = 0; i < color->items.size(); ++i) {
        double component = 0;
        if (reader.read(color->items[i], reader.path_of("border_color"), component) && component != 0 &&
            (i != 3 || component != 1))
          refuse(color->items[i], reader.path_of("border_color"), "is no border colour of OpenCL",
                 "expected [0, 0, 0, 0] or [0, 0, 0, 1]");
      }
    }
    return sampler;
  }

  LaunchScalar read_scalar(NodeReader& reader, const ConfigNode& node) {
    LaunchScalar scalar;
    require(reader, node, "type");
    require(reader, node, "value");
    const std::size_t before = problems_.size();
    reader.value("type", scalar.type);
    const ConfigNode* value = reader.find("value");
    if (problems_.size() > before || value == nullptr || node.find("type") == nullptr) return scalar;
    const std::optional<ScalarType> type = scalar_type(scalar.type);
    if (!type) {
      const std::vector<std::string> names = scalar_type_names();
      refuse(*reader.find("type"), reader.path_of("type"), "no scalar type is named '" + scalar.type + "'",
             spelling_hint(scalar.type, std::vector<std::string_view>{names.begin(), names.end()}));
      return scalar;
    }
    scalar.bytes = scalar_bytes(*type, *value, reader.path_of("value"), problems_);
    return scalar;
  }

  LaunchScalar read_struct(NodeReader& reader, const ConfigNode& node) {
    LaunchScalar made{.type = kStructTypeName, .bytes = {}, .elements = {}};
    bool packed = false;
    reader.value("packed", packed);
    const ConfigNode* hex = reader.find("hex");
    const ConfigNode* fields = reader.find_list("fields");
    if ((hex != nullptr) == (node.find("fields") != nullptr)) {
      refuse(node, reader.path_of("fields"), hex != nullptr ? "stands beside hex" : "is missing",
             "fields: [{type: float, value: 1}, ...] or hex: \"0000803F\"");
    } else if (hex != nullptr) {
      made.bytes = hex_bytes(*hex, reader.path_of("hex"), problems_);
    } else if (fields != nullptr) {
      StructValue value = struct_value(*fields, packed, reader.path_of("fields"), problems_);
      made.bytes = std::move(value.bytes);
      made.elements = std::move(value.elements);
    }
    return made;
  }

  LaunchBuffer read_buffer(NodeReader& reader, const ConfigNode& node) {
    LaunchBuffer buffer;
    AddressSpaceWord space{};
    ImageAccess access{};
    reader.name("address_space", space);
    reader.name("access", access);
    reader.name("element", buffer.element);
    require(reader, node, "bytes");
    reader.value("bytes", buffer.bytes, std::uint64_t{1}, kMostBufferBytes);
    std::string data;
    reader.value("data", data);
    if (!data.empty()) buffer.data = folder_ / data;
    if (buffer.bytes % size_of(buffer.element) != 0) {
      refuse(*reader.find("bytes"), reader.path_of("bytes"),
             std::to_string(buffer.bytes) + " bytes are no whole number of " + std::string{name_of(buffer.element)});
    }
    return buffer;
  }

  void read_outputs(NodeReader& root, KernelLaunch& launch) {
    const ConfigNode* list = root.find_list(launch_keys::kOutputs);
    if (list == nullptr) return;
    for (std::size_t i = 0; i < list->items.size(); ++i) {
      const ConfigNode& node = list->items[i];
      const std::string path = root.path_of(launch_keys::kOutputs) + "[" + std::to_string(i) + "]";
      if (node.kind != ConfigNode::Kind::kMapping) {
        refuse(node, path, "is not a group of keys", "expected {arg: 0, expected: FILE, tolerance: {abs: 0, rel: 0}}");
        continue;
      }
      launch.outputs.push_back(read_output(node, path, launch));
    }
  }

  LaunchOutput read_output(const ConfigNode& node, const std::string& path, const KernelLaunch& launch) {
    NodeReader reader{node, path, problems_};
    LaunchOutput output{.position = node.position};
    require(reader, node, "arg");
    reader.value("arg", output.argument, 0u, kMostLaunchArguments - 1);
    const auto found = std::find_if(launch.arguments.begin(), launch.arguments.end(),
                                    [&](const LaunchArgument& a) { return a.index == output.argument; });
    if (node.find("arg") != nullptr &&
        (found == launch.arguments.end() ||
         (!std::holds_alternative<LaunchImage>(found->value) && !std::holds_alternative<LaunchBuffer>(found->value)))) {
      refuse(*reader.find("arg"), reader.path_of("arg"),
             "argument " + std::to_string(output.argument) + " is no image or buffer of args");
    }
    std::string expected;
    reader.value("expected", expected);
    if (!expected.empty()) output.expected = folder_ / expected;
    if (const ConfigNode* mapping = reader.find_mapping("tolerance")) {
      constexpr double kMost = 1e30;
      NodeReader tolerance{*mapping, reader.path_of("tolerance"), problems_};
      tolerance.value("abs", output.tolerance.absolute, 0.0, kMost);
      tolerance.value("rel", output.tolerance.relative, 0.0, kMost);
      tolerance.value("max_outliers", output.tolerance.most_outliers);
      tolerance.finish();
    }
    reader.finish();
    return output;
  }

  std::filesystem::path folder_;
  SharedArguments* shared_;
  std::vector<Diagnostic>& problems_;
  std::string binary_;
};

}  // namespace

EnumRows enum_rows(ImageType) {
  return {"image type", kImageTypes};
}
EnumRows enum_rows(ImageAccess) {
  return {"access", kImageAccesses};
}
EnumRows enum_rows(SamplerAddressing) {
  return {"addressing", kAddressings};
}
EnumRows enum_rows(SamplerFilter) {
  return {"filter", kFilters};
}
EnumRows enum_rows(NpyType) {
  return {"element type", kElements};
}

namespace {

constexpr std::size_t kMostLaunches = 64;

std::vector<KernelLaunch> read_row(const ConfigNode& root, const std::filesystem::path& file,
                                   std::vector<Diagnostic>& problems) {
  NodeReader reader{root, "", problems};
  std::string note;
  reader.value("note", note);
  const ConfigNode* list = reader.find_list(launch_keys::kLaunches);
  reader.finish();
  if (list == nullptr) return {};
  if (list->items.empty() || list->items.size() > kMostLaunches) {
    problems.push_back({.position = list->position,
                        .path = launch_keys::kLaunches,
                        .problem = "has " + std::to_string(list->items.size()) + " launches",
                        .hint = "expected 1 to " + std::to_string(kMostLaunches)});
  }
  std::vector<KernelLaunch> launches;
  SharedArguments shared;
  for (std::size_t n = 0; n < list->items.size() && n < kMostLaunches; ++n) {
    const ConfigNode& node = list->items[n];
    const std::string path = std::string{launch_keys::kLaunches} + "[" + std::to_string(n) + "]";
    if (node.kind != ConfigNode::Kind::kMapping) {
      problems.push_back({.position = node.position,
                          .path = path,
                          .problem = "is not the launch of a kernel",
                          .hint = "expected kernel, files, global_size, args and outputs"});
      continue;
    }
    LaunchReader{file.parent_path(), &shared, problems}.read(
        node, path, launches.emplace_back(KernelLaunch{.file = file.string(), .position = node.position}));
  }
  return launches;
}

}  // namespace

std::vector<KernelLaunch> read_kernel_launches(const std::filesystem::path& file) {
  std::vector<Diagnostic> problems;
  const ConfigNode root = read_yaml_file(file, problems);
  std::vector<KernelLaunch> launches;
  if (problems.empty() && root.kind != ConfigNode::Kind::kMapping) {
    problems.push_back({.position = root.position,
                        .problem = "is not the launch of a kernel",
                        .hint = "expected kernel, files, global_size, args and outputs"});
  }
  if (problems.empty() && root.find(launch_keys::kLaunches) != nullptr) {
    launches = read_row(root, file, problems);
  } else if (problems.empty()) {
    LaunchReader{file.parent_path(), nullptr, problems}.read(
        root, "", launches.emplace_back(KernelLaunch{.file = file.string(), .position = root.position}));
  }
  if (!problems.empty()) throw Error{ExitCode::kInvalidConfiguration, std::move(problems)};
  return launches;
}

KernelLaunch read_kernel_launch(const std::filesystem::path& file) {
  std::vector<KernelLaunch> launches = read_kernel_launches(file);
  if (launches.size() == 1) return std::move(launches.front());
  throw Error{
      ExitCode::kInvalidConfiguration,
      Diagnostic{.position = launches[1].position, .problem = "several launches stand here", .hint = "expected one"}};
}

}  // namespace texpipe::study
