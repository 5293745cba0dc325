package dev.colonnade.sql.execute.spill;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.DoubleVector;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.ObjectVector;
import dev.colonnade.sql.vector.TextVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Copies of rows of several batches as one batch. Row ids have the index of the batch in the upper
 * half and the row in the lower half. The copies share no arrays with the batches.
 */
final class RowGatherer {
  /** The most bytes of a batch that has more than one row. */
  static final long BATCH_BYTES_MAX = 4L << 20;

  private final List<VectorType> types;
  private final boolean hasVariableWidth;

  RowGatherer(List<VectorType> types) {
    this.types = List.copyOf(types);
    this.hasVariableWidth =
        types.stream()
            .anyMatch(
                type ->
                    type.form() == VectorType.Form.TEXT || type.form() == VectorType.Form.OBJECT);
  }

  static long id(int batch, int row) {
    return (long) batch << Integer.SIZE | row;
  }

  static int batch(long id) {
    return (int) (id >>> Integer.SIZE);
  }

  static int row(long id) {
    return (int) id;
  }

  /**
   * Returns how many rows from {@code from} on to copy at once: at most {@code countMax}, and no
   * more than {@link #BATCH_BYTES_MAX} bytes, but at least one row.
   */
  int countOf(VectorBatch[] sources, long[] ids, int from, int countMax) {
    int count = Math.min(countMax, VectorBatch.ROWS);
    if (!hasVariableWidth) {
      long rowBytes = (long) types.size() * Long.BYTES;
      return (int) Math.clamp(BATCH_BYTES_MAX / Math.max(1, rowBytes), 1, Math.max(1, count));
    }
    long bytes = 0;
    for (int i = 0; i < count; i++) {
      bytes += BatchMemory.rowBytes(sources[batch(ids[from + i])], row(ids[from + i]));
      if (bytes > BATCH_BYTES_MAX) {
        return Math.max(1, i);
      }
    }
    return count;
  }

  /** Returns the {@code count} rows whose ids start at {@code from}. */
  VectorBatch gather(VectorBatch[] sources, long[] ids, int from, int count) {
    Vector[] columns = new Vector[types.size()];
    Vector[] column = new Vector[sources.length];
    for (int i = 0; i < columns.length; i++) {
      boolean hasObjects = false;
      boolean hasNulls = false;
      for (int source = 0; source < sources.length; source++) {
        column[source] = sources[source].column(i);
        hasObjects |= column[source] instanceof ObjectVector;
        hasNulls |= column[source].nulls() != null;
      }
      boolean[] nulls = hasNulls ? nulls(column, ids, from, count) : null;
      VectorType type = types.get(i);
      columns[i] =
          hasObjects
              ? objects(column, ids, from, count, type)
              : values(column, new Rows(ids, from, count), nulls, type);
    }
    return new VectorBatch(count, columns);
  }

  private record Rows(long[] ids, int from, int count) {}

  private static Vector values(
      Vector[] column, Rows rows, boolean @Nullable [] nulls, VectorType type) {
    return switch (type.form()) {
      case LONG -> new LongVector(longs(column, rows.ids, rows.from, rows.count), nulls);
      case DOUBLE -> new DoubleVector(doubles(column, rows.ids, rows.from, rows.count), nulls);
      case BOOLEAN -> new BooleanVector(booleans(column, rows.ids, rows.from, rows.count), nulls);
      case TEXT -> texts(column, rows, nulls);
      case OBJECT -> objects(column, rows.ids, rows.from, rows.count, type);
    };
  }

  private static boolean @Nullable [] nulls(Vector[] column, long[] ids, int from, int count) {
    boolean[] nulls = new boolean[count];
    boolean any = false;
    for (int i = 0; i < count; i++) {
      long id = ids[from + i];
      nulls[i] = column[batch(id)].isNull(row(id));
      any |= nulls[i];
    }
    return any ? nulls : null;
  }

  private static long[] longs(Vector[] column, long[] ids, int from, int count) {
    long[][] sources = new long[column.length][];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = ((LongVector) column[i]).values();
    }
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      long id = ids[from + i];
      values[i] = sources[batch(id)][row(id)];
    }
    return values;
  }

  private static double[] doubles(Vector[] column, long[] ids, int from, int count) {
    double[][] sources = new double[column.length][];
    for (int i = 0; i < sources.length; i++) {
      sources[i] = ((DoubleVector) column[i]).values();
    }
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      long id = ids[from + i];
      values[i] = sources[batch(id)][row(id)];
    }
    return values;
  }

  private static boolean[] booleans(Vector[] column, long[] ids, int from, int count) {
    boolean[] values = new boolean[count];
    for (int i = 0; i < count; i++) {
      long id = ids[from + i];
      values[i] = ((BooleanVector) column[batch(id)]).values()[row(id)];
    }
    return values;
  }

  private static TextVector texts(Vector[] column, Rows rows, boolean @Nullable [] nulls) {
    int[] starts = new int[rows.count];
    int[] lengths = new int[rows.count];
    int length = 0;
    for (int i = 0; i < rows.count; i++) {
      long id = rows.ids[rows.from + i];
      starts[i] = length;
      lengths[i] =
          nulls != null && nulls[i] ? 0 : ((TextVector) column[batch(id)]).length(row(id));
      length = Math.addExact(length, lengths[i]);
    }
    byte[] bytes = new byte[length];
    for (int i = 0; i < rows.count; i++) {
      long id = rows.ids[rows.from + i];
      TextVector texts = (TextVector) column[batch(id)];
      System.arraycopy(texts.bytes(), texts.start(row(id)), bytes, starts[i], lengths[i]);
    }
    return new TextVector(bytes, starts, lengths, nulls);
  }

  private static Vector objects(
      Vector[] column, long[] ids, int from, int count, VectorType type) {
    @Nullable Object[] values = new @Nullable Object[count];
    for (int i = 0; i < count; i++) {
      long id = ids[from + i];
      values[i] = requireNonNull(column[batch(id)]).held(row(id), type);
    }
    return ObjectVector.of(values, count);
  }
}
