// The rules that a sampler has to satisfy, by the ids of the sampling specification.
#pragma once

#include <string_view>

namespace texpipe::functional::test {

struct Rule {
  std::string_view id;       // and tag of its tests, in brackets
  std::string_view subject;  // in our words
};

/// Every rule id, and the sections that state rules without ids.
inline constexpr Rule kRules[] = {
    {"C1", "scale of coordinates"},
    {"C2", "range reduction before the multiply"},
    {"C3", "float to fixed point, within 0.6 ULP"},
    {"C4", "sizes and fraction bits"},
    {"C5", "point sampling"},
    {"C6", "linear footprint and weights"},
    {"C7", "texel offsets"},
    {"C8", "array slice"},
    {"section-2", "address modes"},
    {"B1", "border colour"},
    {"Q1", "cube face and place on it"},
    {"Q2", "cube edges"},
    {"Q3", "cube corners"},
    {"Q4", "derivatives on a cube"},
    {"Q5", "anisotropy on cubes"},
    {"L1", "derivatives of a quad"},
    {"L2", "orthogonalisation"},
    {"L3", "isotropic level of detail"},
    {"L4", "anisotropic level of detail and ratio"},
    {"L5", "anisotropic taps"},
    {"L6", "bias and clamp"},
    {"L7", "resource clamp"},
    {"L8", "magnification test"},
    {"L9", "fixed-point level of detail"},
    {"L10", "choice of levels"},
    {"L11", "level of detail as a result"},
    {"F1", "point filter"},
    {"F2", "precision of the filter"},
    {"F3", "range, constant, monotonic"},
    {"F4", "invertibility"},
    {"F5", "order of the stages"},
    {"F6", "minimum and maximum reduction"},
    {"F7", "comparison"},
    {"section-6", "operations"},
    {"section-7", "format conversion on read"},
    {"section-8", "float rules"},
    {"section-9", "block compression"},
    {"section-10", "values to cover"},
    {"X1", "last part of a texel: rounded or not"},
    {"X2", "tie of point mip filtering"},
    {"X3", "tie of cube faces"},
    {"X4", "cube corner"},
    {"X5", "sum of biases"},
    {"X6", "MinLOD above MaxLOD"},
    {"X7", "tie of array slices"},
    {"X8", "quantised reference"},
    {"X9", "anisotropic ratio"},
    {"X10", "isotropic length"},
    {"X11", "fetch out of range"},
    {"X12", "origin of sample positions"},
    {"X13", "equal BC1 endpoints, signed blocks"},
};

}  // namespace texpipe::functional::test
