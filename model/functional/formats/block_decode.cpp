#include "functional/formats/block_decode.h"

#include "base/diagnostic.h"
#include "functional/formats/bc1_to_5.h"

namespace texpipe::functional {
namespace {

using gen9::BlockCode;

constexpr ChannelCoding fixed(std::uint32_t denominator) {
  return {.denominator = denominator};
}
constexpr ChannelCoding signed_fixed(std::uint32_t denominator) {
  return {.is_signed = true, .denominator = denominator};
}
constexpr ChannelCoding kZero{.constant = true, .denominator = 1, .default_code = 0};
constexpr ChannelCoding kOne{.constant = true, .denominator = 1, .default_code = 1};
constexpr ChannelCoding kByte = fixed(255);
constexpr ChannelCoding kBcColor = fixed(kBcColorDenominator);
constexpr ChannelCoding kBc4 = fixed(kBc4Denominator);
constexpr ChannelCoding kBc4Signed = signed_fixed(kBc4SignedDenominator);

constexpr ChannelCoding kFloat{.kind = ChannelKind::kFloat};
constexpr ChannelCoding kEac = fixed(2047);
constexpr ChannelCoding kEacSigned = signed_fixed(1023);

struct Row {
  BlockCode code;
  BlockDecoder decoder;
  TexelCoding coding;
};

constexpr Row kRows[] = {
    {BlockCode::kBc1Opaque, decode_bc1_opaque, {kBcColor, kBcColor, kBcColor, kOne}},
    {BlockCode::kBc1, decode_bc1, {kBcColor, kBcColor, kBcColor, fixed(1)}},
    {BlockCode::kBc2, decode_bc2, {kBcColor, kBcColor, kBcColor, fixed(kBc2AlphaDenominator)}},
    {BlockCode::kBc3, decode_bc3, {kBcColor, kBcColor, kBcColor, kBc4}},
    {BlockCode::kBc4, decode_bc4, {kBc4, kZero, kZero, kOne}},
    {BlockCode::kBc4Signed, decode_bc4_signed, {kBc4Signed, kZero, kZero, kOne}},
    {BlockCode::kBc5, decode_bc5, {kBc4, kBc4, kZero, kOne}},
    {BlockCode::kBc5Signed, decode_bc5_signed, {kBc4Signed, kBc4Signed, kZero, kOne}},
    {BlockCode::kBc6h, decode_bc6h, {kFloat, kFloat, kFloat, kOne}},
    {BlockCode::kBc6hSigned, decode_bc6h_signed, {kFloat, kFloat, kFloat, kOne}},
    {BlockCode::kBc7, decode_bc7, {kByte, kByte, kByte, kByte}},
    {BlockCode::kEtc1, decode_etc1, {kByte, kByte, kByte, kOne}},
    {BlockCode::kEtc2, decode_etc2, {kByte, kByte, kByte, kOne}},
    {BlockCode::kEtc2PunchThrough, decode_etc2_punch_through, {kByte, kByte, kByte, fixed(1)}},
    {BlockCode::kEtc2EacAlpha, decode_etc2_eac_alpha, {kByte, kByte, kByte, kByte}},
    {BlockCode::kEacR11, decode_eac_r11, {kEac, kZero, kZero, kOne}},
    {BlockCode::kEacRg11, decode_eac_rg11, {kEac, kEac, kZero, kOne}},
    {BlockCode::kEacR11Signed, decode_eac_r11_signed, {kEacSigned, kZero, kZero, kOne}},
    {BlockCode::kEacRg11Signed, decode_eac_rg11_signed, {kEacSigned, kEacSigned, kZero, kOne}},
    {BlockCode::kFxt1, decode_fxt1, {kByte, kByte, kByte, kByte}},
};

const Row& row_of(BlockCode code) {
  for (const Row& row : kRows) {
    if (row.code == code) return row;
  }
  throw Error{ExitCode::kInternalError, "not a block code"};
}

}  // namespace

BlockDecoder block_decoder(BlockCode code) {
  return row_of(code).decoder;
}

TexelCoding block_coding(BlockCode code) {
  return row_of(code).coding;
}

}  // namespace texpipe::functional
