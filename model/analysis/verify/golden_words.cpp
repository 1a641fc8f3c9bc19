#include "analysis/verify/golden_words.h"

namespace texpipe::study {

namespace {

template <class Enumeration>
constexpr EnumRow word(std::string_view name, Enumeration value) {
  return {static_cast<std::uint32_t>(value), name, ""};
}

using Operation = gen9::SamplerMessageType;
constexpr EnumRow kOperations[] = {
    word("ld", Operation::kLd),
    word("sample_l", Operation::kSampleL),
    word("sample_d", Operation::kSampleD),
    word("sample_l_c", Operation::kSampleLC),
    word("sample_d_c", Operation::kSampleDC),
    word("gather4", Operation::kGather4),
    word("gather4_c", Operation::kGather4C),
    word("resinfo", Operation::kResinfo),
    word("sampleinfo", Operation::kSampleinfo),
};

constexpr EnumRow kTypes[] = {word("1D", 0), word("1D_ARRAY", 1), word("2D", 2),        word("2D_ARRAY", 3),
                              word("3D", 4), word("CUBE", 5),     word("CUBE_ARRAY", 6)};

constexpr EnumRow kFilters[] = {word("NEAREST", ApiFilter::kNearest), word("LINEAR", ApiFilter::kLinear)};

constexpr EnumRow kMipFilters[] = {word("NONE", ApiMipFilter::kNone), word("NEAREST", ApiMipFilter::kNearest),
                                   word("LINEAR", ApiMipFilter::kLinear)};

using Mode = gen9::TextureCoordinateMode;
constexpr EnumRow kAddressModes[] = {word("WRAP", Mode::kWrap),
                                     word("MIRROR", Mode::kMirror),
                                     word("CLAMP", Mode::kClamp),
                                     word("CLAMP_BORDER", Mode::kClampBorder),
                                     word("MIRROR_ONCE", Mode::kMirrorOnce),
                                     word("CUBE", Mode::kCube)};

constexpr EnumRow kCompares[] = {
    word("NEVER", ApiCompare::kNever),
    word("LESS", ApiCompare::kLess),
    word("EQUAL", ApiCompare::kEqual),
    word("LESS_EQUAL", ApiCompare::kLessEqual),
    word("GREATER", ApiCompare::kGreater),
    word("NOT_EQUAL", ApiCompare::kNotEqual),
    word("GREATER_EQUAL", ApiCompare::kGreaterEqual),
    word("ALWAYS", ApiCompare::kAlways),
};

constexpr EnumRow kBorders[] = {word("TB", 0), word("OB", 1), word("OW", 2), word("IOW", 3)};

using Channel = gen9::ShaderChannelSelect;
constexpr EnumRow kLetters[] = {word("R", Channel::kRed),   word("G", Channel::kGreen), word("B", Channel::kBlue),
                                word("A", Channel::kAlpha), word("0", Channel::kZero),  word("1", Channel::kOne)};

static_assert(std::size(kTypes) == std::size(kApiTypes) && std::size(kBorders) == std::size(kBorderColors));

}  // namespace

EnumRows enum_rows(ApiFilter) {
  return {"filter", kFilters};
}

EnumRows enum_rows(ApiMipFilter) {
  return {"mip filter", kMipFilters};
}

EnumRows enum_rows(ApiCompare) {
  return {"compare function", kCompares};
}

EnumRows operation_words() {
  return {"operation", kOperations};
}

EnumRows address_mode_words() {
  return {"address mode", kAddressModes};
}

EnumRows surface_type_words() {
  return {"surface type", kTypes};
}

EnumRows border_color_words() {
  return {"border colour", kBorders};
}

EnumRows channel_letters() {
  return {"channel", kLetters};
}

}  // namespace texpipe::study
