// The texels of a footprint out of its lines, decoded: sixteen decoders in step, and what the filter needs beside them. Three registered steps.
module footprint_texels #(
    parameter int unsigned CODE_BITS = 25,
    parameter int unsigned LINE_BITS = 512,
    parameter int unsigned STATE_BITS = 1  // what travels beside
) (
    input  logic clk,
    input  logic rst_n,

    input  logic                    in_valid,
    output logic                    in_ready,
    input  logic [STATE_BITS-1:0]   in_state,
    input  logic [3:0]              in_coding,    // as texel_channel says
    input  logic [91:0]             in_channels,
    input  logic [63:0]             in_ats,       // of each texel: its line
    input  logic [95:0]             in_offsets,   // and its element's place there, in bytes
    input  logic [63:0]             in_places,    // texel inside its element
    input  logic [16*LINE_BITS-1:0] in_lines,

    output logic                    out_valid,
    input  logic                    out_ready,
    output logic [STATE_BITS-1:0]   out_state,
    output logic [64*CODE_BITS-1:0] out_codes
);
  logic [15:0] readies, valids;
  for (genvar texel = 0; texel < 16; texel++) begin : gen_texel
    logic [127:0] element;
    element_reader #(.LINE_BITS(LINE_BITS)) reader (
        .lines(in_lines), .at(in_ats[4*texel+:4]), .offset(in_offsets[6*texel+:6]), .element);
    texel_decoder #(.CODE_BITS(CODE_BITS)) decoder (
        .clk, .rst_n, .in_valid, .in_ready(readies[texel]), .in_coding, .in_texel(in_places[4*texel+:4]), .in_channels,
        .in_element(element), .out_valid(valids[texel]), .out_ready, .out_codes(out_codes[4*CODE_BITS*texel+:4*CODE_BITS]));
  end
  elastic_word #(.STEPS(3), .BITS(STATE_BITS)) beside (
      .clk, .rst_n, .in_valid, .in_ready, .in(in_state), .out_valid, .out_ready, .out(out_state));

`ifndef SYNTHESIS
  always_ff @(posedge clk) begin
    if (rst_n) begin
      assert (readies == {16{in_ready}} && valids == {16{out_valid}})
      else $error("footprint_texels: the decoders are out of step");
    end
  end
`else
  logic unused;
  assign unused = &{1'b0, readies, valids};
`endif
endmodule
