package dev.colonnade.sql.expression.comparison;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;

/** Result of IN and NOT IN over a set of values, in three-valued logic. */
final class Membership {
  private Membership() {}

  /**
   * Returns whether the values are in the set: NULL for a NULL unless the set is empty, and for a
   * value that is not in a set with a NULL.
   */
  static BooleanVector of(
      Expression value, Vector values, int count, ValueSet set, boolean isNegated) {
    boolean[] found = set.contains(values, count, value.type());
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
}
