package dev.colonnade.sql.execute.window;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.SortKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Columns of the input of a window. Offsets of frames are the same in all rows and have no form in
 * files: they are not stored with the rows, but put back into the results.
 */
final class WindowColumns {
  private final List<VectorType> types;
  private final List<Integer> storedColumns = new ArrayList<>();
  private @Nullable Object[] constants = new @Nullable Object[0];

  WindowColumns(List<VectorType> types) {
    this.types = List.copyOf(types);
    for (int column = 0; column < types.size(); column++) {
      if (types.get(column).kind() != TypeKind.VOID) {
        storedColumns.add(column);
      }
    }
  }

  List<VectorType> storedTypes() {
    return storedColumns.stream().map(types::get).toList();
  }

  /** Returns the index of a column of the input among those that are stored. */
  int stored(int column) {
    int index = storedColumns.indexOf(column);
    if (index < 0) {
      throw new IllegalArgumentException("column is not stored column=" + column);
    }
    return index;
  }

  SortKey stored(SortKey key) {
    return new SortKey(stored(key.column()), key.descending(), key.nullsFirst());
  }

  private boolean isAllStored() {
    return storedColumns.size() == types.size();
  }

  /** Sets the constants to those of a row. */
  void setConstants(VectorBatch batch) {
    constants = new @Nullable Object[types.size()];
    for (int column = 0; column < constants.length; column++) {
      constants[column] = batch.column(column).held(0, types.get(column));
    }
  }

  /** Returns the value of a column that is the same in all rows; null before the first row. */
  @Nullable Object constant(int column) {
    return column < constants.length ? constants[column] : null;
  }

  /** Returns the columns of a batch of the input that are stored. */
  VectorBatch store(VectorBatch batch) {
    if (isAllStored()) {
      return batch;
    }
    Vector[] stored = new Vector[storedColumns.size()];
    for (int i = 0; i < stored.length; i++) {
      stored[i] = batch.column(storedColumns.get(i));
    }
    return new VectorBatch(batch.rowCount(), stored);
  }

  /** Returns a batch with the columns of the input; further columns of {@code stored} are left. */
  VectorBatch restore(VectorBatch stored) {
    if (isAllStored()) {
      return stored.prefix(types.size());
    }
    int count = stored.rowCount();
    Vector[] all = new Vector[types.size()];
    for (int column = 0; column < all.length; column++) {
      int index = storedColumns.indexOf(column);
      if (index >= 0) {
        all[column] = stored.column(index);
      } else {
        @Nullable Object[] repeated = new @Nullable Object[count];
        Arrays.fill(repeated, constant(column));
        all[column] = ObjectVector.of(repeated, count);
      }
    }
    return new VectorBatch(count, all);
  }
}
