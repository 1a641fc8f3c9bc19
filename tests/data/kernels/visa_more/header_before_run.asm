L0:
/* [0000]                    00000907`20004D01 */ (W)     mov (8|M0)               r9.0<1>:ud    r0.0<8;8,1>:ud                   {Compacted}
/* [0008]  00001F81`00000000`2128060C`00000001 */ (W)     mov (1|M0)               r9.2<1>:ud    0x1F81:ud                             
/* [0018]  00000000`00000000`21A8160C`00000001 */ (W)     mov (1|M0)               r13.2<1>:ud   0x0:uw                             
/* [0028]  023A1001`00000123`014010F8`02600033 */         sends (8|M0)             r10:f    r9      r1      0xC2            0x023A1001           // wr:1h+3, rd:3; sampler; simd8 sample+LOD bias using sampler index 0
/* [0038]  00040004`00000000`21C8160C`00000001 */ (W)     mov (1|M0)               r14.2<1>:ud   0x4:uw                             
/* [0048]                    00007F07`20004D01 */ (W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud                   {Compacted}
/* [0050]  020A0300`000001A2`0000A054`0A800033 */ (W)     sends (16|M0)            null:uw  r13     r10     0x8A            0x020A0300           // wr:1h+2, rd:0; hdc.dc0; oword block write x4
/* [0060]  020A0200`000001C1`0000C014`0A600033 */ (W)     sends (8|M0)             null:ud  r14     r12     0x4A            0x020A0200           // wr:1h+1, rd:0; hdc.dc0; oword block write x2
/* [0070]  82000010`06000FE0`20000204`07600031 */ (W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L128:
