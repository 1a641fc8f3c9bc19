// Texture filter: a footprint of four pixels per cycle, RGBA, summed over the footprints of a subspan.
//
// Codes are two's complement integers: UNORM8 needs 9 bits, the widest fixed-point format of the model 25. A pixel's corner weights add up to
// 2^16, its footprints' weights (level by tap, or level by slice) to at most 2^18, so a sum is the filtered code times up to 2^34: nothing is
// rounded here. Who converts the sums to float32 divides by the weights' sum, and joins the border colour by its weight.
// Five registered steps: comparison, products, sums of a footprint, these by its weight, sums of the pixels. A result is the sums so far; after
// that of the last footprint of a subspan, and after a reset, they start from 0.
module texture_filter #(
    parameter int unsigned CODE_BITS = 25,           // of one texel channel, with sign
    parameter int unsigned CORNER_WEIGHT_BITS = 17,  // 0 .. 2^16
    parameter int unsigned PIXEL_WEIGHT_BITS = 19,   // 0 .. 2^18
    parameter int unsigned FOOTPRINT_SUM_BITS = CODE_BITS + CORNER_WEIGHT_BITS - 1,
    parameter int unsigned PIXEL_SUM_BITS = FOOTPRINT_SUM_BITS + PIXEL_WEIGHT_BITS - 1,
    parameter int unsigned BORDER_WEIGHT_BITS = CORNER_WEIGHT_BITS + PIXEL_WEIGHT_BITS - 1
) (
    input  logic clk,
    input  logic rst_n,

    input  logic                             in_valid,
    output logic                             in_ready,
    input  logic [64*CODE_BITS-1:0]          in_codes,          // R, G, B, A of each corner of each pixel, from the lowest bits on
    input  logic [16*CORNER_WEIGHT_BITS-1:0] in_weights,        // of each corner of each pixel
    input  logic [15:0]                      in_border,         // corners whose weight goes to the border colour
    input  logic [3:0]                       in_pixels,         // that have a part in the footprint
    input  logic [4*PIXEL_WEIGHT_BITS-1:0]   in_pixel_weights,  // of the footprint among those of each pixel
    input  logic                             in_compare,        // codes against limits; 1 or 0 is summed
    input  logic [2:0]                       in_relation,       // as texel_compare has it
    input  logic                             in_compare_alpha,  // else R is compared
    input  logic [3:0]                       in_shown,          // channels that show the result; others keep their codes
    input  logic [4*CODE_BITS-1:0]           in_limits,         // of each pixel: what its codes are compared with
    input  logic [3:0]                       in_unordered,      // pixels whose limit is NaN
    input  logic                             in_last,           // of the subspan

    output logic                             out_valid,
    input  logic                             out_ready,
    output logic [16*PIXEL_SUM_BITS-1:0]     out_sums,          // R, G, B, A of each pixel
    output logic [4*BORDER_WEIGHT_BITS-1:0]  out_border_weights,
    output logic                             out_last
);
  // The last step is a slot like the others; its registers are the sums, which keep what they hold when nothing new comes.
  logic [3:0] load;
  logic       weighted, take, fresh;
  assign take = !out_valid || out_ready;
  elastic_pipeline #(.STEPS(4)) control (.clk, .rst_n, .in_valid, .in_ready, .out_valid(weighted), .out_ready(take), .load);

  logic last_of_codes, last_of_products, last_of_sums, last_of_weighted;
  always_ff @(posedge clk) begin
    if (load[0]) last_of_codes <= in_last;
    if (load[1]) last_of_products <= last_of_codes;
    if (load[2]) last_of_sums <= last_of_products;
    if (load[3]) last_of_weighted <= last_of_sums;
    if (take && weighted) out_last <= last_of_weighted;
    if (!rst_n) begin
      out_valid <= 1'b0;
      fresh <= 1'b1;
    end else if (take) begin
      out_valid <= weighted;
      if (weighted) fresh <= last_of_weighted;
    end
  end

  for (genvar pixel = 0; pixel < 4; pixel++) begin : gen_pixel
    filter_pixel #(
        .CODE_BITS(CODE_BITS), .CORNER_WEIGHT_BITS(CORNER_WEIGHT_BITS), .FOOTPRINT_SUM_BITS(FOOTPRINT_SUM_BITS),
        .PIXEL_WEIGHT_BITS(PIXEL_WEIGHT_BITS), .PIXEL_SUM_BITS(PIXEL_SUM_BITS), .BORDER_WEIGHT_BITS(BORDER_WEIGHT_BITS)
    ) sum (
        .clk, .load, .accumulate(take && weighted), .fresh,
        .codes(in_codes[16*CODE_BITS*pixel+:16*CODE_BITS]), .weights(in_weights[4*CORNER_WEIGHT_BITS*pixel+:4*CORNER_WEIGHT_BITS]),
        .border(in_border[4*pixel+:4]), .active(in_pixels[pixel]),
        .pixel_weight(in_pixel_weights[PIXEL_WEIGHT_BITS*pixel+:PIXEL_WEIGHT_BITS]),
        .compare(in_compare), .relation(in_relation), .compare_alpha(in_compare_alpha), .shown(in_shown),
        .limit(in_limits[CODE_BITS*pixel+:CODE_BITS]), .unordered(in_unordered[pixel]),
        .sums(out_sums[4*PIXEL_SUM_BITS*pixel+:4*PIXEL_SUM_BITS]),
        .border_weight(out_border_weights[BORDER_WEIGHT_BITS*pixel+:BORDER_WEIGHT_BITS]));
  end

`ifndef SYNTHESIS
  // A result that waits must not change.
  logic                         waited;
  logic [16*PIXEL_SUM_BITS-1:0] sums_before;
  always_ff @(posedge clk) begin
    waited <= rst_n && out_valid && !out_ready;
    sums_before <= out_sums;
    if (rst_n && waited) begin
      assert (out_valid && out_sums == sums_before)
      else $error("texture_filter: a waiting result changed");
    end
  end
`endif
endmodule
