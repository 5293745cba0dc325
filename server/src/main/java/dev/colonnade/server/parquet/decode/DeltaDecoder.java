package dev.colonnade.server.parquet.decode;

import dev.colonnade.server.parquet.format.ParquetErrors;
import java.nio.ByteBuffer;

/**
 * Decoder of numbers that are stored as differences, in blocks of packed numbers.
 *
 * <pre>
 * | numbers of a block | parts of a block | number count | first number |
 * | least difference | bits of each part | parts |                         for each block
 * </pre>
 */
final class DeltaDecoder extends ValueDecoder {
  private static final int BLOCK_MAX = 1 << 20;

  private final boolean isInt;
  private final ByteBuffer in;
  private final int partCount;
  private final int partNumbers;
  private final long count;
  private final byte[] widths;

  private long done;
  private long last;
  private long leastDelta;
  private int part;
  private int leftInPart;
  private int bits;
  private long bitPosition;

  DeltaDecoder(boolean isInt, ByteBuffer in) {
    this.isInt = isInt;
    this.in = in;
    long blockNumbers = Varints.unsigned(in);
    long parts = Varints.unsigned(in);
    count = Varints.unsigned(in);
    last = Varints.signed(in);
    if (blockNumbers <= 0
        || blockNumbers > BLOCK_MAX
        || parts <= 0
        || parts > blockNumbers
        || blockNumbers % parts != 0
        || blockNumbers / parts % Byte.SIZE != 0
        || count < 0) {
      throw ParquetErrors.malformed("a page has an invalid block of differences");
    }
    partCount = (int) parts;
    partNumbers = (int) (blockNumbers / parts);
    widths = new byte[partCount];
    part = partCount;
  }

  /** Returns the number of values. */
  long count() {
    return count;
  }

  @Override
  public void next() {
    if (done == count) {
      throw ParquetErrors.malformed("a page has fewer values than its header states");
    }
    if (done++ == 0) {
      setNumber(isInt ? (int) last : last);
      return;
    }
    if (leftInPart == 0) {
      beginPart();
    }
    leftInPart--;
    long delta = leastDelta + BitReader.readLong(in, bitPosition, bits);
    bitPosition += bits;
    last = isInt ? (int) (last + delta) : last + delta;
    setNumber(last);
  }

  private void beginPart() {
    if (part == partCount) {
      beginBlock();
    }
    bits = widths[part++];
    if (bits < 0 || bits > Long.SIZE) {
      throw ParquetErrors.malformed("differences have too many bits: " + bits);
    }
    leftInPart = partNumbers;
    bitPosition = (long) in.position() * Byte.SIZE;
    long end = in.position() + (long) partNumbers * bits / Byte.SIZE;
    in.position((int) Math.min(end, in.limit())); // the last part may be incomplete
  }

  private void beginBlock() {
    leastDelta = Varints.signed(in);
    in.get(widths);
    part = 0;
  }

  /** Skips all values: the position of the buffer is then that of what follows. */
  void skipAll() {
    while (done < count) {
      if (done > 0 && leftInPart == 0) {
        beginPart();
      }
      long skipped = done == 0 ? 1 : Math.min(leftInPart, count - done);
      leftInPart -= done == 0 ? 0 : (int) skipped;
      done += skipped;
    }
  }
}
