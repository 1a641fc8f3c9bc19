// Vectors of kLanes numbers: the vector types of GCC and Clang, and what they and the rules lack (one_lane.h has the
// same for one lane). Included in the namespace of each instruction set.

#define TEXPIPE_INLINE [[gnu::always_inline]] static inline
#undef TEXPIPE_RULE
#define TEXPIPE_RULE TEXPIPE_INLINE

typedef float F32 __attribute__((vector_size(4 * TEXPIPE_LANES)));
typedef std::int32_t I32 __attribute__((vector_size(4 * TEXPIPE_LANES)));
typedef std::uint32_t U32 __attribute__((vector_size(4 * TEXPIPE_LANES)));
typedef std::int32_t HalfI32 __attribute__((vector_size(2 * TEXPIPE_LANES)));
typedef float HalfF32 __attribute__((vector_size(2 * TEXPIPE_LANES)));
typedef double HalfF64 __attribute__((vector_size(4 * TEXPIPE_LANES)));
typedef std::int64_t HalfI64 __attribute__((vector_size(4 * TEXPIPE_LANES)));

/// Result of a comparison: -1 where it is true.
typedef I32 Mask;

constexpr unsigned kLanes = TEXPIPE_LANES;

#if TEXPIPE_LANES == 16
#define TEXPIPE_LOW(v) __builtin_shufflevector(v, v, 0, 1, 2, 3, 4, 5, 6, 7)
#define TEXPIPE_HIGH(v) __builtin_shufflevector(v, v, 8, 9, 10, 11, 12, 13, 14, 15)
#define TEXPIPE_JOIN(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15)
#elif TEXPIPE_LANES == 8
#define TEXPIPE_LOW(v) __builtin_shufflevector(v, v, 0, 1, 2, 3)
#define TEXPIPE_HIGH(v) __builtin_shufflevector(v, v, 4, 5, 6, 7)
#define TEXPIPE_JOIN(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3, 4, 5, 6, 7)
#else
#define TEXPIPE_LOW(v) __builtin_shufflevector(v, v, 0, 1)
#define TEXPIPE_HIGH(v) __builtin_shufflevector(v, v, 2, 3)
#define TEXPIPE_JOIN(a, b) __builtin_shufflevector(a, b, 0, 1, 2, 3)
#endif

/// kLanes doubles in two registers.
struct F64 {
  HalfF64 low, high;
};
TEXPIPE_INLINE F64 operator+(F64 a, F64 b) {
  return {a.low + b.low, a.high + b.high};
}
TEXPIPE_INLINE F64 operator-(F64 a, F64 b) {
  return {a.low - b.low, a.high - b.high};
}
TEXPIPE_INLINE F64 operator*(F64 a, F64 b) {
  return {a.low * b.low, a.high * b.high};
}
TEXPIPE_INLINE F64 operator/(F64 a, F64 b) {
  return {a.low / b.low, a.high / b.high};
}
TEXPIPE_INLINE F64 operator/(F64 a, double b) {
  const HalfF64 divisors = HalfF64{} + b;
  return {a.low / divisors, a.high / divisors};
}
TEXPIPE_INLINE F64 operator*(F64 a, double b) {
  return {a.low * b, a.high * b};
}
TEXPIPE_INLINE F64 operator+(F64 a, double b) {
  return {a.low + b, a.high + b};
}
TEXPIPE_INLINE F64 minimum(F64 a, double b) {
  const HalfF64 limit = HalfF64{} + b;
  return {a.low < limit ? a.low : limit, a.high < limit ? a.high : limit};
}
TEXPIPE_INLINE F64 maximum(F64 a, double b) {
  const HalfF64 limit = HalfF64{} + b;
  return {a.low > limit ? a.low : limit, a.high > limit ? a.high : limit};
}
TEXPIPE_INLINE F64 absolute(F64 a) {
  const HalfI64 mask = HalfI64{} + std::int64_t{0x7FFFFFFFFFFFFFFF};
  return {(HalfF64)((HalfI64)a.low & mask), (HalfF64)((HalfI64)a.high & mask)};
}
TEXPIPE_INLINE I32 joined(HalfI64 low, HalfI64 high) {
  return TEXPIPE_JOIN(__builtin_convertvector(low, HalfI32), __builtin_convertvector(high, HalfI32));
}
TEXPIPE_INLINE I32 less(F64 a, F64 b) {
  return joined(a.low < b.low, a.high < b.high);
}

// GCC 12 converts between widths in halves.
TEXPIPE_INLINE HalfF64 doubles(HalfF32 a) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return (HalfF64)_mm512_cvtps_pd((__m256)a);
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return (HalfF64)_mm256_cvtps_pd((__m128)a);
#else
  return __builtin_convertvector(a, HalfF64);
#endif
}
TEXPIPE_INLINE HalfF64 doubles(HalfI32 a) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return (HalfF64)_mm512_cvtepi32_pd((__m256i)a);
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return (HalfF64)_mm256_cvtepi32_pd((__m128i)a);
#else
  return __builtin_convertvector(a, HalfF64);
#endif
}
TEXPIPE_INLINE HalfF32 floats(HalfF64 a) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return (HalfF32)_mm512_cvtpd_ps((__m512d)a);
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return (HalfF32)_mm256_cvtpd_ps((__m256d)a);
#else
  return __builtin_convertvector(a, HalfF32);
#endif
}
/// Towards zero.
TEXPIPE_INLINE HalfI32 integers(HalfF64 a) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return (HalfI32)_mm512_cvttpd_epi32((__m512d)a);
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return (HalfI32)_mm256_cvttpd_epi32((__m256d)a);
#else
  return __builtin_convertvector(a, HalfI32);
#endif
}

TEXPIPE_INLINE F64 widen(F32 a) {
  return {doubles(TEXPIPE_LOW(a)), doubles(TEXPIPE_HIGH(a))};
}
TEXPIPE_INLINE F64 widen(I32 a) {
  return {doubles(TEXPIPE_LOW(a)), doubles(TEXPIPE_HIGH(a))};
}
/// Rounded to float32, to nearest even.
TEXPIPE_INLINE F32 narrow(F64 a) {
  return TEXPIPE_JOIN(floats(a.low), floats(a.high));
}
TEXPIPE_INLINE F32 to_float(I32 a) {
  return __builtin_convertvector(a, F32);
}
/// Largest integers not above. @param a within the range of the integers
TEXPIPE_INLINE I32 floored(F64 a) {
  const HalfI32 low = integers(a.low), high = integers(a.high);
  const F64 back{doubles(low), doubles(high)};
  return TEXPIPE_JOIN(low, high) + less(a, back);  // a true comparison is -1
}

/// Largest integers not above. @param a  below 2^31
TEXPIPE_INLINE I32 floored(F32 a) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return (I32)_mm512_cvt_roundps_epi32((__m512)a, _MM_FROUND_TO_NEG_INF | _MM_FROUND_NO_EXC);
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return (I32)_mm256_cvtps_epi32(_mm256_floor_ps((__m256)a));
#endif
  const I32 whole = __builtin_convertvector(a, I32);
  return whole + (I32)(a < __builtin_convertvector(whole, F32));
}
TEXPIPE_INLINE F64 widen(U32 a) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return {(HalfF64)_mm512_cvtepu32_pd((__m256i)TEXPIPE_LOW((I32)a)),
          (HalfF64)_mm512_cvtepu32_pd((__m256i)TEXPIPE_HIGH((I32)a))};
#endif
  return widen((I32)(a ^ 0x80000000u)) + 2147483648.0;
}

/// A number as one of what holds sums: U32 or F64.
template <class Sum>
TEXPIPE_INLINE Sum as(I32 a) {
  if constexpr (std::is_same_v<Sum, F64>) {
    return widen(a);
  } else {
    return (Sum)a;
  }
}
template <class Sum>
TEXPIPE_INLINE Sum as(Sum a) {
  return a;
}

TEXPIPE_INLINE I32 all(std::int32_t value) {
  return I32{} + value;
}
TEXPIPE_INLINE F32 all(float value) {
  return F32{} + value;
}
TEXPIPE_INLINE Mask never() {
  return all(0);
}
TEXPIPE_INLINE Mask always() {
  return all(-1);
}
TEXPIPE_INLINE Mask inverse(Mask mask) {
  return ~mask;
}
TEXPIPE_INLINE I32 count(Mask mask) {
  return -mask;
}
TEXPIPE_INLINE I32 masked(I32 value, Mask mask) {
  return value & mask;
}
TEXPIPE_INLINE I32 select(Mask mask, I32 a, I32 b) {
  return (mask & a) | (~mask & b);
}
TEXPIPE_INLINE F32 select(Mask mask, F32 a, F32 b) {
  return (F32)select(mask, (I32)a, (I32)b);
}
TEXPIPE_INLINE I32 bits(F32 a) {
  return (I32)a;
}
TEXPIPE_INLINE F32 real(I32 bits) {
  return (F32)bits;
}
TEXPIPE_INLINE F32 unsigned_to_float(I32 a) {
  return __builtin_convertvector((U32)a, F32);
}
TEXPIPE_INLINE Mask is_nan(F32 a) {
  return (Mask)(a != a);
}
TEXPIPE_INLINE F32 or_zero(F32 a) {
  return (F32)((I32)a & (I32)(a == a));
}
TEXPIPE_INLINE F32 product(F32 a, I32 b) {
  return a * to_float(b);
}
TEXPIPE_INLINE F64 product(F64 a, I32 b) {
  return a * widen(b);
}
TEXPIPE_INLINE Mask is_outside(I32 index, I32 size) {
  return (Mask)((U32)index >= (U32)size);
}
TEXPIPE_INLINE I32 modulus(I32 index, I32 n, bool power_of_two) {
  if (power_of_two) return index & (n - 1);
  return index - floored(widen(index) / widen(n)) * n;
}
TEXPIPE_INLINE I32 minimum(I32 a, I32 b) {
  return a < b ? a : b;
}
TEXPIPE_INLINE I32 maximum(I32 a, I32 b) {
  return a > b ? a : b;
}
TEXPIPE_INLINE F32 minimum(F32 a, F32 b) {
  return a < b ? a : b;
}
TEXPIPE_INLINE F32 maximum(F32 a, F32 b) {
  return a > b ? a : b;
}
TEXPIPE_INLINE F32 limited(F32 a, double limit) {
  const F32 most = all(static_cast<float>(limit));
  return maximum(minimum(a, most), -most);
}
TEXPIPE_INLINE F64 limited(F64 a, double limit) {
  return maximum(minimum(a, limit), -limit);
}
/// Adding half to the number itself could round it.
TEXPIPE_INLINE I32 floored_or_nearest(F32 a, Mask nearest) {
  const I32 whole = floored(a);
  return whole + count((Mask)(a - to_float(whole) >= all(0.5f)) & nearest);
}
TEXPIPE_INLINE I32 floored_or_nearest(F64 a, Mask nearest) {
  return floored(a + widen(nearest) * -0.5);
}
template <class Vector, class Number>
TEXPIPE_INLINE Vector load(const Number* from) {
  Vector vector;
  __builtin_memcpy(&vector, from, sizeof vector);
  return vector;
}
template <class Vector, class Number>
TEXPIPE_INLINE void store(Number* to, Vector vector) {
  __builtin_memcpy(to, &vector, sizeof vector);
}
TEXPIPE_INLINE F64 load_f64(const double* from) {
  return {load<HalfF64>(from), load<HalfF64>(from + kLanes / 2)};
}

/// Bit per lane whose mask is set.
TEXPIPE_INLINE std::uint32_t bits_of(I32 mask) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return _mm512_movepi32_mask((__m512i)mask);
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return static_cast<std::uint32_t>(_mm256_movemask_ps((__m256)mask));
#else
  std::uint32_t bits = 0;
  for (unsigned lane = 0; lane < kLanes; ++lane) bits |= (static_cast<std::uint32_t>(mask[lane]) >> 31) << lane;
  return bits;
#endif
}
TEXPIPE_INLINE bool any(Mask mask) {
  return bits_of(mask) != 0;
}
TEXPIPE_INLINE I32 mask_of(std::uint32_t bits) {
  I32 lane_bit;
  for (unsigned lane = 0; lane < kLanes; ++lane) lane_bit[lane] = std::int32_t{1} << lane;
  return (all(static_cast<std::int32_t>(bits)) & lane_bit) != 0;
}

/// words[index] for every lane.
TEXPIPE_INLINE I32 gather(const std::int32_t* words, I32 index) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return (I32)_mm512_i32gather_epi32((__m512i)index, words, 4);
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return (I32)_mm256_i32gather_epi32(words, (__m256i)index, 4);
#else
  I32 result;
  for (unsigned lane = 0; lane < kLanes; ++lane) result[lane] = words[index[lane]];
  return result;
#endif
}

/// bytes[index] for every lane; three more bytes can be read.
TEXPIPE_INLINE I32 gather_bytes(const std::uint8_t* bytes, I32 index) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return (I32)_mm512_i32gather_epi32((__m512i)index, bytes, 1) & 0xFF;
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return (I32)_mm256_i32gather_epi32(reinterpret_cast<const int*>(bytes), (__m256i)index, 1) & 0xFF;
#else
  I32 result;
  for (unsigned lane = 0; lane < kLanes; ++lane) result[lane] = bytes[index[lane]];
  return result;
#endif
}

/// table[index] for every lane. @param index  0 to 15
TEXPIPE_INLINE I32 entry_of(const std::int32_t* table, I32 index) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return (I32)_mm512_permutexvar_epi32((__m512i)index, (__m512i)load<I32>(table));
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  const I32 low = (I32)_mm256_permutevar8x32_epi32((__m256i)load<I32>(table), (__m256i)index);
  const I32 high = (I32)_mm256_permutevar8x32_epi32((__m256i)load<I32>(table + 8), (__m256i)index);
  return select(index > 7, high, low);
#else
  return gather(table, index);
#endif
}

/// The 8 bytes from words[2 * index] on, for every lane.
struct WordPairs {
  I32 low, high;
};
TEXPIPE_INLINE WordPairs gather_pairs(const std::int32_t* words, I32 index) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  typedef std::int64_t Pairs __attribute__((vector_size(64)));
  const Pairs first = (Pairs)_mm512_i32gather_epi64((__m256i)TEXPIPE_LOW(index), words, 8);
  const Pairs second = (Pairs)_mm512_i32gather_epi64((__m256i)TEXPIPE_HIGH(index), words, 8);
  return {__builtin_shufflevector((I32)first, (I32)second, 0, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30),
          __builtin_shufflevector((I32)first, (I32)second, 1, 3, 5, 7, 9, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31)};
#else
  return {gather(words, index * 2), gather(words + 1, index * 2)};
#endif
}

/// Products of the signed halves of each number, low with low and high with high, added.
TEXPIPE_INLINE I32 dot_halves(I32 a, I32 b) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES == 16
  return (I32)_mm512_madd_epi16((__m512i)a, (__m512i)b);
#elif defined(TEXPIPE_X86) && TEXPIPE_LANES == 8
  return (I32)_mm256_madd_epi16((__m256i)a, (__m256i)b);
#else
  return (a << 16 >> 16) * (b << 16 >> 16) + (a >> 16) * (b >> 16);
#endif
}

/// One of four numbers that lie side by side, of kLanes pixels.
template <int kChannel>
TEXPIPE_INLINE I32 channel_of_pixels(const std::int32_t* pixels) {
  const I32 part[4] = {load<I32>(pixels), load<I32>(pixels + kLanes), load<I32>(pixels + 2 * kLanes),
                       load<I32>(pixels + 3 * kLanes)};
  constexpr int c = kChannel;
#if TEXPIPE_LANES == 16
  const I32 low = __builtin_shufflevector(part[0], part[1], c, c + 4, c + 8, c + 12, c + 16, c + 20, c + 24, c + 28, -1,
                                          -1, -1, -1, -1, -1, -1, -1);
  const I32 high = __builtin_shufflevector(part[2], part[3], c, c + 4, c + 8, c + 12, c + 16, c + 20, c + 24, c + 28,
                                           -1, -1, -1, -1, -1, -1, -1, -1);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 4, 5, 6, 7, 16, 17, 18, 19, 20, 21, 22, 23);
#elif TEXPIPE_LANES == 8
  const I32 low = __builtin_shufflevector(part[0], part[1], c, c + 4, c + 8, c + 12, -1, -1, -1, -1);
  const I32 high = __builtin_shufflevector(part[2], part[3], c, c + 4, c + 8, c + 12, -1, -1, -1, -1);
  return __builtin_shufflevector(low, high, 0, 1, 2, 3, 8, 9, 10, 11);
#else
  const I32 low = __builtin_shufflevector(part[0], part[1], c, c + 4, -1, -1);
  const I32 high = __builtin_shufflevector(part[2], part[3], c, c + 4, -1, -1);
  return __builtin_shufflevector(low, high, 0, 1, 4, 5);
#endif
}

// A pixel's four channels.
typedef float Float4 __attribute__((vector_size(16)));
typedef std::int32_t Int4 __attribute__((vector_size(16)));
typedef double Double4 __attribute__((vector_size(32)));
typedef std::int64_t Long4 __attribute__((vector_size(32)));

TEXPIPE_INLINE Double4 doubles_of_pixel(Float4 a) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES >= 8
  return (Double4)_mm256_cvtps_pd((__m128)a);
#else
  return __builtin_convertvector(a, Double4);
#endif
}
TEXPIPE_INLINE Double4 doubles_of_pixel(Int4 a) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES >= 8
  return (Double4)_mm256_cvtepi32_pd((__m128i)a);
#else
  return __builtin_convertvector(a, Double4);
#endif
}
/// Towards zero.
TEXPIPE_INLINE Int4 integers_of_pixel(Double4 a) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES >= 8
  return (Int4)_mm256_cvttpd_epi32((__m256d)a);
#else
  return __builtin_convertvector(a, Int4);
#endif
}
TEXPIPE_INLINE Double4 or_zero(Double4 a) {
  return (Double4)((Long4)a & (Long4)(a == a));
}
TEXPIPE_INLINE Double4 minimum(Double4 a, double b) {
  const Double4 limit = Double4{} + b;
  return a < limit ? a : limit;
}
TEXPIPE_INLINE Float4 floats_of_pixel(Double4 a) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES >= 8
  return (Float4)_mm256_cvtpd_ps((__m256d)a);
#else
  return __builtin_convertvector(a, Float4);
#endif
}
/// Whether a mask is set anywhere.
TEXPIPE_INLINE bool any_of_pixel(Long4 mask) {
#if defined(TEXPIPE_X86) && TEXPIPE_LANES >= 8
  return _mm256_movemask_pd((__m256d)mask) != 0;
#else
  return (mask[0] | mask[1] | mask[2] | mask[3]) != 0;
#endif
}
