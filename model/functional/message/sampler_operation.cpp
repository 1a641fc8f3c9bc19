#include "functional/message/sampler_operation.h"

#include <initializer_list>
#include <utility>

namespace texpipe::functional {
namespace {

using P = SamplerParameter;
using K = OperationKind;
using L = LodSource;

struct Traits {
  L lod = L::kNone;
  bool compare = false;
  bool kill_mask = false;
  bool simd8_only = false;
  OperationReduction reduction = OperationReduction::kSampler;
};

constexpr SamplerOperation row(std::uint8_t code, std::string_view name, K kind, Traits traits,
                               std::initializer_list<P> parameters) {
  SamplerOperation operation{
      code, name, kind, traits.lod, traits.compare, traits.kill_mask, traits.simd8_only, traits.reduction};
  for (const P parameter : parameters) operation.parameters[operation.parameter_count++] = parameter;
  return operation;
}

constexpr auto u = P::kU, v = P::kV, r = P::kR, ai = P::kArrayIndex, lod = P::kLod, bias = P::kBias,
               ref = P::kReference;
constexpr auto mlod = P::kMinimumLod, si = P::kSampleIndex, mcsl = P::kMcsLow, mcsh = P::kMcsHigh;
constexpr auto dudx = P::kDuDx, dudy = P::kDuDy, dvdx = P::kDvDx, dvdy = P::kDvDy, drdx = P::kDrDx, drdy = P::kDrDy;
constexpr auto offu = P::kOffsetU, offv = P::kOffsetV;
constexpr auto kMin = OperationReduction::kMinimum, kMax = OperationReduction::kMaximum;

constexpr SamplerOperation kOperations[] = {
    row(0x00, "sample", K::kSample, {.lod = L::kQuad}, {u, v, r, ai, mlod}),
    row(0x01, "sample_b", K::kSample, {.lod = L::kQuadBias}, {bias, u, v, r, ai, mlod}),
    row(0x02, "sample_l", K::kSample, {.lod = L::kParameter}, {lod, u, v, r, ai}),
    row(0x03, "sample_c", K::kSample, {.lod = L::kQuad, .compare = true}, {ref, u, v, r, ai, mlod}),
    row(0x04, "sample_d", K::kSample, {.lod = L::kGradients, .simd8_only = true},
        {u, dudx, dudy, v, dvdx, dvdy, r, drdx, drdy, ai, mlod}),
    row(0x05, "sample_b_c", K::kSample, {.lod = L::kQuadBias, .compare = true}, {ref, bias, u, v, r, ai, mlod}),
    row(0x06, "sample_l_c", K::kSample, {.lod = L::kParameter, .compare = true}, {ref, lod, u, v, r, ai}),
    row(0x07, "ld", K::kLoad, {.lod = L::kParameter}, {u, v, lod, r}),
    row(0x08, "gather4", K::kGather, {.lod = L::kZero}, {u, v, r, ai}),
    row(0x09, "LOD", K::kLod, {.lod = L::kQuad}, {u, v, r, ai}),
    row(0x0A, "resinfo", K::kSurfaceInfo, {.lod = L::kParameter}, {lod}),
    row(0x0B, "sampleinfo", K::kSampleInfo, {}, {}),
    row(0x0C, "sample+killpix", K::kSample, {.lod = L::kQuad, .kill_mask = true, .simd8_only = true}, {u, v, r}),
    row(0x10, "gather4_c", K::kGather, {.lod = L::kZero, .compare = true}, {ref, u, v, r, ai}),
    row(0x11, "gather4_po", K::kGatherOffset, {.lod = L::kZero}, {u, v, offu, offv, r}),
    row(0x12, "gather4_po_c", K::kGatherOffset, {.lod = L::kZero, .compare = true}, {ref, u, v, offu, offv, r}),
    row(0x14, "sample_d_c", K::kSample, {.lod = L::kGradients, .compare = true, .simd8_only = true},
        {ref, u, dudx, dudy, v, dvdx, dvdy, r, drdx, drdy, ai}),
    row(0x16, "sample_min", K::kSample, {.lod = L::kQuad, .reduction = kMin}, {u, v}),
    row(0x17, "sample_max", K::kSample, {.lod = L::kQuad, .reduction = kMax}, {u, v}),
    row(0x18, "sample_lz", K::kSample, {.lod = L::kZero}, {u, v, r, ai}),
    row(0x19, "sample_c_lz", K::kSample, {.lod = L::kZero, .compare = true}, {ref, u, v, r, ai}),
    row(0x1A, "ld_lz", K::kLoad, {.lod = L::kZero}, {u, v, r}),
    row(0x1C, "ld2dms_w", K::kLoadMultisample, {}, {si, mcsl, mcsh, u, v, r, lod}),
    row(0x1D, "ld_mcs", K::kLoadMcs, {}, {u, v, r, lod}),
    row(0x1E, "ld2dms", K::kLoadMultisample, {}, {si, mcsl, u, v, r, lod}),
    row(0x1F, "ld2dss", K::kLoadMultisampleSlice, {}, {si, u, v, r, lod}),
};

constexpr std::pair<unsigned, std::string_view> kMediaOperations[] = {
    {0x00, "sample_unorm"}, {0x02, "sample_unorm+killpix"},
    {0x08, "deinterlace"},  {0x0A, "sample_unorm+killpix (media)"},
    {0x0B, "sample_8x8"},   {0x0C, "sample_unorm (media)"},
    {0x1F, "cache flush"},
};

}  // namespace

const SamplerOperation* find_sampler_operation(unsigned code) {
  static constexpr auto kByCode = [] {
    std::array<const SamplerOperation*, 32> table{};
    for (const SamplerOperation& operation : kOperations) table[operation.code] = &operation;
    return table;
  }();
  return code < kByCode.size() ? kByCode[code] : nullptr;
}

std::string_view media_operation_name(unsigned code) {
  for (const auto& [value, name] : kMediaOperations) {
    if (value == code) return name;
  }
  return {};
}

}  // namespace texpipe::functional
