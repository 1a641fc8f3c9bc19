// Operands that the filter sums of a footprint: the codes of its texels; under a compare, the border colour is a texel like any other, and
// channels that do not show the result have a code of their own.
module filter_operands #(
    parameter int unsigned CODE_BITS = 25
) (
    input  logic [64*CODE_BITS-1:0] texels,
    input  logic [15:0]             border,
    input  logic                    compare,
    input  logic                    compare_alpha,  // else R is compared
    input  logic [3:0]              shown,          // channels that show the result
    input  logic [4*CODE_BITS-1:0]  others,         // codes of the others
    input  logic [4*CODE_BITS-1:0]  border_codes,
    output logic [64*CODE_BITS-1:0] codes,
    output logic [15:0]             summed_border
);
  logic [3:0] compared;
  assign compared = compare_alpha ? 4'b1000 : 4'b0001;
  assign summed_border = compare ? 16'd0 : border;
  for (genvar texel = 0; texel < 16; texel++) begin : gen_texel
    for (genvar channel = 0; channel < 4; channel++) begin : gen_channel
      localparam int unsigned kPlace = CODE_BITS * (4 * texel + channel);
      logic kept;
      assign kept = compare && !shown[channel] && !compared[channel];
      assign codes[kPlace+:CODE_BITS] = kept ? others[CODE_BITS*channel+:CODE_BITS]
          : compare && border[texel] ? border_codes[CODE_BITS*channel+:CODE_BITS] : texels[kPlace+:CODE_BITS];
    end
  end
endmodule
