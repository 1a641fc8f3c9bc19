#include "isa/visa/sampler_opcode.h"

#include <algorithm>
#include <cctype>

namespace texpipe::visa {

namespace {

using enum SamplerMessageType;
using enum SamplerOpcode;

// specification/visa-lowering 2.
// clang-format off
constexpr OperationFacts kOperations[] = {
    {kSample,     kSample3d, "sample_3d"},
    {kSampleB,    kSample3d, "sample_b"},
    {kSampleL,    kSample3d, "sample_l"},
    {kSampleC,    kSample3d, "sample_c"},
    {kSampleD,    kSample3d, "sample_d"},
    {kSampleBC,   kSample3d, "sample_b_c"},
    {kSampleLC,   kSample3d, "sample_l_c"},
    {kLod,        kSample3d, "lod"},
    {kSampleDC,   kSample3d, "sample_d_c"},
    {kSampleLz,   kSample3d, "sample_lz"},
    {kSampleCLz,  kSample3d, "sample_c_lz"},
    {kLd,         kLoad3d,   "load_3d"},
    {kLdLz,       kLoad3d,   "load_lz"},
    {kLd2dmsW,    kLoad3d,   "load_2dms_w"},
    {kLdMcs,      kLoad3d,   "load_mcs"},
    {kGather4,    kSample4,  "sample4"},
    {kGather4C,   kSample4,  "sample4_c"},
    {kGather4Po,  kSample4,  "sample4_po"},
    {kGather4PoC, kSample4,  "sample4_po_c"},
    {kResinfo,    kInfo,     "resinfo"},
    {kSampleinfo, kInfo,     "sampleinfo"},
};
// clang-format on

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

}  // namespace

std::span<const gen9::SamplerParameter> OperationFacts::parameters() const {
  const std::span<const gen9::SamplerParameter> all = message().parameters;
  const bool extra = !all.empty() && all.back() == gen9::SamplerParameter::kMlod;
  return all.first(all.size() - (extra ? 1 : 0));
}

std::span<const OperationFacts> all_operations() {
  return kOperations;
}

const OperationFacts* find_operation(SamplerOpcode opcode, unsigned value) {
  for (const OperationFacts& row : kOperations) {
    if (row.opcode == opcode && static_cast<unsigned>(row.operation) == value) return &row;
  }
  return nullptr;
}

const OperationFacts* find_operation(std::string_view text) {
  for (const OperationFacts& row : kOperations) {
    if (same_letters(row.text, text)) return &row;
  }
  return nullptr;
}

const OperationFacts& facts(SamplerMessageType operation) {
  const auto* row = std::find_if(std::begin(kOperations), std::end(kOperations),
                                 [&](const OperationFacts& r) { return r.operation == operation; });
  return *row;
}

}  // namespace texpipe::visa
