// A product of significands back to the bits of one of them (53 of a float64, 24 of a float32), to the nearest, ties to even.
module nearest_significand #(
    parameter int unsigned SIGNIFICAND_BITS = 53,
    parameter int unsigned EXTRA = 15  // bits that a product may have beyond these, at least 2
) (
    input  logic [SIGNIFICAND_BITS+EXTRA-1:0] product,      // one that has no more bits than a significand stays as it is
    output logic [SIGNIFICAND_BITS-1:0]       significand,
    output logic [4:0]                        scale         // log2 of what its unit counts in the product's
);
  logic [4:0]                        shift;
  logic [SIGNIFICAND_BITS+EXTRA-1:0] aligned;
  logic                              up;
  logic [SIGNIFICAND_BITS:0]         rounded;
  always_comb begin
    shift = 5'd0;
    for (int at = 1; at <= EXTRA; at++) begin
      if (product[SIGNIFICAND_BITS-1+at]) shift = at[4:0];
    end
  end
  assign aligned = product << (EXTRA[4:0] - shift);
  assign up = aligned[EXTRA-1] && (aligned[EXTRA-2:0] != '0 || aligned[EXTRA]);
  assign rounded = {1'b0, aligned[SIGNIFICAND_BITS+EXTRA-1:EXTRA]} + {{SIGNIFICAND_BITS{1'b0}}, up};
  assign significand = rounded[SIGNIFICAND_BITS] ? rounded[SIGNIFICAND_BITS:1] : rounded[SIGNIFICAND_BITS-1:0];
  assign scale = shift + {4'd0, rounded[SIGNIFICAND_BITS]};
endmodule
