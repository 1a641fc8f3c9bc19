// Depth compare of one texel: 1 where the prefilter puts out 1, which is the inverse of the named relation of reference and texel.
module texel_compare #(
    parameter int unsigned CODE_BITS = 25  // with sign
) (
    input  logic [2:0]           relation,   // ALWAYS, NEVER, LESS, EQUAL, LEQUAL, GREATER, NOTEQUAL, GEQUAL
    input  logic [CODE_BITS-1:0] code,
    input  logic [CODE_BITS-1:0] limit,
    input  logic                 unordered,  // the limit is NaN
    output logic                 passed
);
  logic above, equal, below;
  assign above = !unordered && $signed(code) > $signed(limit);
  assign equal = !unordered && code == limit;
  assign below = !unordered && $signed(code) < $signed(limit);
  always_comb begin
    case (relation)
      3'd0: passed = 1'b0;
      3'd1: passed = 1'b1;
      3'd2: passed = above || equal;
      3'd3: passed = !equal;
      3'd4: passed = above;
      3'd5: passed = below || equal;
      3'd6: passed = equal;
      default: passed = below;
    endcase
  end
endmodule
