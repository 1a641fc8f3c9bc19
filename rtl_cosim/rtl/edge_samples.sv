// One edge of a primitive at every sample of a subspan: e(x, y) = a x + b y + c, inside where it is not negative (edge_function.h).
// Three registered steps: products with the subspan's place; the edge at the corner of each pixel; the samples.
module edge_samples #(
    parameter int unsigned STEP_BITS = 31,   // of a and b, with sign: 1/256 pixel
    parameter int unsigned VALUE_BITS = 64,  // of e and c: 1/65536 square pixel
    parameter int unsigned PLACE_BITS = 20   // of a pixel
) (
    input  logic       clk,
    input  logic [2:0] load,

    input  logic signed [STEP_BITS-1:0]  step_x,  // a
    input  logic signed [STEP_BITS-1:0]  step_y,  // b
    input  logic        [VALUE_BITS-1:0] origin,  // c
    input  logic        [PLACE_BITS-1:0] place_x, // of the upper left pixel
    input  logic        [PLACE_BITS-1:0] place_y,

    input  logic [127:0] positions,  // of two loads ago: y, x of each sample, in 1/16 pixel
    output logic [63:0]  covered     // of three loads ago: 16 samples of each pixel
);
  localparam int unsigned SUBPIXEL_BITS = 8;
  localparam int unsigned GRID_BITS = 4;
  localparam int unsigned PRODUCT_BITS = STEP_BITS + PLACE_BITS + 1;
  localparam int unsigned DELTA_BITS = STEP_BITS + GRID_BITS + 2;

  function automatic logic [VALUE_BITS-1:0] widened(input logic [STEP_BITS-1:0] step);
    widened = {{(VALUE_BITS - STEP_BITS) {step[STEP_BITS-1]}}, step};
  endfunction

  logic signed [PRODUCT_BITS-1:0] along_x, along_y;
  logic signed [STEP_BITS-1:0]    product_a, product_b;
  logic        [VALUE_BITS-1:0]   product_c;
  always_ff @(posedge clk) begin
    if (load[0]) begin
      along_x <= step_x * $signed({1'b0, place_x});
      along_y <= step_y * $signed({1'b0, place_y});
      product_a <= step_x;
      product_b <= step_y;
      product_c <= origin;
    end
  end

  // One pixel is 256 steps.
  logic [VALUE_BITS-1:0] corner, pixel_a, pixel_b;
  assign corner = product_c
      + {{(VALUE_BITS - PRODUCT_BITS - SUBPIXEL_BITS) {along_x[PRODUCT_BITS-1]}}, along_x, {SUBPIXEL_BITS{1'b0}}}
      + {{(VALUE_BITS - PRODUCT_BITS - SUBPIXEL_BITS) {along_y[PRODUCT_BITS-1]}}, along_y, {SUBPIXEL_BITS{1'b0}}};
  assign pixel_a = widened(product_a) << SUBPIXEL_BITS;
  assign pixel_b = widened(product_b) << SUBPIXEL_BITS;

  logic        [4*VALUE_BITS-1:0] corners;
  logic signed [STEP_BITS-1:0]    corner_a, corner_b;
  always_ff @(posedge clk) begin
    if (load[1]) begin
      corners <= {corner + pixel_a + pixel_b, corner + pixel_b, corner + pixel_a, corner};
      corner_a <= product_a;
      corner_b <= product_b;
    end
  end

  // A sample's distance from its pixel's corner is the same in all pixels.
  logic        [16*VALUE_BITS-1:0] deltas;
  logic signed [DELTA_BITS-1:0]    delta;
  logic        [63:0]              negative;
  logic        [VALUE_BITS-1:0]    value;
  always_comb begin
    for (int sample = 0; sample < 16; sample++) begin
      delta = DELTA_BITS'(corner_a) * DELTA_BITS'($signed({1'b0, positions[8*sample+:4]}))
            + DELTA_BITS'(corner_b) * DELTA_BITS'($signed({1'b0, positions[8*sample+4+:4]}));
      deltas[VALUE_BITS*sample+:VALUE_BITS] =
          {{(VALUE_BITS - DELTA_BITS - GRID_BITS) {delta[DELTA_BITS-1]}}, delta, {GRID_BITS{1'b0}}};
    end
    for (int at = 0; at < 64; at++) begin
      value = corners[VALUE_BITS*(at/16)+:VALUE_BITS] + deltas[VALUE_BITS*(at%16)+:VALUE_BITS];
      negative[at] = value[VALUE_BITS-1];
    end
  end
  always_ff @(posedge clk) begin
    if (load[2]) covered <= ~negative;
  end
endmodule
