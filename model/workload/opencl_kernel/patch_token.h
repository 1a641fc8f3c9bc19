// The patch tokens of a device binary: what each tells a loader, and where its fields are.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace texpipe::study {

enum class PatchToken : std::uint32_t {
  kSamplerStateArray = 5,
  kBindingTableState = 8,
  kImageArgument = 12,
  kLocalSurface = 15,
  kSamplerArgument = 16,
  kDataParameter = 17,
  kVfeState = 18,
  kInterfaceDescriptorLoad = 19,
  kInterfaceDescriptor = 21,
  kThreadPayload = 22,
  kExecutionEnvironment = 23,
  kDataParameterStream = 25,
  kArgumentInfo = 26,
  kAttributesInfo = 27,
  kString = 28,
  kGlobalBufferArgument = 30,
  kConstantBufferArgument = 31,
  kPrintfBuffer = 33,
  kPrivateMemory = 38,
  kProgramVariables = 41,
  kProgramConstants = 42,
  kVariableSurface = 43,
  kConstantSurface = 44,
  kPointerInVariables = 47,
  kPointerInConstants = 48,
};

/// Use of a token by a loader.
enum class TokenUse : std::uint8_t {
  kRead,
  kIgnored,      // says nothing that a launch needs
  kUnsupported,  // asks for memory or a service that the model does not have
};

struct TokenDescription {
  std::uint32_t number;
  std::string_view name;
  std::uint32_t least_size;  // bytes, its own number and size included
  TokenUse use;
};

/// Null for a number that the format does not have.
const TokenDescription* describe_token(std::uint32_t number);

/// Value that a DATA_PARAMETER_BUFFER token of a type wants in its place: `global work offset`, `image width`. Null for
/// a type that the format does not have.
struct DataParameterDescription {
  std::uint32_t type;
  std::string_view name;
  TokenUse use;
};
const DataParameterDescription* describe_data_parameter(std::uint32_t type);

/// `2d`, as kernel files spell an image's type; nothing for a type that kernels of the model cannot have.
std::optional<std::string_view> image_type_name(std::uint32_t type);

/// Whether images of the type are those of channel order DEPTH.
bool holds_depth(std::uint32_t image_type);

}  // namespace texpipe::study
