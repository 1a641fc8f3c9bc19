// Texel decoder: one texel per cycle out of the bytes of its element, as the integer codes that a filter sums.
//
// Plain formats: up to four channels of 8 or 16 bits in any order. Blocks of BC1 to BC5: the exact thirds, fifths and sevenths
// (specification/sampling-rules 9): a colour is code / 1530, a BC4 channel code / 8925 (signed: code / 4445).
// Three registered steps: end points and their weights; products; sum.
module texel_decoder #(
    parameter int unsigned CODE_BITS = 25  // of a channel, with sign
) (
    input  logic clk,
    input  logic rst_n,

    input  logic         in_valid,
    output logic         in_ready,
    input  logic [3:0]   in_coding,    // as texel_channel says
    input  logic [3:0]   in_texel,     // of a block, row by row
    input  logic [91:0]  in_channels,  // layouts of A, B, G and R in bits 22:0
    input  logic [127:0] in_element,   // its first byte in bits 7:0

    output logic                   out_valid,
    input  logic                   out_ready,
    output logic [4*CODE_BITS-1:0] out_codes  // A, B, G and R in the lowest bits
);
  logic [2:0] load;
  elastic_pipeline #(.STEPS(3)) control (.clk, .rst_n, .in_valid, .in_ready, .out_valid, .out_ready, .load);

  for (genvar channel = 0; channel < 4; channel++) begin : gen_channel
    logic                        known, is_known;
    logic        [CODE_BITS-1:0] code, known_code;
    logic signed [8:0]           first, second, mixed_first, mixed_second;
    logic        [5:0]           first_weight, second_weight, mixed_first_weight, mixed_second_weight;
    logic signed [CODE_BITS-1:0] first_term, second_term;
    logic        [CODE_BITS-1:0] first_product, second_product;

    texel_channel #(.CHANNEL(channel), .CODE_BITS(CODE_BITS)) decode (
        .coding(in_coding), .texel(in_texel), .layout(in_channels[23*channel+:23]), .element(in_element),
        .known, .code, .first, .second, .first_weight, .second_weight);

    assign first_term = mixed_first * $signed({{(CODE_BITS - 6) {1'b0}}, mixed_first_weight});
    assign second_term = mixed_second * $signed({{(CODE_BITS - 6) {1'b0}}, mixed_second_weight});

    always_ff @(posedge clk) begin
      if (load[0]) begin
        is_known <= known;
        known_code <= code;
        mixed_first <= first;
        mixed_second <= second;
        mixed_first_weight <= first_weight;
        mixed_second_weight <= second_weight;
      end
      if (load[1]) begin
        first_product <= is_known ? known_code : first_term;
        second_product <= is_known ? '0 : second_term;
      end
      if (load[2]) out_codes[CODE_BITS*channel+:CODE_BITS] <= first_product + second_product;
    end
  end

`ifndef SYNTHESIS
  // A result that waits must not change.
  logic                   waited;
  logic [4*CODE_BITS-1:0] codes_before;
  always_ff @(posedge clk) begin
    waited <= rst_n && out_valid && !out_ready;
    codes_before <= out_codes;
    if (rst_n && waited) begin
      assert (out_valid && out_codes == codes_before)
      else $error("texel_decoder: a waiting texel changed");
    end
    if (rst_n && in_valid && in_ready) begin
      assert (in_coding <= 4'd8)
      else $error("texel_decoder: coding %0d does not exist", in_coding);
    end
  end
`endif
endmodule
