package dev.colonnade.bulk;

import java.io.IOException;

/** Pairs of keys and values in ascending order of the keys. One thread. */
interface PairSource extends AutoCloseable {
  /** Moves to the next pair; returns false behind the last one. */
  boolean next() throws IOException;

  /** Returns the key of the current pair, which the caller does not modify. */
  byte[] key();

  /** Returns the value of the current pair. */
  byte[] value();

  @Override
  void close() throws IOException;

  /** Returns the pairs of a sorted buffer. */
  static PairSource of(PairBuffer buffer) {
    return new PairSource() {
      private int at = -1;
      private byte[] key = new byte[0];

      @Override
      public boolean next() {
        at++;
        if (at >= buffer.count()) {
          return false;
        }
        key = buffer.key(at);
        return true;
      }

      @Override
      public byte[] key() {
        return key;
      }

      @Override
      public byte[] value() {
        return buffer.value(at);
      }

      @Override
      public void close() {}
    };
  }
}
