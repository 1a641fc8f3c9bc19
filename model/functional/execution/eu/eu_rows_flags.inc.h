// Text of the row functions that read or write flags, compiled as eu_rows.inc.h is.

namespace {

/// Runs `Row::row`, of two sources, for one thread and for several.
template <class Row>
struct TwoSources {
  static void many(EuContext* const* contexts, unsigned count, const EuOperation& operation) {
    const RowSource s0{operation.source[0]}, s1{operation.source[1]};
    const RowResult result{operation};
    for (unsigned n = 0; n < count; ++n) Row::row(*contexts[n], operation, s0, s1, result);
  }
  static void one(EuContext& context, const EuOperation& operation) {
    EuContext* const only = &context;
    many(&only, 1, operation);
  }
};

/// sel by a predicate, which says where a result comes from and not whether it is written.
template <class Element, unsigned Lanes>
struct SelectRun : TwoSources<SelectRun<Element, Lanes>> {
  using W = Element;
  [[gnu::noinline]] static void row(EuContext& context, const EuOperation& operation, const RowSource& s0,
                                    const RowSource& s1, const RowResult& result) {
    const EuState& state = context.state;
    if (!state.nearest) [[unlikely]]
      return run_select(context, operation);
    std::uint32_t enabled = operation.enabled_lanes;
    if (!operation.no_mask) enabled &= state.here >> operation.first_channel;
    if (enabled == 0) return;
    const std::uint32_t least = operation.copies ? 0 : state.least_float;
    const std::uint32_t chosen = predicate_lanes(state, operation);
    alignas(64) std::array<W, Lanes> buffers[2], results;
    const W* a = lanes_of<W, Lanes>(context, s0, buffers[0].data());
    const W* b = lanes_of<W, Lanes>(context, s1, buffers[1].data());
    for (unsigned i = 0; i < Lanes; ++i) {
      const W first = operand(a[i], s0, least), second = operand(b[i], s1, least);
      results[i] = (chosen >> i & 1u) != 0 ? first : second;
    }
    finish_row<Element, W, Lanes>(context, result, results.data(), enabled, least);
  }
};

/// cmp of floats; the destination, where there is one, has 32 bits a lane: all ones or all zeros.
template <gen9::CondModifier Relation, unsigned Lanes>
struct CompareRun : TwoSources<CompareRun<Relation, Lanes>> {
  [[gnu::noinline]] static void row(EuContext& context, const EuOperation& operation, const RowSource& s0,
                                    const RowSource& s1, const RowResult& result) {
    std::uint32_t enabled, least;
    if (!begin<run_compare>(context, operation, enabled, least)) return;
    alignas(64) std::array<float, Lanes> buffers[2];
    alignas(64) std::array<std::uint32_t, Lanes> ones;
    const float* a = lanes_of<float, Lanes>(context, s0, buffers[0].data());
    const float* b = lanes_of<float, Lanes>(context, s1, buffers[1].data());
    for (unsigned i = 0; i < Lanes; ++i)
      ones[i] = holds(Relation, operand(a[i], s0, least), operand(b[i], s1, least)) ? ~0u : 0u;
    std::uint32_t flags = 0;
    for (unsigned i = 0; i < Lanes; ++i) flags |= ones[i] & 1u << i;
    write_flags(context.state, operation, flags, enabled);
    if (operation.destination.store != nullptr)
      finish_row<std::uint32_t, std::uint32_t, Lanes>(context, result, ones.data(), enabled, 0);
  }
};

}  // namespace
