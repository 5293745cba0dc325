package dev.colonnade.sql.vector.key;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Nesting;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/** Comparator of rows of batches by sort keys, in PostgreSQL's order of values. Thread-safe. */
public final class RowComparator {
  private final SortKey[] keys;
  private final VectorType[] keyTypes;

  /**
   * Creates a comparator.
   *
   * @param types types of all columns of the batches
   */
  public RowComparator(List<SortKey> keys, List<VectorType> types) {
    this.keys = keys.toArray(SortKey[]::new);
    this.keyTypes = keys.stream().map(key -> types.get(key.column())).toArray(VectorType[]::new);
  }

  /** Compares two rows as {@link java.util.Comparator#compare} does. */
  public int compare(VectorBatch left, int leftRow, VectorBatch right, int rightRow) {
    return compareFrom(0, left, leftRow, right, rightRow);
  }

  /** Variant of {@link #compare} that ignores the first {@code firstKey} keys. */
  public int compareFrom(
      int firstKey, VectorBatch left, int leftRow, VectorBatch right, int rightRow) {
    for (int i = firstKey; i < keys.length; i++) {
      int column = keys[i].column();
      int order = compare(i, left.column(column), leftRow, right.column(column), rightRow);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int compare(int index, Vector left, int leftRow, Vector right, int rightRow) {
    SortKey key = keys[index];
    boolean isLeftNull = left.isNull(leftRow);
    boolean isRightNull = right.isNull(rightRow);
    if (isLeftNull || isRightNull) {
      return isLeftNull == isRightNull ? 0 : isLeftNull == key.nullsFirst() ? -1 : 1;
    }
    int order = compareValues(left, leftRow, right, rightRow, keyTypes[index]);
    return key.descending() ? Integer.compare(0, order) : order;
  }

  /** Compares the values of two rows that are not NULL; both vectors are of the same type. */
  public static int compareValues(
      Vector left, int leftRow, Vector right, int rightRow, VectorType type) {
    if (left instanceof LongVector some && right instanceof LongVector other) {
      return Long.compare(some.values()[leftRow], other.values()[rightRow]);
    }
    if (left instanceof TextVector some && right instanceof TextVector other) {
      return type.kind() == TypeKind.CHAR
          ? TextVector.compareTrimmed(some, leftRow, other, rightRow)
          : TextVector.compare(some, leftRow, other, rightRow);
    }
    if (left instanceof DoubleVector some && right instanceof DoubleVector other) {
      return Double.compare(some.values()[leftRow] + 0.0, other.values()[rightRow] + 0.0);
    }
    if (left instanceof BooleanVector some && right instanceof BooleanVector other) {
      return Boolean.compare(some.values()[leftRow], other.values()[rightRow]);
    }
    return compareValues(
        type.ofValues(),
        requireNonNull(left.held(leftRow, type), "left value is null"),
        requireNonNull(right.held(rightRow, type), "right value is null"));
  }

  /** Compares two values in their internal representation; neither is NULL. */
  public static int compareValues(Nesting nesting, Object left, Object right) {
    return ValueOrder.compare(nesting, left, right);
  }
}
