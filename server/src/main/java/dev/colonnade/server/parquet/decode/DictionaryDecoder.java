package dev.colonnade.server.parquet.decode;

import java.nio.ByteBuffer;

/** Decoder of values that are indexes of a dictionary. */
final class DictionaryDecoder extends ValueDecoder {
  private final ValueList dictionary;
  private final HybridDecoder indexes;

  DictionaryDecoder(ValueList dictionary, ByteBuffer in) {
    this.dictionary = dictionary;
    // A page without values has no bytes, not even those of the width.
    this.indexes = new HybridDecoder(in, in.hasRemaining() ? in.get() & 0xff : 0);
  }

  @Override
  public void next() {
    dictionary.copy(indexes.next(), this);
  }
}
