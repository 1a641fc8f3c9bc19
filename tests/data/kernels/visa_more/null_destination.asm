L0:
/* [0000]                    00001107`20004D01 */ (W)     mov (8|M0)               r17.0<1>:ud   r0.0<8;8,1>:ud                   {Compacted}
/* [0008]  00806000`00000000`2228060C`00000001 */ (W)     mov (1|M0)               r17.2<1>:ud   0x806000:ud                             
/* [0018]                    00011307`20010B01 */         mov (8|M0)               r19.0<1>:f    r1.0<8;8,1>:f                    {Compacted}
/* [0020]                    00091407`20010B01 */         mov (8|M0)               r20.0<1>:f    r9.0<8;8,1>:f                    {Compacted}
/* [0028]                    00007F07`20004D01 */ (W)     mov (8|M0)               r127.0<1>:ud  r0.0<8;8,1>:ud                   {Compacted}
/* [0030]  02038001`00000021`00009010`02600033 */         sends (8|M0)             null:ud  r1      r9      0x42            0x02038001           // wr:1+1, rd:0; sampler; simd8 sample with lod forced to 0 using sampler index 0
/* [0040]  020A2001`00000222`00013010`02600033 */         sends (8|M0)             null:ud  r17     r19     0x82            0x020A2001           // wr:1h+2, rd:0; sampler; simd8 sample override LOD using sampler index 0
/* [0050]  00000000`00000000`2240160C`00000001 */ (W)     mov (1|M0)               r18.0<1>:ud   0x0:uw                             
/* [0060]  82000010`06000FE0`20000204`07600031 */ (W)     send (8|M0)              null     r127    0x27            0x02000010           {EOT} // wr:1+0, rd:0; spawner; end of thread
L112:
