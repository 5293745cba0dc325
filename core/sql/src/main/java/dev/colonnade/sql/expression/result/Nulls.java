package dev.colonnade.sql.expression.result;

import dev.colonnade.sql.vector.Vector;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Null flags of vectors. */
public final class Nulls {
  private Nulls() {}

  /** Returns the flags of rows where one of two vectors is NULL; null if there are none. */
  public static boolean @Nullable [] either(Vector left, Vector right, int count) {
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

  /** Returns the flags of rows that are all NULL. */
  public static boolean[] all(int count) {
    boolean[] nulls = new boolean[count];
    Arrays.fill(nulls, true);
    return nulls;
  }

  /** Returns flags of which at least one is set; null if none is. */
  public static boolean @Nullable [] compact(boolean[] nulls, int count) {
    for (int row = 0; row < count; row++) {
      if (nulls[row]) {
        return nulls;
      }
    }
    return null;
  }
}
