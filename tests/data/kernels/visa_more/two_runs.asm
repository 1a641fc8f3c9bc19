L0:
/* [0000]  04439001`00000022`0220A0F8`02600033 */         sends (8|M0)             r17:f    r1      r10     0x82            0x04439001           // wr:2+2, rd:4; sampler; simd8 sample compare+with lod forced to 0 using sampler index 0
/* [0010]  00000000`00000000`22A8160C`00000001 */ (W)     mov (1|M0)               r21.2<1>:ud   0x0:uw                             
/* [0020]                    00007F07`20004D01 */ (W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud                   {Compacted}
/* [0028]  020A0400`000002A4`00011054`0A800033 */ (W)     sends (16|M0)            null:uw  r21     r17     0x10A            0x020A0400           // wr:1h+4, rd:0; hdc.dc0; oword block write x8
/* [0038]  82000010`06000FE0`20000204`07600031 */ (W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L72:
