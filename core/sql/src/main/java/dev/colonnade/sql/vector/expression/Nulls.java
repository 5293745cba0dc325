package dev.colonnade.sql.vector.expression;

import dev.colonnade.sql.vector.Vector;
import org.jspecify.annotations.Nullable;

/** Null flags of vectors. */
final class Nulls {
  private Nulls() {}

  /** Returns the flags of rows where one of two vectors is NULL. */
  static boolean @Nullable [] either(Vector left, Vector right, int count) {
    boolean[] some = left.nulls();
    boolean[] others = right.nulls();
    if (some == null || others == null) {
      return some == null ? others : some;
    }
    boolean[] both = new boolean[count];
    for (int row = 0; row < count; row++) {
      both[row] = some[row] || others[row];
    }
    return both;
  }
}
