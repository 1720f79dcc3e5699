import type { Buffer } from 'node:buffer';
import type { Packet } from '#node-av/lib';

/** What a packet of a track contains. Times are in the time base of the track. */
export interface PacketContent {
  readonly data: Buffer;
  readonly time: number;
  readonly duration: number;
}

/** Fills a packet, which is shown in the order in which it is decoded. */
export function fillPacket(packet: Packet, { data, time, duration }: PacketContent, isKey = true): void {
  packet.data = data;
  packet.pts = BigInt(time);
  packet.dts = packet.pts;
  packet.duration = BigInt(duration);
  packet.isKeyframe = isKey;
}
