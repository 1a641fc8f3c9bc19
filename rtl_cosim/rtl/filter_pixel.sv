// One pixel of the filter: four corners of four channels, compared or as they are, by their weights; that by the footprint's weight among those
// of the pixel; and the sum of it all over the footprints of a subspan. Corners of the border colour give their weight alone.
module filter_pixel #(
    parameter int unsigned CODE_BITS = 25,
    parameter int unsigned CORNER_WEIGHT_BITS = 17,
    parameter int unsigned FOOTPRINT_SUM_BITS = 41,
    parameter int unsigned PIXEL_WEIGHT_BITS = 19,
    parameter int unsigned PIXEL_SUM_BITS = 59,
    parameter int unsigned BORDER_WEIGHT_BITS = 35
) (
    input  logic                            clk,
    input  logic [3:0]                      load,
    input  logic                            accumulate,    // what the last load made joins the sums
    input  logic                            fresh,         // and they start from 0

    input  logic [16*CODE_BITS-1:0]         codes,         // A, B, G and R of each corner
    input  logic [4*CORNER_WEIGHT_BITS-1:0] weights,
    input  logic [3:0]                      border,
    input  logic                            active,        // else the pixel has no part in the footprint
    input  logic [PIXEL_WEIGHT_BITS-1:0]    pixel_weight,
    input  logic                            compare,
    input  logic [2:0]                      relation,
    input  logic                            compare_alpha, // else R is compared
    input  logic [3:0]                      shown,         // channels that show the result; others keep their codes
    input  logic [CODE_BITS-1:0]            limit,
    input  logic                            unordered,

    output logic [4*PIXEL_SUM_BITS-1:0]     sums,
    output logic [BORDER_WEIGHT_BITS-1:0]   border_weight
);
  localparam int unsigned BORDER_SUM_BITS = CORNER_WEIGHT_BITS + 2;

  // Step 1: what is summed.
  logic [16*CODE_BITS-1:0]         summed_codes;
  logic [4*CORNER_WEIGHT_BITS-1:0] texel_weights, border_weights;
  for (genvar corner = 0; corner < 4; corner++) begin : gen_corner
    logic                          passed;
    logic [4*CODE_BITS-1:0]        texel;
    logic [CORNER_WEIGHT_BITS-1:0] weight;
    assign texel = codes[4*CODE_BITS*corner+:4*CODE_BITS];
    assign weight = weights[CORNER_WEIGHT_BITS*corner+:CORNER_WEIGHT_BITS];
    texel_compare #(.CODE_BITS(CODE_BITS)) compare_texel (
        .relation, .code(compare_alpha ? texel[3*CODE_BITS+:CODE_BITS] : texel[CODE_BITS-1:0]), .limit, .unordered, .passed);
    always_ff @(posedge clk) begin
      if (load[0]) begin
        for (int channel = 0; channel < 4; channel++) begin
          summed_codes[CODE_BITS*(4*corner+channel)+:CODE_BITS] <=
              (compare && shown[channel]) ? {{(CODE_BITS - 1) {1'b0}}, passed} : texel[CODE_BITS*channel+:CODE_BITS];
        end
        texel_weights[CORNER_WEIGHT_BITS*corner+:CORNER_WEIGHT_BITS] <= (active && !border[corner]) ? weight : '0;
        border_weights[CORNER_WEIGHT_BITS*corner+:CORNER_WEIGHT_BITS] <= (active && border[corner]) ? weight : '0;
      end
    end
  end

  // Beside them.
  logic [PIXEL_WEIGHT_BITS-1:0] weight_of_codes, weight_of_products, weight_of_sums;
  logic [BORDER_SUM_BITS-1:0]   border_sum, border_beside_sums;
  logic [BORDER_WEIGHT_BITS-1:0] weighted_border;
  always_ff @(posedge clk) begin
    if (load[0]) weight_of_codes <= pixel_weight;
    if (load[1]) begin
      weight_of_products <= weight_of_codes;
      border_sum <= {2'd0, border_weights[0+:CORNER_WEIGHT_BITS]} + {2'd0, border_weights[CORNER_WEIGHT_BITS+:CORNER_WEIGHT_BITS]} +
                    {2'd0, border_weights[2*CORNER_WEIGHT_BITS+:CORNER_WEIGHT_BITS]} +
                    {2'd0, border_weights[3*CORNER_WEIGHT_BITS+:CORNER_WEIGHT_BITS]};
    end
    if (load[2]) begin
      weight_of_sums <= weight_of_products;
      border_beside_sums <= border_sum;
    end
    if (load[3]) begin
      weighted_border <= {{(BORDER_WEIGHT_BITS - BORDER_SUM_BITS) {1'b0}}, border_beside_sums} *
                         {{(BORDER_WEIGHT_BITS - PIXEL_WEIGHT_BITS) {1'b0}}, weight_of_sums};
    end
    if (accumulate) border_weight <= (fresh ? '0 : border_weight) + weighted_border;
  end

  // Steps 2 to 5: products, sums of the footprint, these by its weight, sums of the pixel.
  for (genvar channel = 0; channel < 4; channel++) begin : gen_channel
    logic signed [FOOTPRINT_SUM_BITS-1:0] product_0, product_1, product_2, product_3, footprint_sum;
    logic signed [PIXEL_SUM_BITS-1:0]     wide_sum, wide_weight, weighted_sum;
    logic [4*FOOTPRINT_SUM_BITS-1:0]      products;
    assign {product_3, product_2, product_1, product_0} = products;
    for (genvar corner = 0; corner < 4; corner++) begin : gen_product
      logic signed [FOOTPRINT_SUM_BITS-1:0] code, weight, product;
      assign code = $signed({{(FOOTPRINT_SUM_BITS - CODE_BITS) {summed_codes[CODE_BITS*(4*corner+channel+1)-1]}},
                             summed_codes[CODE_BITS*(4*corner+channel)+:CODE_BITS]});
      assign weight = $signed({{(FOOTPRINT_SUM_BITS - CORNER_WEIGHT_BITS) {1'b0}},
                               texel_weights[CORNER_WEIGHT_BITS*corner+:CORNER_WEIGHT_BITS]});
      assign product = code * weight;
      always_ff @(posedge clk) begin
        if (load[1]) products[FOOTPRINT_SUM_BITS*corner+:FOOTPRINT_SUM_BITS] <= product;
      end
    end
    assign wide_sum = $signed({{(PIXEL_SUM_BITS - FOOTPRINT_SUM_BITS) {footprint_sum[FOOTPRINT_SUM_BITS-1]}}, footprint_sum});
    assign wide_weight = $signed({{(PIXEL_SUM_BITS - PIXEL_WEIGHT_BITS) {1'b0}}, weight_of_sums});
    always_ff @(posedge clk) begin
      if (load[2]) footprint_sum <= product_0 + product_1 + product_2 + product_3;
      if (load[3]) weighted_sum <= wide_sum * wide_weight;
      if (accumulate) begin
        sums[PIXEL_SUM_BITS*channel+:PIXEL_SUM_BITS] <= (fresh ? '0 : sums[PIXEL_SUM_BITS*channel+:PIXEL_SUM_BITS]) + weighted_sum;
      end
    end
  end
endmodule
