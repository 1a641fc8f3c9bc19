L0:
/* [0000]                    00010D07`20010B01 */         mov (8|M0)               r13.0<1>:f    r1.0<8;8,1>:f                    {Compacted}
/* [0008]                    00030E07`20010B01 */         mov (8|M0)               r14.0<1>:f    r3.0<8;8,1>:f                    {Compacted}
/* [0010]  00000000`00000000`21E8160C`00000001 */ (W)     mov (1|M0)               r15.2<1>:ud   0x0:uw                             
/* [0020]  02438001`00000042`0120D0F8`02600033 */         sends (8|M0)             r9:f     r2      r13     0x82            0x02438001           // wr:1+2, rd:4; sampler; simd8 sample with lod forced to 0 using sampler index 0
/* [0030]                    00007F07`20004D01 */ (W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud                   {Compacted}
/* [0038]  020A0400`000001E4`00009054`0A800033 */ (W)     sends (16|M0)            null:uw  r15     r9      0x10A            0x020A0400           // wr:1h+4, rd:0; hdc.dc0; oword block write x8
/* [0048]  82000010`06000FE0`20000204`07600031 */ (W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L88:
