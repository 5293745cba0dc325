package dev.colonnade.sql.execute;

import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Rows of a test, as lists of values in their internal representation, with the batches and the
 * operator that return them.
 */
@SuppressWarnings({"NullAway", "varargs"})
public record TestRows(List<VectorType> types, List<List<@Nullable Object>> rows) {
  public TestRows {
    types = List.copyOf(types);
  }

  /** Returns a row of values in their internal representation; null is NULL. */
  public static List<@Nullable Object> row(@Nullable Object... values) {
    return Arrays.asList(values);
  }

  /** Returns rows of these types. */
  @SafeVarargs
  public static TestRows of(List<VectorType> types, List<@Nullable Object>... rows) {
    return new TestRows(types, Arrays.asList(rows));
  }

  /** Returns rows of one column of INTEGER with the numbers from 0 on. */
  public static TestRows numbers(int rowCount) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (int number = 0; number < rowCount; number++) {
      rows.add(row(number));
    }
    return new TestRows(List.of(VectorType.of(TypeKind.INTEGER)), rows);
  }

  /** Returns all rows as one batch. */
  public VectorBatch batch() {
    return batch(0, rows.size());
  }

  /** Returns the rows from {@code from} to before {@code to} as one batch. */
  public VectorBatch batch(int from, int to) {
    Vector[] columns = new Vector[types.size()];
    for (int i = 0; i < columns.length; i++) {
      VectorBuilder builder = new VectorBuilder(types.get(i));
      for (List<@Nullable Object> row : rows.subList(from, to)) {
        builder.appendHeld(row.get(i));
      }
      columns[i] = builder.slice(0, to - from);
    }
    return new VectorBatch(to - from, columns);
  }

  /** Returns a source of the rows in batches of at most {@code rowsMax} rows. */
  public Source source(QueryContext query, int rowsMax) {
    return source(query, rowsMax, new Random(rowsMax));
  }

  /** Returns a source of the rows in batches of random sizes of at most {@code rowsMax} rows. */
  public Source source(QueryContext query, int rowsMax, Random random) {
    return new Source(query, this, rowsMax, random);
  }

  /** Returns all rows of an operator, which stays open. */
  public static List<List<@Nullable Object>> drain(Operator operator, List<VectorType> types) {
    List<List<@Nullable Object>> rows = new ArrayList<>();
    for (VectorBatch batch = operator.next(); batch != null; batch = operator.next()) {
      addRows(batch, types, rows);
    }
    return rows;
  }

  /** Adds the rows of a batch to a list. */
  public static void addRows(
      VectorBatch batch, List<VectorType> types, List<List<@Nullable Object>> into) {
    if (batch.width() != types.size()) {
      throw new IllegalStateException(
          "columns differ in number: batch=%d types=%d".formatted(batch.width(), types.size()));
    }
    for (int row = 0; row < batch.rowCount(); row++) {
      @Nullable Object[] values = new @Nullable Object[types.size()];
      for (int i = 0; i < values.length; i++) {
        values[i] = batch.column(i).held(row, types.get(i));
      }
      into.add(Arrays.asList(values));
    }
  }

  /** Returns rows as texts in order, to compare them as multisets. */
  public static List<String> sorted(List<List<@Nullable Object>> rows) {
    return rows.stream().map(String::valueOf).sorted().toList();
  }

  /** Source of rows, some of whose batches have a selection. */
  public static final class Source extends Operator {
    private final TestRows rows;
    private final int rowsMax;
    private final Random random;
    private int position;
    private int batchCount;
    private int cancelBatch = -1;
    private @Nullable TestQuery canceled;
    private boolean isClosed;

    private Source(QueryContext query, TestRows rows, int rowsMax, Random random) {
      super(query);
      this.rows = rows;
      this.rowsMax = rowsMax;
      this.random = random;
    }

    /** Cancels the query when the batch of this number, from 0, is returned. */
    public void cancelAt(int batch, TestQuery query) {
      cancelBatch = batch;
      canceled = query;
    }

    /** Returns the number of batches returned. */
    public int batchCount() {
      return batchCount;
    }

    public boolean isClosed() {
      return isClosed;
    }

    @Override
    protected @Nullable VectorBatch produce() {
      if (canceled != null && batchCount == cancelBatch) {
        canceled.cancellation().cancel();
      }
      if (position == rows.rows().size()) {
        return null;
      }
      int size = Math.min(1 + random.nextInt(rowsMax), rows.rows().size() - position);
      VectorBatch batch =
          random.nextBoolean()
              ? rows.batch(position, position + size)
              : selected(rows.batch(position, position + size));
      position += size;
      batchCount++;
      return batch;
    }

    /** Returns the same rows as a selection of a larger batch. */
    private static VectorBatch selected(VectorBatch batch) {
      int count = batch.rowCount();
      int[] doubled = new int[count * 2];
      int[] selection = new int[count];
      for (int i = 0; i < count; i++) {
        doubled[2 * i] = i;
        doubled[2 * i + 1] = count - 1 - i;
        selection[i] = 2 * i;
      }
      return batch.gather(doubled, doubled.length).gather(selection, count);
    }

    @Override
    protected void release() {
      isClosed = true;
    }
  }
}
