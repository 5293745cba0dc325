package dev.colonnade.sql.expression.comparison;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.result.Nulls;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorType;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Result of IN and NOT IN over a set of values, in three-valued logic. */
final class Membership {
  private Membership() {}

  /**
   * Returns for each row whether the value is in the set of this row.
   *
   * @param sets returns the set of a row; null for the array NULL
   */
  static BooleanVector ofEach(
      Expression value,
      Vector values,
      int count,
      IntFunction<@Nullable ValueSet> sets,
      boolean isNegated) {
    boolean[] found = new boolean[count];
    boolean[] nulls = new boolean[count];
    for (int row = 0; row < count; row++) {
      ValueSet set = sets.apply(row);
      BooleanVector one =
          set == null ? null : of(value, values.gather(new int[] {row}, 1), 1, set, isNegated);
      nulls[row] = one == null || one.isNull(0);
      found[row] = one != null && one.isTrue(0);
    }
    return new BooleanVector(found, Nulls.compact(nulls, count));
  }

  /**
   * Returns whether the values are in the set: NULL for a NULL unless the set is empty, and for a
   * value that is not in a set with a NULL.
   */
  static BooleanVector of(
      Expression value, Vector values, int count, ValueSet set, boolean isNegated) {
    boolean[] found = found(values, count, set, value.type());
    boolean[] nulls = set.isEmpty() ? null : values.nulls();
    if (set.hasNull()) {
      nulls = new boolean[count];
      for (int row = 0; row < count; row++) {
        nulls[row] = values.isNull(row) || !found[row];
      }
    }
    if (isNegated) {
      for (int row = 0; row < count; row++) {
        found[row] = !found[row];
      }
    }
    return new BooleanVector(found, nulls);
  }

  private static boolean[] found(Vector values, int count, ValueSet set, VectorType type) {
    int[] rowsOfCodes = values instanceof TextVector texts ? texts.rowsOfCodes() : null;
    if (rowsOfCodes == null) {
      return set.contains(values, count, type);
    }
    Vector ofCodes = values.gather(rowsOfCodes, rowsOfCodes.length);
    boolean[] found = set.contains(ofCodes, rowsOfCodes.length, type);
    return ((TextVector) values).valuesOfRows(found);
  }
}
