import type { Buffer } from 'node:buffer';
import type { Plane } from '@render-service/h264';
import { AV_CODEC_ID_H264, AV_OPT_TYPE_BOOL, AV_PIX_FMT_YUV420P, AVERROR_EOF } from '#node-av/constants';
import { Codec, CodecContext, Frame, Packet } from '#node-av/lib';
import { checkCall } from '../../media/ffmpeg-call.ts';

/**
 * Decodes one key picture, a byte stream with its parameter sets, and hands its luma, blue and red samples, up to whole
 * macroblocks, to `use` before they are freed.
 */
export function decodeKeyPicture(stream: Buffer, use: (planes: readonly Plane[]) => void): void {
  const decoder = Codec.findDecoder(AV_CODEC_ID_H264);
  if (!decoder) throw new Error('the H.264 decoder is missing from this installation');
  const context = new CodecContext();
  const frame = new Frame();
  const packet = new Packet();
  try {
    context.allocContext3(decoder);
    context.threadCount = 1;
    // The cropped samples are included, because later pictures refer to them.
    checkCall(context.setOption('apply_cropping', false, AV_OPT_TYPE_BOOL), 'set apply_cropping');
    checkCall(context.open2Sync(decoder), 'start the H.264 decoder');
    packet.alloc();
    packet.data = stream;
    frame.alloc();
    checkCall(context.sendPacketSync(packet), 'decode a key picture');
    checkCall(context.sendPacketSync(null), 'end decoding');
    const code = context.receiveFrameSync(frame);
    if (code === AVERROR_EOF) throw new Error('the H.264 decoder gave no picture');
    checkCall(code, 'take a decoded picture');
    const { data, linesize, format } = frame;
    if (!data || format !== AV_PIX_FMT_YUV420P) throw new Error('the H.264 decoder gave another format');
    use([0, 1, 2].map((plane) => ({ data: data[plane], stride: linesize[plane] })));
  } finally {
    packet.free();
    frame.free();
    context.freeContext();
  }
}
