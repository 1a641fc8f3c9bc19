// A product of significands back to the 53 bits of a float64, to the nearest, ties to even.
module nearest_significand #(
    parameter int unsigned EXTRA = 15  // bits that a product may have beyond 53, at least 2
) (
    input  logic [52+EXTRA:0] product,      // its highest one is among the EXTRA + 1 highest bits
    output logic [52:0]       significand,
    output logic [4:0]        scale         // log2 of what its unit counts in the product's
);
  logic [4:0]        shift;
  logic [52+EXTRA:0] aligned;
  logic              up;
  logic [53:0]       rounded;
  always_comb begin
    shift = 5'd0;
    for (int at = 1; at <= EXTRA; at++) begin
      if (product[52+at]) shift = at[4:0];
    end
  end
  assign aligned = product << (EXTRA[4:0] - shift);
  assign up = aligned[EXTRA-1] && (aligned[EXTRA-2:0] != '0 || aligned[EXTRA]);
  assign rounded = {1'b0, aligned[52+EXTRA:EXTRA]} + {53'd0, up};
  assign significand = rounded[53] ? rounded[53:1] : rounded[52:0];
  assign scale = shift + {4'd0, rounded[53]};
endmodule
