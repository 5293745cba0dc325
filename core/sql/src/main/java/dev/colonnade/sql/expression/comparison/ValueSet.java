package dev.colonnade.sql.expression.comparison;

import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Set of the values of a list, for tests of membership. One thread. */
final class ValueSet {
  private final @Nullable LongSet longs;
  private final int scale;
  private final KeyTable table = new KeyTable();
  private boolean hasNull;

  private ValueSet(@Nullable LongSet longs, int scale) {
    this.longs = longs;
    this.scale = scale;
  }

  /** Returns the set of the values of a vector. */
  static ValueSet of(Vector values, int count, VectorType type) {
    boolean areLongs = values instanceof LongVector;
    ValueSet set = new ValueSet(areLongs ? longs((LongVector) values, count) : null, type.scale());
    KeyEncoder encoder = encoder(type);
    VectorBatch batch = new VectorBatch(count, values);
    for (int row = 0; row < count; row++) {
      if (values.isNull(row)) {
        set.hasNull = true;
      } else {
        encoder.encode(batch, row);
        set.table.add(encoder);
      }
    }
    return set;
  }

  private static LongSet longs(LongVector values, int count) {
    long[] present = new long[count];
    int filled = 0;
    for (int row = 0; row < count; row++) {
      if (!values.isNull(row)) {
        present[filled++] = values.values()[row];
      }
    }
    return new LongSet(present, filled);
  }

  private static KeyEncoder encoder(VectorType type) {
    return new KeyEncoder(new int[] {0}, List.of(type), new boolean[1]);
  }

  boolean isEmpty() {
    return !hasNull && table.count() == 0;
  }

  boolean hasNull() {
    return hasNull;
  }

  /** Finds the values of a vector; the flags of NULLs mean nothing. */
  boolean[] contains(Vector values, int count, VectorType type) {
    boolean[] found = new boolean[count];
    LongSet set = longs;
    if (set != null && values instanceof LongVector numbers && type.scale() == scale) {
      for (int row = 0; row < count; row++) {
        found[row] = set.contains(numbers.values()[row]);
      }
      return found;
    }
    KeyEncoder encoder = encoder(type);
    VectorBatch batch = new VectorBatch(count, values);
    for (int row = 0; row < count; row++) {
      found[row] = encoder.encode(batch, row) && table.find(encoder) != KeyTable.NONE;
    }
    return found;
  }
}
