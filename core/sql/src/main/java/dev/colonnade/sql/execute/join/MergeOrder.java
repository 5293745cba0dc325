package dev.colonnade.sql.execute.join;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.join.hash.JoinShape;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.RowComparator;
import java.util.List;

/** Order of rows of two inputs by their keys: ascending, NULLs last. Immutable. */
final class MergeOrder {
  private final int[] leftColumns;
  private final int[] rightColumns;
  private final VectorType[] leftTypes;
  private final VectorType[] rightTypes;

  MergeOrder(JoinShape shape) {
    List<JoinPlan.Key> keys = shape.keys();
    this.leftColumns = keys.stream().mapToInt(JoinPlan.Key::left).toArray();
    this.rightColumns = keys.stream().mapToInt(JoinPlan.Key::right).toArray();
    this.leftTypes = new VectorType[leftColumns.length];
    this.rightTypes = new VectorType[leftColumns.length];
    for (int i = 0; i < leftColumns.length; i++) {
      leftTypes[i] = shape.leftTypes().get(leftColumns[i]);
      rightTypes[i] = shape.rightTypes().get(rightColumns[i]);
    }
  }

  int[] leftColumns() {
    return leftColumns;
  }

  int[] rightColumns() {
    return rightColumns;
  }

  /** Compares a row of the left input with one of the right input. */
  int compare(VectorBatch left, int leftRow, VectorBatch right, int rightRow) {
    for (int i = 0; i < leftColumns.length; i++) {
      Vector leftColumn = left.column(leftColumns[i]);
      Vector rightColumn = right.column(rightColumns[i]);
      int order =
          leftColumn.isNull(leftRow) || rightColumn.isNull(rightRow)
              ? Boolean.compare(leftColumn.isNull(leftRow), rightColumn.isNull(rightRow))
              : compareValues(i, leftColumn, leftRow, rightColumn, rightRow);
      if (order != 0) {
        return order;
      }
    }
    return 0;
  }

  private int compareValues(int key, Vector left, int leftRow, Vector right, int rightRow) {
    VectorType leftType = leftTypes[key];
    VectorType rightType = rightTypes[key];
    if (leftType.hasSameForm(rightType)) {
      VectorType both = leftType.ofValues().isPlain() ? rightType : leftType;
      return RowComparator.compareValues(left, leftRow, right, rightRow, both);
    }
    return RowComparator.compareValues(
        leftType.ofValues(),
        requireNonNull(left.held(leftRow, leftType), "left value is null"),
        requireNonNull(right.held(rightRow, rightType), "right value is null"));
  }

  /** Returns whether two rows of the right input have equal keys. */
  boolean isSameRight(VectorBatch right, int rightRow, VectorBatch other, int otherRow) {
    for (int i = 0; i < rightColumns.length; i++) {
      Vector column = right.column(rightColumns[i]);
      Vector otherColumn = other.column(rightColumns[i]);
      boolean isNull = column.isNull(rightRow);
      boolean isSame =
          isNull == otherColumn.isNull(otherRow)
              && (isNull
                  || RowComparator.compareValues(
                          column, rightRow, otherColumn, otherRow, rightTypes[i])
                      == 0);
      if (!isSame) {
        return false;
      }
    }
    return true;
  }
}
