package dev.colonnade.sql.vector.key;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * Encoder of some columns of a row as bytes: two rows are equal in these columns, as PostgreSQL
 * defines equality, exactly if their bytes are equal. No key is a prefix of another.
 *
 * <p>Keys of columns of different types are comparable within a family: integers with NUMERIC of
 * any scale and form, REAL with DOUBLE PRECISION, and all types of text. One thread.
 */
public final class KeyEncoder {
  private final int[] columns;
  private final TypeKind[] kinds;
  private final Nesting[] nestings;
  private final int[] scales;
  private final boolean[] nullsEqual;
  private final KeyBytes out = new KeyBytes();
  private final ValueKeys values = new ValueKeys(out);
  private long hash;
  private boolean isHashed;

  /**
   * Creates an encoder.
   *
   * @param columns indexes of the columns in the batches
   * @param types types of these columns
   * @param nullsEqual for each column, whether NULL is equal to NULL; otherwise a row with NULL in
   *     the column is equal to no row
   */
  public KeyEncoder(int[] columns, List<VectorType> types, boolean[] nullsEqual) {
    if (types.size() != columns.length || nullsEqual.length != columns.length) {
      throw new IllegalArgumentException(
          "lengths differ columns=%d types=%d nullsEqual=%d"
              .formatted(columns.length, types.size(), nullsEqual.length));
    }
    this.columns = columns.clone();
    this.kinds = types.stream().map(VectorType::kind).toArray(TypeKind[]::new);
    this.nestings = types.stream().map(VectorType::ofValues).toArray(Nesting[]::new);
    this.scales = types.stream().mapToInt(VectorType::scale).toArray();
    this.nullsEqual = nullsEqual.clone();
  }

  /**
   * Encodes the key of a row. Returns false if a column is NULL in which NULL is equal to nothing.
   */
  public boolean encode(VectorBatch batch, int row) {
    out.clear();
    isHashed = false;
    return append(batch, row);
  }

  /** Adds the key of a row after the present ones; otherwise as {@link #encode}. */
  boolean append(VectorBatch batch, int row) {
    boolean isComplete = true;
    for (int i = 0; i < columns.length; i++) {
      Vector column = batch.column(columns[i]);
      if (column.isNull(row)) {
        values.putNull();
        isComplete &= nullsEqual[i];
      } else {
        encode(column, row, i);
      }
    }
    return isComplete;
  }

  /** Removes all keys. */
  void clear() {
    out.clear();
    isHashed = false;
  }

  /** Returns the hash of the last key, which starts at {@code start}. */
  long hashFrom(int start) {
    return out.hash(start);
  }

  private void encode(Vector column, int row, int index) {
    switch (column) {
      case LongVector longs -> values.putDecimal(longs.values()[row], scales[index]);
      case DoubleVector doubles -> values.putDouble(doubles.values()[row]);
      case BooleanVector booleans -> values.putBoolean(booleans.values()[row]);
      case TextVector texts ->
          values.putText(kinds[index], texts.bytes(), texts.start(row), texts.length(row));
      case ObjectVector objects ->
          values.putValue(nestings[index], requireNonNull(objects.value(row), "value is null"));
    }
  }

  /**
   * Returns the bytes of the key that was encoded last: the first {@link #length}. The array is
   * valid until the next call of {@link #encode}.
   */
  public byte[] bytes() {
    return out.bytes();
  }

  public int length() {
    return out.length();
  }

  /** Returns the lower half of {@link #hash64}, which selects the slot of a {@link KeyTable}. */
  public int hash() {
    return (int) hash64();
  }

  /** Returns a hash of the key that was encoded last. Partitions use bits of its upper half. */
  public long hash64() {
    if (!isHashed) {
      hash = out.hash(0);
      isHashed = true;
    }
    return hash;
  }
}
