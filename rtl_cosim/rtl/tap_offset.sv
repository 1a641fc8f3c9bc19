// Distance of an anisotropic tap from the pixel's centre on one axis of a level, in 1/256 texel (rule L5): the spacing of the taps
// times the level's size times the steps from the centre, each product rounded as float64, the distance to the nearest, halves up.
module tap_offset #(
    parameter int unsigned SIZE_BITS = 15,
    parameter int unsigned TAP_BITS = 30,
    parameter int unsigned FARTHEST_BITS = 28  // the distance is limited to 2^FARTHEST_BITS
) (
    input  logic [63:0]                spacing,  // between taps, in units of the map: float64, finite
    input  logic [SIZE_BITS-1:0]       size,     // of the level, in texels
    input  logic [4:0]                 taps,     // 1, or even up to 16
    input  logic [3:0]                 tap,
    output logic signed [TAP_BITS-1:0] offset
);
  // Steps of half a spacing, odd where there are taps.
  logic signed [5:0] half_steps;
  logic        [3:0] steps;
  assign half_steps = $signed({1'b0, tap, 1'b0}) - $signed({1'b0, taps}) + 6'sd1;
  assign steps = half_steps[5] ? 4'd0 - half_steps[3:0] : half_steps[3:0];

  logic [10:0] exponent;
  logic [52:0] on_level, distance;
  logic [4:0]  level_scale, step_scale;
  assign exponent = spacing[62:52];
  nearest_significand #(.EXTRA(SIZE_BITS)) to_level (
      .product({{SIZE_BITS{1'b0}}, 1'b1, spacing[51:0]} * {53'd0, size}), .significand(on_level), .scale(level_scale));
  nearest_significand #(.EXTRA(4)) to_tap (
      .product({4'd0, on_level} * {53'd0, steps}), .significand(distance), .scale(step_scale));

  // The distance counts 2^-right of 1/256 texel: 128 of these are half a texel.
  logic signed [12:0]  right;
  logic                vanishes, far, minus, half, rest, up;
  logic [107:0]        places;  // 55 of them behind the point
  logic [TAP_BITS-1:0] whole, magnitude;
  assign right = 13'sd1068 - $signed({2'd0, exponent}) - $signed({8'd0, level_scale}) - $signed({8'd0, step_scale});
  assign vanishes = taps == 5'd1 || exponent == 11'd0 || right > 13'sd55;
  assign far = right <= 13'sd52 - $signed(FARTHEST_BITS[12:0]);
  assign minus = spacing[63] ^ half_steps[5];
  assign places = {distance, 55'd0} >> right[5:0];
  assign half = places[54];
  assign rest = places[53:0] != '0;
  assign whole = places[55+:TAP_BITS];
  // The last float64 below a half, plus a half, is rounded to 1.
  assign up = minus ? half && rest : half || (right == 13'sd54 && distance == '1);
  always_comb begin
    magnitude = whole + {{(TAP_BITS - 1) {1'b0}}, up};
    if (far) magnitude = {{(TAP_BITS - 1) {1'b0}}, 1'b1} << FARTHEST_BITS;
    if (vanishes) magnitude = '0;
    offset = minus ? -$signed(magnitude) : $signed(magnitude);
  end

  logic unused;
  assign unused = &{1'b0, half_steps[4], places[107:55+TAP_BITS]};
endmodule
