// The cache lines of a footprint's texels, each once, in the order of pixels and corners.
module line_collector #(
    parameter int unsigned TEXELS = 16,
    parameter int unsigned ADDRESS_BITS = 48,
    parameter int unsigned OFFSET_BITS = 6,  // log2 of a line's bytes
    parameter int unsigned KEY_BITS = 48,
    parameter int unsigned COUNT_BITS = $clog2(TEXELS + 1),
    parameter int unsigned AT_BITS = $clog2(TEXELS)
) (
    input  logic [TEXELS-1:0]              texels,     // that are read
    input  logic [TEXELS*ADDRESS_BITS-1:0] addresses,  // of their elements, none of which is in two lines
    output logic [COUNT_BITS-1:0]          count,
    output logic [TEXELS*KEY_BITS-1:0]     keys,
    output logic [TEXELS*AT_BITS-1:0]      ats,        // of each texel: its line
    output logic [TEXELS*OFFSET_BITS-1:0]  offsets     // and its place there, in bytes
);
  localparam int unsigned NAME_BITS = ADDRESS_BITS - OFFSET_BITS;

  // The first texel of each line, and how many lines come before each texel's own.
  logic [TEXELS*TEXELS-1:0] alike;
  logic [TEXELS-1:0]        is_first;
  for (genvar texel = 0; texel < TEXELS; texel++) begin : gen_texel
    for (genvar other = 0; other < TEXELS; other++) begin : gen_other
      if (other < texel) begin : gen_before
        assign alike[TEXELS*texel+other] = texels[other] && addresses[ADDRESS_BITS*other+OFFSET_BITS+:NAME_BITS] ==
                                                                addresses[ADDRESS_BITS*texel+OFFSET_BITS+:NAME_BITS];
      end else begin : gen_behind
        assign alike[TEXELS*texel+other] = 1'b0;
      end
    end
    assign is_first[texel] = texels[texel] && alike[TEXELS*texel+:TEXELS] == '0;
    assign offsets[OFFSET_BITS*texel+:OFFSET_BITS] = addresses[ADDRESS_BITS*texel+:OFFSET_BITS];
  end

  logic [TEXELS*AT_BITS-1:0] places;  // of the first texels, their lines
  always_comb begin
    count = '0;
    keys = '0;
    places = '0;
    for (int texel = 0; texel < TEXELS; texel++) begin
      places[AT_BITS*texel+:AT_BITS] = count[AT_BITS-1:0];
      if (is_first[texel]) begin
        keys[KEY_BITS*count[AT_BITS-1:0]+:KEY_BITS] =
            {{(KEY_BITS - NAME_BITS) {1'b0}}, addresses[ADDRESS_BITS*texel+OFFSET_BITS+:NAME_BITS]};
        count = count + 1'b1;
      end
    end
  end
  always_comb begin
    ats = '0;
    for (int texel = 0; texel < TEXELS; texel++) begin
      if (is_first[texel]) ats[AT_BITS*texel+:AT_BITS] = places[AT_BITS*texel+:AT_BITS];
      for (int other = 0; other < TEXELS; other++) begin
        if (alike[TEXELS*texel+other] && is_first[other]) ats[AT_BITS*texel+:AT_BITS] = places[AT_BITS*other+:AT_BITS];
      end
    end
  end
endmodule
