#include "isa/gen9/eu_instruction.h"

#include <cstdio>

namespace texpipe::gen9 {

namespace {

using I = EuInstruction;
using Present = bool (*)(const I&);

/// A row at absolute bits of the word for a member of the instruction.
template <auto Member>
constexpr BitField<I> row(unsigned high, unsigned low, std::string_view name, Present present = nullptr) {
  return field<I, Member>(static_cast<std::uint8_t>(low / 32), static_cast<std::uint8_t>(high - low / 32 * 32),
                          static_cast<std::uint8_t>(low % 32), name, {}, kPlain, present);
}

/// A row at absolute bits for a member of one of the instruction's operands, or of the operand's address.
template <auto Operand, auto Member>
constexpr BitField<I> part(unsigned high, unsigned low, std::string_view name, Present present,
                           FieldCoding coding = kPlain) {
  using Inner = decltype(detail::member_type(Member));
  BitField<I> row{.dword = static_cast<std::uint8_t>(low / 32),
                  .high = static_cast<std::uint8_t>(high - low / 32 * 32),
                  .low = static_cast<std::uint8_t>(low % 32),
                  .name = name,
                  .meaning = {},
                  .coding = coding,
                  .get = [](const I& i) -> std::uint64_t { return detail::to_bits<Inner>(i.*Operand.*Member); },
                  .set = [](I& i, std::uint64_t bits) { i.*Operand.*Member = detail::from_bits<Inner>(bits); },
                  .is_boolean = std::same_as<Inner, bool>,
                  .present = present};
  if constexpr (requires { enum_rows(Inner{}); }) row.rows = [](const I&) { return enum_rows(Inner{}); };
  return row;
}

/// A row whose names depend on other fields, so that its list alone refuses nothing.
constexpr BitField<I> in_context(BitField<I> row) {
  row.rows = nullptr;
  return row;
}

template <auto Operand, auto Member>
constexpr BitField<I> address(unsigned high, unsigned low, std::string_view name, Present present,
                              FieldCoding coding = kPlain) {
  using Inner = decltype(detail::member_type(Member));
  return {.dword = static_cast<std::uint8_t>(low / 32),
          .high = static_cast<std::uint8_t>(high - low / 32 * 32),
          .low = static_cast<std::uint8_t>(low % 32),
          .name = name,
          .meaning = {},
          .coding = coding,
          .get = [](const I& i) -> std::uint64_t { return (i.*Operand).address.*Member; },
          .set = [](I& i, std::uint64_t bits) { (i.*Operand).address.*Member = static_cast<Inner>(bits); },
          .is_boolean = std::same_as<Inner, bool>,
          .present = present};
}

bool is(const I& i, EuForm form) {
  return i.shape().form == form;
}
bool anything(const I& i) {
  return !is(i, EuForm::kNothing);
}
bool three(const I& i) {
  return is(i, EuForm::kThreeSource);
}
bool send(const I& i) {
  return is(i, EuForm::kSend);
}
bool split(const I& i) {
  return is(i, EuForm::kSplitSend);
}
bool sends(const I& i) {
  return send(i) || split(i);
}
bool math(const I& i) {
  return is(i, EuForm::kMath);
}
/// Operands laid out as those of one or two sources.
bool plain(const I& i) {
  return anything(i) && !three(i) && !sends(i);
}
bool common_destination(const I& i) {
  return plain(i) || send(i);
}
bool align16(const I& i) {
  return i.access == AccessMode::kAlign16;
}
template <bool Align16>
bool in_mode(const I& i) {
  return align16(i) == Align16;
}
bool indirect_destination(const I& i) {
  return i.destination.mode == AddrMode::kIndirect;
}

/// Branches whose offsets stand where operands of others do, whatever the register files say.
bool offsets_only(const I& i) {
  return i.shape().target == EuTarget::kJip || i.shape().target == EuTarget::kJipAndUip;
}
bool immediate0(const I& i) {
  return plain(i) && i.source0.file == RegFile::kImm;
}
bool register0(const I& i) {
  return plain(i) && i.source0.file != RegFile::kImm && !offsets_only(i);
}
/// One source, or an immediate of 64 bits in its place, leaves no room for another.
bool wide0(const I& i) {
  return immediate0(i) && (i.source0.immediate_type == SrcImmType::kUq || i.source0.immediate_type == SrcImmType::kQ ||
                           i.source0.immediate_type == SrcImmType::kDf);
}
bool branch(const I& i) {
  return is(i, EuForm::kBranch);
}
bool has_source1(const I& i) {
  return plain(i) && i.sources() > 1 && !wide0(i);
}
bool immediate1(const I& i) {
  return has_source1(i) && i.source1.file == RegFile::kImm;
}
bool register1(const I& i) {
  return has_source1(i) && i.source1.file != RegFile::kImm && !offsets_only(i);
}
bool has_jip(const I& i) {
  return i.has_jip();
}
bool has_uip(const I& i) {
  return i.has_uip();
}

template <bool (*First)(const I&), bool (*Second)(const I&)>
bool both(const I& i) {
  return First(i) && Second(i);
}
bool direct_destination(const I& i) {
  return !indirect_destination(i);
}
template <auto Source>
bool direct_source(const I& i) {
  return (i.*Source).mode == AddrMode::kDirect;
}
template <auto Source>
bool indirect_source(const I& i) {
  return (i.*Source).mode == AddrMode::kIndirect;
}
bool align1_destination(const I& i) {
  return common_destination(i) && in_mode<false>(i);
}
bool align16_destination(const I& i) {
  return common_destination(i) && in_mode<true>(i);
}

constexpr Present kRegister0Align1 = both<register0, in_mode<false>>;
constexpr Present kRegister0Align16 = both<register0, in_mode<true>>;
constexpr Present kRegister1Align1 = both<register1, in_mode<false>>;
constexpr Present kRegister1Align16 = both<register1, in_mode<true>>;
constexpr Present kDirect0 = both<register0, direct_source<&I::source0>>;
constexpr Present kIndirect0 = both<register0, indirect_source<&I::source0>>;
constexpr Present kDirect1 = both<register1, direct_source<&I::source1>>;
constexpr Present kIndirect1 = both<register1, indirect_source<&I::source1>>;
constexpr Present kSendDirect = both<send, direct_source<&I::source0>>;
constexpr Present kSendIndirect = both<send, indirect_source<&I::source0>>;
constexpr Present kSplitDirect = both<split, direct_source<&I::source0>>;
constexpr Present kSplitIndirect = both<split, indirect_source<&I::source0>>;

bool condition_modifier(const I& i) {
  return anything(i) && !math(i) && !sends(i);
}
bool accumulator_control(const I& i) {
  return anything(i) && !branch(i);
}
bool send_register_descriptor(const I& i) {
  return send(i) && i.source1.file == RegFile::kArf;
}
bool send_word_descriptor(const I& i) {
  return send(i) && i.source1.file == RegFile::kImm;
}
bool split_word_descriptor(const I& i) {
  return split(i) && !i.message.descriptor_in_register;
}
bool split_register_extended(const I& i) {
  return split(i) && i.message.extended_in_register;
}
bool split_word_extended(const I& i) {
  return split(i) && !i.message.extended_in_register;
}
bool immediate32_0(const I& i) {
  return immediate0(i) && !branch(i) && !wide0(i);
}
bool immediate64(const I& i) {
  return wide0(i) && !branch(i);
}
bool immediate32_1(const I& i) {
  return immediate1(i) && !branch(i);
}

/// A part of the extended function of a send, which stands in four places of its word.
template <unsigned Shift>
constexpr BitField<I> extended_piece(unsigned high, unsigned low) {
  return {.dword = static_cast<std::uint8_t>(low / 32),
          .high = static_cast<std::uint8_t>(high % 32),
          .low = static_cast<std::uint8_t>(low % 32),
          .name = "ExDesc",
          .meaning = {},
          .coding = kPlain,
          .get = [](const I& i) -> std::uint64_t { return i.message.extended_function >> Shift & 15u; },
          .set =
              [](I& i, std::uint64_t bits) {
                const unsigned kept = i.message.extended_function & ~(15u << Shift);
                i.message.extended_function = static_cast<std::uint16_t>(kept | bits << Shift);
              },
          .present = send};
}

constexpr FieldCoding kHalfRegister{.shift = 4};
constexpr FieldCoding kDword{.shift = 2};

using D = EuDestination;
using S = EuSource;
using A = RegisterAddress;
using M = EuMessage;

// specification/eu 2 to 4.
constexpr std::array kFields{
    row<&I::opcode>(6, 0, "Opcode"),
    row<&I::access>(8, 8, "AccessMode", anything),
    row<&I::dependency>(10, 9, "DepCtrl", anything),
    row<&I::nib>(11, 11, "NibCtrl", anything),
    in_context(row<&I::quarter>(13, 12, "QtrCtrl", anything)),
    row<&I::thread>(15, 14, "ThreadCtrl", anything),
    in_context(row<&I::predicate>(19, 16, "PredCtrl", anything)),
    row<&I::predicate_inverted>(20, 20, "PredInv", anything),
    row<&I::exec_size>(23, 21, "ExecSize", anything),
    row<&I::condition>(27, 24, "CondModifier", condition_modifier),
    row<&I::function>(27, 24, "FC", math),
    row<&I::shared_function>(27, 24, "SFID", sends),
    row<&I::accumulator_write>(28, 28, "AccWrCtrl", accumulator_control),
    row<&I::branch_control>(28, 28, "BranchCtrl", branch),
    row<&I::breakpoint>(30, 30, "DebugCtrl", anything),
    row<&I::saturate>(31, 31, "Saturate", anything),
    row<&I::flag_subregister>(32, 32, "Flag Subregister", anything),
    row<&I::flag_register>(33, 33, "Flag Register", anything),
    row<&I::no_mask>(34, 34, "MaskCtrl", anything),

    part<&I::destination, &D::file>(36, 35, "Dst.RegFile", common_destination),
    part<&I::destination, &D::type>(40, 37, "Dst.Type", [](const I& i) { return common_destination(i) || split(i); }),
    part<&I::destination, &D::mode>(63, 63, "Dst.AddrMode",
                                    [](const I& i) { return common_destination(i) || split(i); }),
    part<&I::destination, &D::stride>(62, 61, "Dst.HorzStride", common_destination),
    part<&I::destination, &D::number>(60, 53, "Dst.RegNum", both<common_destination, direct_destination>),
    part<&I::destination, &D::subregister>(52, 48, "Dst.SubRegNum", both<align1_destination, direct_destination>),
    part<&I::destination, &D::subregister>(52, 52, "Dst.SubRegNum", both<align16_destination, direct_destination>,
                                           kHalfRegister),
    part<&I::destination, &D::channels>(51, 48, "Dst.ChanEn", align16_destination),
    address<&I::destination, &A::subregister>(60, 57, "Dst.AddrSubRegNum",
                                              both<common_destination, indirect_destination>),
    address<&I::destination, &A::offset_low>(56, 48, "Dst.AddrImm", both<align1_destination, indirect_destination>),
    address<&I::destination, &A::offset_low>(56, 52, "Dst.AddrImm", both<align16_destination, indirect_destination>,
                                             kHalfRegister),
    address<&I::destination, &A::offset_negative>(47, 47, "Dst.AddrImm[9]",
                                                  both<common_destination, indirect_destination>),

    part<&I::source0, &S::file>(42, 41, "Src0.RegFile", common_destination),
    part<&I::source0, &S::type>(46, 43, "Src0.SrcType", [](const I& i) { return register0(i) || send(i); }),
    part<&I::source0, &S::immediate_type>(46, 43, "Src0.SrcImmType", immediate0),
    part<&I::source0, &S::mode>(79, 79, "Src0.AddrMode", [](const I& i) { return register0(i) || sends(i); }),
    part<&I::source0, &S::modifier>(78, 77, "Src0.SrcMod", register0),
    part<&I::source0, &S::number>(76, 69, "Src0.RegNum", kDirect0),
    part<&I::source0, &S::subregister>(68, 64, "Src0.SubRegNum", both<kRegister0Align1, direct_source<&I::source0>>),
    part<&I::source0, &S::subregister>(68, 68, "Src0.SubRegNum", both<kRegister0Align16, direct_source<&I::source0>>,
                                       kHalfRegister),
    address<&I::source0, &A::subregister>(76, 73, "Src0.AddrSubRegNum", kIndirect0),
    address<&I::source0, &A::offset_low>(72, 64, "Src0.AddrImm", both<kRegister0Align1, indirect_source<&I::source0>>),
    address<&I::source0, &A::offset_low>(72, 68, "Src0.AddrImm", both<kRegister0Align16, indirect_source<&I::source0>>,
                                         kHalfRegister),
    address<&I::source0, &A::offset_negative>(95, 95, "Src0.AddrImm[9]", kIndirect0),
    part<&I::source0, &S::vertical>(88, 85, "Src0.VertStride", register0),
    part<&I::source0, &S::width>(84, 82, "Src0.Width", kRegister0Align1),
    part<&I::source0, &S::horizontal>(81, 80, "Src0.HorzStride", kRegister0Align1),
    part<&I::source0, &S::swizzle_xy>(67, 64, "Src0.ChanSel.xy", kRegister0Align16),
    part<&I::source0, &S::swizzle_zw>(83, 80, "Src0.ChanSel.zw", kRegister0Align16),
    part<&I::source0, &S::immediate>(127, 96, "Src0.Imm", immediate32_0),
    part<&I::source0, &S::immediate>(127, 64, "Src0.Imm", immediate64),

    part<&I::source1, &S::file>(90, 89, "Src1.RegFile", [](const I& i) { return has_source1(i) || send(i); }),
    part<&I::source1, &S::type>(94, 91, "Src1.SrcType", register1),
    part<&I::source1, &S::immediate_type>(94, 91, "Src1.SrcImmType", immediate1),
    part<&I::source1, &S::mode>(111, 111, "Src1.AddrMode", register1),
    part<&I::source1, &S::modifier>(110, 109, "Src1.SrcMod", register1),
    part<&I::source1, &S::number>(108, 101, "Src1.RegNum", kDirect1),
    part<&I::source1, &S::subregister>(100, 96, "Src1.SubRegNum", both<kRegister1Align1, direct_source<&I::source1>>),
    part<&I::source1, &S::subregister>(100, 100, "Src1.SubRegNum", both<kRegister1Align16, direct_source<&I::source1>>,
                                       kHalfRegister),
    address<&I::source1, &A::subregister>(108, 105, "Src1.AddrSubRegNum", kIndirect1),
    address<&I::source1, &A::offset_low>(104, 96, "Src1.AddrImm", both<kRegister1Align1, indirect_source<&I::source1>>),
    address<&I::source1, &A::offset_low>(104, 100, "Src1.AddrImm",
                                         both<kRegister1Align16, indirect_source<&I::source1>>, kHalfRegister),
    address<&I::source1, &A::offset_negative>(121, 121, "Src1.AddrImm[9]", kIndirect1),
    part<&I::source1, &S::vertical>(120, 117, "Src1.VertStride", register1),
    part<&I::source1, &S::width>(116, 114, "Src1.Width", kRegister1Align1),
    part<&I::source1, &S::horizontal>(113, 112, "Src1.HorzStride", kRegister1Align1),
    part<&I::source1, &S::swizzle_xy>(99, 96, "Src1.ChanSel.xy", kRegister1Align16),
    part<&I::source1, &S::swizzle_zw>(115, 112, "Src1.ChanSel.zw", kRegister1Align16),
    part<&I::source1, &S::immediate>(127, 96, "Src1.Imm", immediate32_1),
    row<&I::jip>(127, 96, "JIP", has_jip),
    row<&I::uip>(95, 64, "UIP", has_uip),

    part<&I::source2, &S::replicate>(106, 106, "Src2.RepCtrl", three),
    row<&I::source2_is_half>(35, 35, "Src2.Type", three),
    row<&I::source1_is_half>(36, 36, "Src1.Type", three),
    part<&I::source0, &S::modifier>(38, 37, "Src0.SrcMod", three),
    part<&I::source1, &S::modifier>(40, 39, "Src1.SrcMod", three),
    part<&I::source2, &S::modifier>(42, 41, "Src2.SrcMod", three),
    row<&I::three_source_type>(45, 43, "SrcType", three),
    part<&I::destination, &D::three_source_type>(48, 46, "Dst.Type", three),
    part<&I::destination, &D::channels>(52, 49, "Dst.ChanEn", three),
    part<&I::destination, &D::subregister>(55, 53, "Dst.SubRegNum", three, kDword),
    part<&I::destination, &D::number>(63, 56, "Dst.RegNum", three),
    part<&I::source0, &S::replicate>(64, 64, "Src0.RepCtrl", three),
    part<&I::source0, &S::swizzle_xy>(68, 65, "Src0.ChanSel.xy", three),
    part<&I::source0, &S::swizzle_zw>(72, 69, "Src0.ChanSel.zw", three),
    part<&I::source0, &S::subregister>(75, 73, "Src0.SubRegNum", three, kDword),
    part<&I::source0, &S::number>(83, 76, "Src0.RegNum", three),
    part<&I::source0, &S::odd_half>(84, 84, "Src0.SubRegNum[0]", three),
    part<&I::source1, &S::replicate>(85, 85, "Src1.RepCtrl", three),
    part<&I::source1, &S::swizzle_xy>(89, 86, "Src1.ChanSel.xy", three),
    part<&I::source1, &S::swizzle_zw>(93, 90, "Src1.ChanSel.zw", three),
    part<&I::source1, &S::subregister>(96, 94, "Src1.SubRegNum", three, kDword),
    part<&I::source1, &S::number>(104, 97, "Src1.RegNum", three),
    part<&I::source1, &S::odd_half>(105, 105, "Src1.SubRegNum[0]", three),
    part<&I::source2, &S::swizzle_xy>(110, 107, "Src2.ChanSel.xy", three),
    part<&I::source2, &S::swizzle_zw>(114, 111, "Src2.ChanSel.zw", three),
    part<&I::source2, &S::subregister>(117, 115, "Src2.SubRegNum", three, kDword),
    part<&I::source2, &S::number>(125, 118, "Src2.RegNum", three),
    part<&I::source2, &S::odd_half>(126, 126, "Src2.SubRegNum[0]", three),

    part<&I::source0, &S::number>(76, 69, "Src0.RegNum", kSendDirect),
    part<&I::source0, &S::subregister>(68, 68, "Src0.SubRegNum", kSendDirect, kHalfRegister),
    address<&I::source0, &A::subregister>(76, 73, "Src0.AddrSubRegNum", kSendIndirect),
    address<&I::source0, &A::offset_low>(72, 68, "Src0.AddrImm", kSendIndirect, kHalfRegister),
    address<&I::source0, &A::offset_negative>(95, 95, "Src0.AddrImm[9]", kSendIndirect),
    extended_piece<0>(67, 64),
    extended_piece<4>(83, 80),
    extended_piece<8>(88, 85),
    extended_piece<12>(94, 91),
    part<&I::source1, &S::number>(108, 101, "Desc.RegNum", send_register_descriptor),
    part<&I::source1, &S::subregister>(100, 96, "Desc.SubRegNum", send_register_descriptor),

    part<&I::destination, &D::file>(35, 35, "Dst.RegFile", split),
    part<&I::source1, &S::file>(36, 36, "Src1.RegFile", split),
    part<&I::source1, &S::number>(51, 44, "Src1.RegNum", split),
    part<&I::destination, &D::number>(60, 53, "Dst.RegNum", both<split, direct_destination>),
    part<&I::destination, &D::subregister>(52, 52, "Dst.SubRegNum", both<split, direct_destination>, kHalfRegister),
    address<&I::destination, &A::subregister>(60, 57, "Dst.AddrSubRegNum", both<split, indirect_destination>),
    address<&I::destination, &A::offset_low>(56, 52, "Dst.AddrImm", both<split, indirect_destination>, kHalfRegister),
    address<&I::destination, &A::offset_negative>(62, 62, "Dst.AddrImm[9]", both<split, indirect_destination>),
    part<&I::message, &M::extended_in_register>(61, 61, "SelReg32ExDesc", split),
    part<&I::message, &M::descriptor_in_register>(77, 77, "SelReg32Desc", split),
    part<&I::source0, &S::number>(76, 69, "Src0.RegNum", kSplitDirect),
    part<&I::source0, &S::subregister>(68, 68, "Src0.SubRegNum", kSplitDirect, kHalfRegister),
    address<&I::source0, &A::subregister>(76, 73, "Src0.AddrSubRegNum", kSplitIndirect),
    address<&I::source0, &A::offset_low>(72, 68, "Src0.AddrImm", kSplitIndirect, kHalfRegister),
    address<&I::source0, &A::offset_negative>(78, 78, "Src0.AddrImm[9]", kSplitIndirect),
    part<&I::message, &M::extended_length>(67, 64, "ExDesc[9:6]", split_word_extended),
    part<&I::message, &M::extended_function>(95, 80, "ExDesc[31:16]", split_word_extended),
    part<&I::message, &M::extended_subregister>(82, 80, "ExDesc.AddrSubRegNum", split_register_extended),

    part<&I::message, &M::descriptor>(126, 96, "Desc",
                                      [](const I& i) { return send_word_descriptor(i) || split_word_descriptor(i); }),
    part<&I::message, &M::end_of_thread>(127, 127, "EOT", sends),
};

constexpr BitLayout<I, 4> kLayout{"EU_INSTRUCTION", kFields};

constexpr EnumRow kThreeSourceTypeRows[] = {
    {0, ":f", "32-bit float"},  {1, ":d", "32 bits, signed"}, {2, ":ud", "32 bits, unsigned"},
    {3, ":df", "64-bit float"}, {4, ":hf", "16-bit float"},   {5, "Reserved", "", "", 7},
};

constexpr char kEuPlace[] = "instruction at byte ";

[[noreturn]] void refuse(std::uint32_t offset, std::string problem, std::string hint = {}) {
  throw Error{ExitCode::kMalformedInput,
              Diagnostic{.path = eu_place(offset), .problem = std::move(problem), .hint = std::move(hint)}};
}

/// Codes whose meaning depends on other fields, which their rows' lists cannot say alone.
void require_listed(const I& i) {
  if (i.shape().form == EuForm::kNothing) return;
  name_of(i.predicate, i.access);
}

}  // namespace

EnumRows enum_rows(ThreeSourceType) {
  return {"three-source type", kThreeSourceTypeRows};
}

std::string eu_place(std::uint32_t offset) {
  char text[40];
  std::snprintf(text, sizeof text, "%s0x%X", kEuPlace, static_cast<unsigned>(offset));
  return text;
}

bool is_eu_place(std::string_view text) {
  return text.starts_with(kEuPlace);
}

ThreeSourceType EuInstruction::source_type(unsigned i) const {
  const bool floats = three_source_type == ThreeSourceType::kF || three_source_type == ThreeSourceType::kHf;
  if (i == 0 || !floats) return three_source_type;
  return (i == 1 ? source1_is_half : source2_is_half) ? ThreeSourceType::kHf : ThreeSourceType::kF;
}

bool EuInstruction::has_jip() const {
  switch (shape().target) {
    case EuTarget::kJip:
    case EuTarget::kJipAndUip:
      return true;
    case EuTarget::kJipOrSource1:
      return source1.file == RegFile::kImm;
    case EuTarget::kJipOrSource0:
    case EuTarget::kOffsetsOrSource0:
      return source0.file == RegFile::kImm;
    default:
      return false;
  }
}

bool EuInstruction::has_uip() const {
  return shape().target == EuTarget::kJipAndUip || (shape().target == EuTarget::kOffsetsOrSource0 && has_jip());
}

MessageWords EuInstruction::message_words() const {
  const std::uint32_t extended = static_cast<std::uint32_t>(shared_function) | (message.end_of_thread ? 32u : 0u) |
                                 static_cast<std::uint32_t>(message.extended_length) << 6 |
                                 static_cast<std::uint32_t>(message.extended_function) << 16;
  return {.descriptor = message.descriptor, .extended = extended};
}

EuInstruction decode_eu(const EuWords& words, std::uint32_t offset) try {
  EuInstruction instruction = kLayout.decode_keeping_reserved(words);
  kLayout.require_listed(instruction);
  require_listed(instruction);
  instruction.offset = offset;
  return instruction;
} catch (const Error& error) {
  refuse(offset, error.diagnostics().front().problem, error.diagnostics().front().hint);
}

EuWords encode_eu(const EuInstruction& instruction) {
  return kLayout.encode_with_reserved(instruction);
}

std::vector<FieldValue> eu_fields(const EuInstruction& instruction) {
  return kLayout.values(instruction);
}

EuInstruction read_eu(std::span<const std::uint8_t> program, std::uint32_t offset) {
  const auto dword = [&](std::size_t at) {
    return std::uint32_t{program[at]} | std::uint32_t{program[at + 1]} << 8 | std::uint32_t{program[at + 2]} << 16 |
           std::uint32_t{program[at + 3]} << 24;
  };
  const std::size_t left = offset < program.size() ? program.size() - offset : 0;
  if (left < 8) refuse(offset, "cut off after " + std::to_string(left) + " bytes", "expected 8 or 16");
  const std::uint32_t first = dword(offset);
  const EuOpcode opcode = static_cast<EuOpcode>(first & 127u);
  if (!listed(opcode)) {
    char code[8];
    std::snprintf(code, sizeof code, "0x%02X", first & 127u);
    refuse(offset, std::string{"EU_OPCODE has no value "} + code + " (reserved or not listed)");
  }
  if (is_compacted(first)) {
    const std::uint64_t bits = first | std::uint64_t{dword(offset + 4)} << 32;
    EuInstruction instruction = decode_eu(expand(bits, is_three_source(opcode)), offset);
    instruction.compacted = true;
    return instruction;
  }
  if (left < 16) refuse(offset, "cut off after " + std::to_string(left) + " bytes", "expected 16");
  return decode_eu({first, dword(offset + 4), dword(offset + 8), dword(offset + 12)}, offset);
}

std::vector<EuInstruction> read_eu_program(std::span<const std::uint8_t> program) {
  std::vector<EuInstruction> instructions;
  for (std::uint32_t offset = 0; offset < program.size(); offset += instructions.back().size())
    instructions.push_back(read_eu(program, offset));
  return instructions;
}

void append_eu(std::vector<std::uint8_t>& program, const EuInstruction& instruction) {
  const EuWords words = encode_eu(instruction);
  const auto append = [&](std::uint64_t bits, unsigned bytes) {
    for (unsigned i = 0; i < bytes; ++i) program.push_back(static_cast<std::uint8_t>(bits >> 8 * i));
  };
  const auto compacted = instruction.compacted ? compact(words, is_three_source(instruction.opcode)) : std::nullopt;
  if (compacted) {
    append(*compacted, 8);
  } else {
    for (const std::uint32_t word : words) append(word, 4);
  }
}

}  // namespace texpipe::gen9
