package dev.colonnade.sql.expression.subquery;

import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.expression.SubqueryRows;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.sql.vector.key.KeyEncoder;
import dev.colonnade.sql.vector.key.KeyTable;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a subquery in which equal values are searched. Rows without NULLs are in a hash table,
 * and where memory for it is denied, in a buffer that is read for each batch of values; rows with
 * NULLs are compared one by one. Few rows are, too.
 */
final class HashedValues implements SubqueryValues {
  /** Rows whose memory is charged at once. */
  private static final int PIECE_ROWS_MAX = VectorBatch.ROWS;

  /** Bytes of an encoded value beside its own. */
  private static final int KEY_BYTES = 16;

  private final List<VectorType> types;
  private final ResultMemory memory;
  private final KeyEncoder encoder;

  /** All rows of several columns; of one column, those before there is a table. */
  private final ListedValues all;

  /** Rows of several columns with a NULL. */
  private final ListedValues rowsWithNull;

  private @Nullable KeyTable table;

  /** Rows that the table has no memory for; null if there are none. */
  private SubqueryExecutor.@Nullable Buffer further;

  private boolean hasNull;
  private long rowCount;

  HashedValues(List<VectorType> types, ResultMemory memory) {
    this.types = types;
    this.memory = memory;
    this.encoder = SubqueryValues.encoder(types);
    this.all = new ListedValues(ComparisonOperator.EQUAL, types, memory);
    this.rowsWithNull = new ListedValues(ComparisonOperator.EQUAL, types, memory);
  }

  @Override
  public void add(VectorBatch batch) {
    rowCount += batch.rowCount();
    KeyTable present = table;
    if (present == null && rowCount > ListedValues.FEW_ROWS_MAX) {
      present = new KeyTable();
      table = present;
      for (VectorBatch few : all.few()) {
        addTo(present, few);
      }
    }
    if (present == null || types.size() > 1) {
      all.add(batch);
    }
    if (present != null) {
      for (int from = 0; from < batch.rowCount(); from += PIECE_ROWS_MAX) {
        addTo(present, batch.slice(from, Math.min(batch.rowCount(), from + PIECE_ROWS_MAX)));
      }
    }
  }

  private void addTo(KeyTable keys, VectorBatch piece) {
    int[] complete = new int[piece.rowCount()];
    int[] others = new int[piece.rowCount()];
    int completeCount = 0;
    int otherCount = 0;
    boolean isGranted = further == null && mayGrow(keys, piece);
    for (int row = 0; row < piece.rowCount(); row++) {
      if (!encoder.encode(piece, row)) {
        others[otherCount++] = row;
      } else if (isGranted) {
        keys.add(encoder);
      } else if (keys.find(encoder) == KeyTable.NONE) {
        complete[completeCount++] = row;
      }
    }
    hasNull |= otherCount > 0;
    if (otherCount > 0 && types.size() > 1) {
      rowsWithNull.add(piece.gather(others, otherCount));
    }
    if (completeCount > 0) {
      SubqueryExecutor.Buffer rows = further == null ? memory.newBuffer(types) : further;
      further = rows;
      rows.append(piece.gather(complete, completeCount));
    }
    if (isGranted) {
      // Never more than was granted.
      memory.trySetTable(keys.memoryBytes());
    }
  }

  private boolean mayGrow(KeyTable keys, VectorBatch piece) {
    long keyBytes = memory.bytesOf(piece) + (long) KEY_BYTES * piece.rowCount() * piece.width();
    return memory.trySetTable(keys.memoryBytesAfter(piece.rowCount(), keyBytes));
  }

  @Override
  public long rowCount() {
    return rowCount;
  }

  @Override
  public void any(Probes probes, int from, int to, @Nullable Boolean[] results) {
    KeyTable keys = table;
    if (keys == null) {
      all.any(probes, from, to, results);
      return;
    }
    int[] missing = new int[to - from];
    int[] unknown = new int[to - from];
    int missingCount = 0;
    int unknownCount = 0;
    for (int row = from; row < to; row++) {
      if (!probes.encoder().encode(probes.batch(), row)) {
        results[row] = null;
        unknown[unknownCount++] = row;
      } else if (keys.find(probes.encoder()) == KeyTable.NONE) {
        missing[missingCount++] = row;
      } else {
        results[row] = true;
      }
    }
    if (further != null && missingCount > 0) {
      missingCount = searchFurther(further, probes, missing, missingCount, results);
    }
    if (types.size() > 1) {
      rowsWithNull.any(probes, missing, missingCount, results);
      all.any(probes, unknown, unknownCount, results);
      return;
    }
    for (int i = 0; i < missingCount; i++) {
      results[missing[i]] = hasNull ? null : (Boolean) false;
    }
  }

  /**
   * Searches values in the rows that are not in the table. Moves those that are missing forward.
   */
  private int searchFurther(
      SubqueryExecutor.Buffer rows,
      Probes probes,
      int[] missing,
      int missingCount,
      @Nullable Boolean[] results) {
    KeyTable searched = new KeyTable();
    int[] numbers = new int[missingCount];
    for (int i = 0; i < missingCount; i++) {
      probes.encoder().encode(probes.batch(), missing[i]);
      numbers[i] = searched.add(probes.encoder());
    }
    boolean[] found = new boolean[searched.count()];
    int left = found.length;
    SubqueryRows reader = rows.reader();
    VectorBatch batch = reader.next();
    while (batch != null && left > 0) {
      int[] keys = new int[batch.rowCount()];
      searched.findAll(encoder, batch, keys);
      for (int key : keys) {
        if (key != KeyTable.NONE && !found[key]) {
          found[key] = true;
          left--;
        }
      }
      batch = reader.next();
    }
    int count = 0;
    for (int i = 0; i < missingCount; i++) {
      if (found[numbers[i]]) {
        results[missing[i]] = true;
      } else {
        missing[count++] = missing[i];
      }
    }
    return count;
  }
}
