// Writes bits from the most significant on (ITU-T H.264 (08/2021), sections 7.2 and 9.1).

let start: usize = 0;
let end: usize = 0;
/** Where the next whole 32 bits go. */
let address: usize = 0;
/** The last bits, of which fewer than 32 are not written yet. */
let pending: u64 = 0;
let pendingLength: i32 = 0;

export function setBuffer(from: usize, bytes: i32): void {
  start = from;
  end = from + <usize>bytes;
}

export function restart(): void {
  address = start;
  pending = 0;
  pendingLength = 0;
}

/** Whether fewer than `bytes` are left. */
export function isNearlyFull(bytes: i32): bool {
  return address + <usize>bytes > end;
}

/** u(n), n up to 32. */
export function write(value: u32, count: i32): void {
  pending = (pending << count) | <u64>value;
  pendingLength += count;
  if (pendingLength >= 32) {
    pendingLength -= 32;
    store<u32>(address, bswap<u32>(<u32>(pending >> pendingLength)));
    address += 4;
  }
}

/** ue(v). */
export function writeUnsigned(value: u32): void {
  const digits = 32 - <i32>clz<u32>(value + 1);
  write(0, digits - 1);
  write(value + 1, digits);
}

/** se(v). */
export function writeSigned(value: i32): void {
  writeUnsigned(value > 0 ? (value << 1) - 1 : -value << 1);
}

export function unsignedLength(value: u32): i32 {
  return ((31 - <i32>clz<u32>(value + 1)) << 1) + 1;
}

export function signedLength(value: i32): i32 {
  return unsignedLength(value > 0 ? (value << 1) - 1 : -value << 1);
}

export function position(): i32 {
  return (<i32>(address - start) << 3) + pendingLength;
}

let savedAddress: usize = 0;
let savedPending: u64 = 0;
let savedLength: i32 = 0;

export function save(): void {
  savedAddress = address;
  savedPending = pending;
  savedLength = pendingLength;
}

/** Goes back to where `save` was called. */
export function restore(): void {
  address = savedAddress;
  pending = savedPending;
  pendingLength = savedLength;
}

/** Writes the stop bit and zeros up to a whole byte (section 7.3.2.11); gives the number of bytes. */
export function finish(): i32 {
  write(1, 1);
  const bits = position();
  const bytes = (bits + 7) >> 3;
  write(0, (bytes << 3) - bits);
  if (pendingLength > 0) store<u32>(address, bswap<u32>(<u32>(pending << (32 - pendingLength))));
  return bytes;
}

/** Copies bytes with emulation prevention bytes put in (section 7.4.1); gives their number. */
export function escape(from: usize, bytes: i32, to: usize): i32 {
  let target = to;
  let zeros = 0;
  for (let index = 0; index < bytes; index++) {
    const byte = load<u8>(from + <usize>index);
    if (zeros >= 2 && byte <= 3) {
      store<u8>(target++, 3);
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    store<u8>(target++, byte);
  }
  return <i32>(target - to);
}
