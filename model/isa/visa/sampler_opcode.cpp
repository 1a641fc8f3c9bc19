#include "isa/visa/sampler_opcode.h"

#include <algorithm>
#include <cctype>

namespace texpipe::visa {

namespace {

constexpr std::string_view kPlain[] = {"u", "v", "r", "ai"};
constexpr std::string_view kBias[] = {"bias", "u", "v", "r", "ai"};
constexpr std::string_view kLodFirst[] = {"lod", "u", "v", "r", "ai"};
constexpr std::string_view kRef[] = {"ref", "u", "v", "r", "ai"};
constexpr std::string_view kGradients[] = {"u", "dudx", "dudy", "v", "dvdx", "dvdy", "r", "drdx", "drdy", "ai"};
constexpr std::string_view kRefBias[] = {"ref", "bias", "u", "v", "r", "ai"};
constexpr std::string_view kRefLod[] = {"ref", "lod", "u", "v", "r", "ai"};
constexpr std::string_view kRefGradients[] = {"ref",  "u", "dudx", "dudy", "v", "dvdx",
                                              "dvdy", "r", "drdx", "drdy", "ai"};
constexpr std::string_view kLoadParameters[] = {"u", "v", "lod", "r"};
constexpr std::string_view kLoadLzParameters[] = {"u", "v", "r"};
constexpr std::string_view kMultisample[] = {"si", "mcsl", "mcsh", "u", "v", "r", "lod"};
constexpr std::string_view kMcs[] = {"u", "v", "r", "lod"};
constexpr std::string_view kOffsets[] = {"u", "v", "offu", "offv", "r"};
constexpr std::string_view kRefOffsets[] = {"ref", "u", "v", "offu", "offv", "r"};
constexpr std::string_view kLodOnly[] = {"lod"};

using enum SamplerMessageType;
using enum SamplerOpcode;
using enum ParameterType;

// visa-lowering.md section 2 and the document's parameter tables.
// clang-format off
//   operation    opcode        name           text           parameters        type     cps    deriv  SIMD8 only
constexpr OperationFacts kOperations[] = {
    {kSample,     kSample3d, "sample",      "sample_3d",   kPlain,           kFloat,   true,  true,  false},
    {kSampleB,    kSample3d, "sample_b",    "sample_b",    kBias,            kFloat,   true,  true,  false},
    {kSampleL,    kSample3d, "sample_l",    "sample_l",    kLodFirst,        kFloat,   false, false, false},
    {kSampleC,    kSample3d, "sample_c",    "sample_c",    kRef,             kFloat,   true,  true,  false},
    {kSampleD,    kSample3d, "sample_d",    "sample_d",    kGradients,       kFloat,   false, false, true},
    {kSampleBC,   kSample3d, "sample_b_c",  "sample_b_c",  kRefBias,         kFloat,   true,  true,  false},
    {kSampleLC,   kSample3d, "sample_l_c",  "sample_l_c",  kRefLod,          kFloat,   false, false, false},
    {kLod,        kSample3d, "LOD",         "lod",         kPlain,           kFloat,   true,  true,  false},
    {kSampleDC,   kSample3d, "sample_d_c",  "sample_d_c",  kRefGradients,    kFloat,   false, false, true},
    {kSampleLz,   kSample3d, "sample_lz",   "sample_lz",   kPlain,           kFloat,   false, false, false},
    {kSampleCLz,  kSample3d, "sample_c_lz", "sample_c_lz", kRef,             kFloat,   false, false, false},
    {kLd,         kLoad3d,   "ld",          "load_3d",     kLoadParameters,  kInteger, false, false, false},
    {kLdLz,       kLoad3d,   "ld_lz",       "load_lz",     kLoadLzParameters, kInteger, false, false, false},
    {kLd2dmsW,    kLoad3d,   "ld2dms_w",    "load_2dms_w", kMultisample,     kInteger, false, false, false},
    {kLdMcs,      kLoad3d,   "ld_mcs",      "load_mcs",    kMcs,             kInteger, false, false, false},
    {kGather4,    kSample4,  "gather4",     "sample4",     kPlain,           kFloat,   false, false, false},
    {kGather4C,   kSample4,  "gather4_c",   "sample4_c",   kRef,             kFloat,   false, false, false},
    {kGather4Po,  kSample4,  "gather4_po",  "sample4_po",  kOffsets,         kFloat,   false, false, false},
    {kGather4PoC, kSample4,  "gather4_po_c", "sample4_po_c", kRefOffsets,    kFloat,   false, false, false},
    {kResinfo,    kInfo,     "resinfo",     "resinfo",     kLodOnly,         kInteger, false, false, false},
    {kSampleinfo, kInfo,     "sampleinfo",  "sampleinfo",  {},               kInteger, false, false, false},
};
// clang-format on

bool same_letters(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char x, char y) {
    return std::tolower(static_cast<unsigned char>(x)) == std::tolower(static_cast<unsigned char>(y));
  });
}

}  // namespace

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
