package dev.colonnade.scan.segment;

import dev.colonnade.memory.NativeMemory;

/**
 * Bit packing of integers of 1, 2, 4 or 8 bytes, as differences to the smallest one (frame of
 * reference), or of ascending ints, as differences to the one before.
 *
 * <pre>
 *   base i64 | first i64 | bits u8 | values of that many bits, the lowest bits first | 8 bytes 0
 * </pre>
 *
 * <p>{@code base} is the smallest value, or the smallest difference; {@code first} is the first
 * value of differences. Values of more than {@link #BITS_MAX} bits are not packed.
 */
final class IntPacking {
  /** Most bits of a packed value, so that one is read by one load of eight bytes. */
  static final int BITS_MAX = 56;

  private static final int FIRST = Long.BYTES;
  private static final int BITS = 2 * Long.BYTES;
  private static final int VALUES = BITS + 1;

  private IntPacking() {}

  /** Returns the bytes of {@code count} packed values. */
  static long bytesOf(int count, int bits) {
    return VALUES + (((long) count * bits + 7) >>> 3) + Long.BYTES;
  }

  /**
   * Returns the most bytes that {@link #pack} and {@link #packDeltas} write for {@code rawBytes}
   * bytes of values: a value has at most its own bits, a difference of ints one more.
   */
  static long bytesMax(long rawBytes) {
    return bytesOf(0, 0) + rawBytes + rawBytes / Integer.SIZE + Long.BYTES;
  }

  /**
   * Packs {@code count} values of {@code width} bytes; returns the bytes written, or -1 if a value
   * has too many bits.
   */
  static int pack(long from, int width, int count, long to) {
    long min = count == 0 ? 0 : Long.MAX_VALUE;
    long max = count == 0 ? 0 : Long.MIN_VALUE;
    for (int i = 0; i < count; i++) {
      long value = get(from, width, i);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(max - min);
    if (bits > BITS_MAX) {
      return -1;
    }
    Packer packer = new Packer(to, min, 0, bits);
    for (int i = 0; i < count; i++) {
      packer.add(get(from, width, i));
    }
    return packer.finish();
  }

  /** Packs the differences of {@code count} ints; returns the bytes written. */
  static int packDeltas(long from, int count, long to) {
    long min = count < 2 ? 0 : Long.MAX_VALUE;
    long max = count < 2 ? 0 : Long.MIN_VALUE;
    for (int i = 1; i < count; i++) {
      long delta = get(from, Integer.BYTES, i) - get(from, Integer.BYTES, i - 1);
      min = Math.min(min, delta);
      max = Math.max(max, delta);
    }
    int bits = Long.SIZE - Long.numberOfLeadingZeros(max - min);
    long first = count == 0 ? 0 : get(from, Integer.BYTES, 0);
    Packer packer = new Packer(to, min, first, bits);
    for (int i = 1; i < count; i++) {
      packer.add(get(from, Integer.BYTES, i) - get(from, Integer.BYTES, i - 1));
    }
    return packer.finish();
  }

  /** Unpacks {@code count} values of {@code width} bytes from {@code bytes} bytes. */
  static void unpack(long from, long bytes, int width, int count, long to) {
    int bits = requireBits(from, bytes, count);
    long base = NativeMemory.getLong(from);
    long values = from + VALUES;
    long mask = (1L << bits) - 1;
    switch (width) {
      case Byte.BYTES -> {
        for (int i = 0; i < count; i++) {
          NativeMemory.putByte(to + i, (byte) (base + value(values, (long) i * bits, mask)));
        }
      }
      case Short.BYTES -> {
        for (int i = 0; i < count; i++) {
          short value = (short) (base + value(values, (long) i * bits, mask));
          NativeMemory.putShort(to + 2L * i, value);
        }
      }
      case Integer.BYTES -> {
        for (int i = 0; i < count; i++) {
          NativeMemory.putInt(to + 4L * i, (int) (base + value(values, (long) i * bits, mask)));
        }
      }
      default -> {
        for (int i = 0; i < count; i++) {
          NativeMemory.putLong(to + 8L * i, base + value(values, (long) i * bits, mask));
        }
      }
    }
  }

  /** Unpacks the differences of {@code count} ints from {@code bytes} bytes. */
  static void unpackDeltas(long from, long bytes, int count, long to) {
    if (count == 0) {
      return;
    }
    int bits = requireBits(from, bytes, count - 1);
    long base = NativeMemory.getLong(from);
    long mask = (1L << bits) - 1;
    int value = (int) NativeMemory.getLong(from + FIRST);
    NativeMemory.putInt(to, value);
    for (int i = 1; i < count; i++) {
      value += (int) (base + value(from + VALUES, (long) (i - 1) * bits, mask));
      NativeMemory.putInt(to + 4L * i, value);
    }
  }

  private static int requireBits(long from, long bytes, int count) {
    int bits = bytes < VALUES ? -1 : NativeMemory.getByte(from + BITS);
    if (bits < 0 || bits > BITS_MAX || bytes < bytesOf(count, bits)) {
      throw new DamagedSegmentException("packed integers bits=" + bits + " bytes=" + bytes);
    }
    return bits;
  }

  private static long value(long values, long bit, long mask) {
    return NativeMemory.getLong(values + (bit >>> 3)) >>> (bit & 7) & mask;
  }

  private static long get(long from, int width, int index) {
    return switch (width) {
      case Byte.BYTES -> NativeMemory.getByte(from + index);
      case Short.BYTES -> NativeMemory.getShort(from + 2L * index);
      case Integer.BYTES -> NativeMemory.getInt(from + 4L * index);
      default -> NativeMemory.getLong(from + 8L * index);
    };
  }

  /** Writer of packed values. */
  private static final class Packer {
    private final long start;
    private final long base;
    private final int bits;
    private long to;
    private long pending;
    private int pendingBits;

    Packer(long start, long base, long first, int bits) {
      this.start = start;
      this.base = base;
      this.bits = bits;
      this.to = start + VALUES;
      NativeMemory.putLong(start, base);
      NativeMemory.putLong(start + FIRST, first);
      NativeMemory.putByte(start + BITS, (byte) bits);
    }

    void add(long value) {
      pending |= (value - base) << pendingBits;
      pendingBits += bits;
      while (pendingBits >= Byte.SIZE) {
        NativeMemory.putByte(to++, (byte) pending);
        pending >>>= Byte.SIZE;
        pendingBits -= Byte.SIZE;
      }
    }

    int finish() {
      if (pendingBits > 0) {
        NativeMemory.putByte(to++, (byte) pending);
      }
      NativeMemory.putLong(to, 0);
      return Math.toIntExact(to + Long.BYTES - start);
    }
  }
}
