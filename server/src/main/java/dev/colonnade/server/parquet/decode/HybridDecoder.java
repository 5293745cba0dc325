package dev.colonnade.server.parquet.decode;

import dev.colonnade.server.parquet.format.ParquetErrors;
import java.nio.ByteBuffer;

/**
 * Decoder of small numbers that are a mixture of runs and of groups of eight bit-packed numbers:
 * levels, and indexes of dictionaries. One thread.
 */
public final class HybridDecoder {
  private static final int GROUP = 8;

  private final ByteBuffer in;
  private final int bits;
  private long left;
  private boolean isRun;
  private int value;

  /** Position of the next packed number, in bits from the start of the buffer. */
  private long bitPosition;

  /** Byte after the packed numbers. */
  private long packedEnd;

  /**
   * Creates a decoder.
   *
   * @param in little-endian; the position is that of the first run
   * @param bits of a number, 0 to 32
   */
  public HybridDecoder(ByteBuffer in, int bits) {
    if (bits < 0 || bits > Integer.SIZE) {
      throw ParquetErrors.malformed("numbers have too many bits: " + bits);
    }
    this.in = in;
    this.bits = bits;
  }

  /** Returns the next number. */
  public int next() {
    while (left == 0) {
      readHeader();
    }
    left--;
    if (isRun) {
      return value;
    }
    int number = BitReader.read(in, bitPosition, bits);
    bitPosition += bits;
    if (left == 0) {
      in.position((int) Math.min(packedEnd, in.limit())); // the last group may be incomplete
    }
    return number;
  }

  private void readHeader() {
    long header = Varints.unsigned(in);
    left = header >>> 1;
    isRun = (header & 1) == 0;
    if (isRun) {
      value = 0;
      for (int shift = 0; shift < bits; shift += Byte.SIZE) {
        value |= (in.get() & 0xff) << shift;
      }
      return;
    }
    if (left > Integer.MAX_VALUE) {
      throw ParquetErrors.malformed("a page has too many packed numbers");
    }
    bitPosition = (long) in.position() * Byte.SIZE;
    packedEnd = in.position() + left * bits;
    left *= GROUP;
  }
}
