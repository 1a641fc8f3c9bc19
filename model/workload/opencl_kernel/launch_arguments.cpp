#include "workload/opencl_kernel/launch_arguments.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string_view>
#include <utility>

#include "base/spelling.h"
#include "parameters/layers/launch_keys.h"
#include "workload/extent/image_limits.h"
#include "workload/opencl_kernel/scalar_value.h"
#include "workload/opencl_kernel/struct_value.h"

namespace texpipe::study {

namespace {

constexpr std::uint32_t kMostLocalBytes = 65536;
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

/// Reads the arguments of one launch.
class ArgumentReader {
 public:
  ArgumentReader(const std::filesystem::path& folder, SharedArguments* shared, std::vector<Diagnostic>& problems)
      : folder_{folder}, shared_{shared}, problems_{problems} {}

  void read(NodeReader& root, const ConfigNode& list, std::vector<LaunchArgument>& arguments) {
    for (std::size_t i = 0; i < list.items.size(); ++i) {
      const ConfigNode& node = list.items[i];
      const std::string path = root.path_of(launch_keys::kArguments) + "[" + std::to_string(i) + "]";
      if (node.kind != ConfigNode::Kind::kMapping) {
        refuse(node, path, "is not a group of keys", "expected {index: 0, kind: image, ...}");
        continue;
      }
      read_argument(node, path, arguments);
    }
    std::sort(arguments.begin(), arguments.end(),
              [](const LaunchArgument& a, const LaunchArgument& b) { return a.index < b.index; });
  }

 private:
  void refuse(const ConfigNode& node, const std::string& path, std::string problem, std::string hint = {}) {
    problems_.push_back(
        {.position = node.position, .path = path, .problem = std::move(problem), .hint = std::move(hint)});
  }

  void require(NodeReader& reader, const ConfigNode& mapping, const char* key) {
    if (mapping.find(key) == nullptr) refuse(mapping, reader.path_of(key), "is missing");
  }

  void read_argument(const ConfigNode& node, const std::string& path, std::vector<LaunchArgument>& arguments) {
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
    if (std::any_of(arguments.begin(), arguments.end(), same))
      refuse(node, path, "argument " + std::to_string(argument.index) + " is given twice");
    arguments.push_back(std::move(argument));
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

  const std::filesystem::path& folder_;
  SharedArguments* shared_;
  std::vector<Diagnostic>& problems_;
};

}  // namespace

std::vector<LaunchArgument> read_launch_arguments(NodeReader& launch, const std::filesystem::path& folder,
                                                  SharedArguments* shared, std::vector<Diagnostic>& problems) {
  std::vector<LaunchArgument> arguments;
  if (const ConfigNode* list = launch.find_list(launch_keys::kArguments))
    ArgumentReader{folder, shared, problems}.read(launch, *list, arguments);
  return arguments;
}

}  // namespace texpipe::study
