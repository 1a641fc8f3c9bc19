// The EU's transcendental functions, the same on every host: computed in float64 from additions, multiplications and
// divisions only, then rounded once to float32. Within 1 ULP of the true value, sin and cos for |x| up to 2^20.
#pragma once

namespace texpipe::functional {

/// log2; of 0 minus infinity, of a negative number NaN.
float eu_log2(float x);
float eu_exp2(float x);
/// |base|^exponent: the base's sign has no effect (resolution R1).
float eu_pow(float base, float exponent);
/// Sine and cosine as the EU computes them; NaN for infinity and NaN.
float eu_sin(float x);
float eu_cos(float x);

}  // namespace texpipe::functional
