package dev.colonnade.bulk;

import java.io.IOException;

/**
 * Pairs of keys and values in ascending order of the keys. The bytes of a pair, the value behind
 * its key, are valid until the next move. One thread.
 */
interface PairSource extends AutoCloseable {
  /** Moves to the next pair; returns false behind the last one. */
  boolean next() throws IOException;

  /** Returns the array that contains the current pair. */
  byte[] bytes();

  int keyOffset();

  int keyLength();

  int valueLength();

  @Override
  void close() throws IOException;

  /** Returns the pairs of a sorted buffer. */
  static PairSource of(PairBuffer buffer) {
    return new PairSource() {
      private int at = -1;

      @Override
      public boolean next() {
        at++;
        return at < buffer.count();
      }

      @Override
      public byte[] bytes() {
        return buffer.bytes();
      }

      @Override
      public int keyOffset() {
        return buffer.keyOffsetOf(at);
      }

      @Override
      public int keyLength() {
        return buffer.keyLengthOf(at);
      }

      @Override
      public int valueLength() {
        return buffer.valueLengthOf(at);
      }

      @Override
      public void close() {}
    };
  }
}
