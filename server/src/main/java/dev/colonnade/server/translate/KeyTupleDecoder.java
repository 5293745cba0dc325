package dev.colonnade.server.translate;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeyWriter;
import dev.colonnade.key.SortDirection;
import dev.colonnade.protocol.schema.WireType;
import dev.colonnade.protocol.tuple.TupleReader;
import dev.colonnade.protocol.tuple.TupleSchema;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.StoredForm;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.KeyPart;
import io.netty.buffer.ByteBuf;
import java.util.ArrayList;
import java.util.List;

/** Decoder of key tuples to keys, without boxing. Not thread-safe. */
public final class KeyTupleDecoder {
  private final KeyCodec codec;
  private final List<KeyPart> parts;
  private final TupleSchema shape;
  private final KeyWriter writer = new KeyWriter();

  /** Creates a decoder for tuples of the first {@code columnCount} columns of the key. */
  public KeyTupleDecoder(KeyCodec codec, int columnCount) {
    this.codec = codec;
    if (columnCount < 1 || columnCount > codec.parts().size()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "wrong number of key columns: max=" + codec.parts().size() + " found=" + columnCount);
    }
    this.parts = codec.parts().subList(0, columnCount);
    List<WireType> types =
        parts.stream().map(part -> ColumnTypeTranslator.toWire(part.type())).toList();
    this.shape = TupleSchema.of(types);
  }

  /** Returns a decoder for tuples of the whole key. */
  public static KeyTupleDecoder whole(KeyCodec codec) {
    return new KeyTupleDecoder(codec, codec.parts().size());
  }

  /**
   * Returns the keys of {@code count} tuples.
   *
   * @throws ColonnadeException INVALID_ARGUMENT if {@code tuples} does not contain exactly {@code
   *     count} tuples; NOT_NULL_VIOLATION, STRING_TOO_LONG or VALUE_OUT_OF_RANGE for values that a
   *     key cannot contain
   */
  public List<Key> keys(ByteBuf tuples, int count) {
    TupleReader reader = new TupleReader(shape, tuples);
    List<Key> keys = new ArrayList<>(Math.min(count, tuples.readableBytes()));
    while (keys.size() < count && reader.hasNext()) {
      reader.next();
      keys.add(key(reader));
    }
    requireCount(keys.size(), count, reader.hasNext());
    return keys;
  }

  static void requireCount(int found, int expected, boolean more) {
    if (found != expected || more) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "wrong number of tuples in block: expected="
              + expected
              + " found="
              + (more ? "more" : found));
    }
  }

  private Key key(TupleReader tuple) {
    writer.begin(codec.tableId(), codec.indexId());
    for (int i = 0; i < parts.size(); i++) {
      put(tuple, i, parts.get(i));
    }
    return writer.toKey();
  }

  private void put(TupleReader tuple, int column, KeyPart part) {
    SortDirection direction = part.direction();
    if (tuple.isNull(column)) {
      if (!part.nullable()) {
        throw new ColonnadeException(
            ErrorCode.NOT_NULL_VIOLATION, "key column is NULL: keyColumn=" + column);
      }
      writer.putNull(direction);
      return;
    }
    if (part.nullable()) {
      writer.putPresent(direction);
    }
    putValue(tuple, column, part.type(), direction);
  }

  private void putValue(TupleReader tuple, int column, ColumnType type, SortDirection direction) {
    switch (type.storage()) {
      case BOOL1 -> writer.putBoolean(tuple.booleanAt(column), direction);
      case INT16 -> writer.putShort(tuple.shortAt(column), direction);
      case INT32 -> writer.putInt(tuple.intAt(column), direction);
      case ENUM32 -> writer.putInt(TupleValues.rankAt(tuple, column, type), direction);
      case INT64 -> writer.putLong(TupleValues.longAt(tuple, column, type), direction);
      case INT128 -> putWide(tuple, column, type, direction);
      case BYTES16 ->
          writer.putBytes16(
              tuple.uuidMostSignificantAt(column), tuple.uuidLeastSignificantAt(column), direction);
      case FLOAT32 -> writer.putFloat(tuple.floatAt(column), direction);
      case FLOAT64 -> writer.putDouble(tuple.doubleAt(column), direction);
      case VARIABLE -> putBytes(tuple, column, type, direction);
    }
  }

  private void putWide(TupleReader tuple, int column, ColumnType type, SortDirection direction) {
    long high = tuple.unscaledHighAt(column);
    long low = tuple.unscaledLowAt(column);
    StoredForm.requireValidHalves(type, high, low);
    writer.putInt128(high, low, direction);
  }

  private void putBytes(TupleReader tuple, int column, ColumnType type, SortDirection direction) {
    byte[] bytes = tuple.bytesAt(column);
    int length = type.isText() ? StoredForm.textLength(type, bytes, 0, bytes.length) : bytes.length;
    writer.putBytes(bytes, 0, length, direction);
  }
}
