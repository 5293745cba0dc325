package dev.colonnade.server.translate;

import dev.colonnade.protocol.tuple.TupleReader;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.ColumnType.Enumerated;
import dev.colonnade.type.ColumnType.Numeric;
import dev.colonnade.type.StoredForm;
import org.jspecify.annotations.Nullable;

/** Conversion of tuple values to their storage representation. */
final class TupleValues {
  private TupleValues() {}

  /** Returns the rank of an enum label. */
  static int rankAt(TupleReader tuple, int column, ColumnType type) {
    return ((Enumerated) type).type().labels().get(tuple.ordinalAt(column)).rank();
  }

  /** Returns a value that is stored in 64 bits; throws an exception if it is out of range. */
  static long longAt(TupleReader tuple, int column, ColumnType type) {
    if (type instanceof Numeric) {
      long unscaled = tuple.unscaledLowAt(column);
      StoredForm.requireValidLong(type, unscaled);
      return unscaled;
    }
    long value = tuple.longAt(column);
    StoredForm.requireValidLong(type, value);
    return value;
  }

  /** Returns the value as an object of the type's Java class, or null. */
  static @Nullable Object objectAt(TupleReader tuple, int column, ColumnType type) {
    if (tuple.isNull(column)) {
      return null;
    }
    return switch (type.storage()) {
      case BOOL1 -> tuple.booleanAt(column);
      case INT16 -> tuple.shortAt(column);
      case INT32 -> StoredForm.fromInt(type, tuple.intAt(column));
      case ENUM32 -> StoredForm.fromInt(type, rankAt(tuple, column, type));
      case INT64 -> StoredForm.fromLong(type, longAt(tuple, column, type));
      case INT128 ->
          StoredForm.fromHalves(type, tuple.unscaledHighAt(column), tuple.unscaledLowAt(column));
      case BYTES16 ->
          StoredForm.fromHalves(
              type, tuple.uuidMostSignificantAt(column), tuple.uuidLeastSignificantAt(column));
      case FLOAT32 -> tuple.floatAt(column);
      case FLOAT64 -> tuple.doubleAt(column);
      case VARIABLE -> type.isText() ? tuple.textAt(column) : tuple.bytesAt(column);
    };
  }
}
