package dev.colonnade.sql.execute.modify;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.sql.execute.modify.row.NamedRows;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.ConflictPlan;
import dev.colonnade.sql.type.SqlType;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows that are in conflict with proposed rows. Those of many proposed rows are found together,
 * which costs a tenth of a query for each; {@code UpsertComparisonTest} shows that both find the
 * same. All reads are of the snapshot of the statement, so that it does not matter when they are
 * made. One thread.
 */
final class ConflictRows {
  private static final VectorType NUMBER = VectorType.of(TypeKind.BIGINT);

  /** Start of the SQLSTATEs of wrong values, violated constraints and repeated changes. */
  private static final String ERRORS_OF_ROWS = "2";

  private final ConflictPlan.Query query;
  private final PartExecutor parts;

  /** Rows by the numbers of the proposed rows; null if they are found one by one. */
  private @Nullable Map<Integer, @Nullable Object[]> found;

  ConflictRows(ConflictPlan.Query query, PartExecutor parts) {
    this.query = requireNonNull(query, "query is null");
    this.parts = requireNonNull(parts, "parts is null");
  }

  /** Returns whether an error is that of a row, and not of the statement. */
  static boolean isOfRow(ColonnadeException error) {
    return error.code().sqlState().startsWith(ERRORS_OF_ROWS);
  }

  /**
   * Finds the rows that are in conflict with some proposed rows, if these are many. An error is
   * that of any row, and may not occur if the rows are found one by one: then they are, so that
   * rows before the wrong one have their effect or their own error.
   *
   * @param count number of proposed rows
   * @param values returns those of a row, of the Java classes of their types
   */
  void find(int count, IntFunction<List<@Nullable Object>> values) {
    found = null;
    ConflictPlan.Batch many = query.many();
    if (many == null || count < many.rowCountMin()) {
      return;
    }
    List<List<@Nullable Object>> proposed = IntStream.range(0, count).mapToObj(values).toList();
    Map<Integer, @Nullable Object[]> rows = HashMap.newHashMap(count);
    try {
      parts.run(many.rows(), many.name(), item(many, proposed), batch -> add(batch, many, rows));
      found = rows;
    } catch (ColonnadeException e) {
      if (!isOfRow(e)) {
        throw e;
      }
    }
  }

  private static void add(
      VectorBatch batch, ConflictPlan.Batch many, Map<Integer, @Nullable Object[]> rows) {
    List<VectorType> types = many.rows().plan().types();
    for (int row = 0; row < batch.rowCount(); row++) {
      @Nullable Object[] values = new @Nullable Object[types.size() - 1];
      for (int i = 0; i < values.length; i++) {
        values[i] = batch.column(i + 1).held(row, types.get(i + 1));
      }
      int number = ((Number) requireNonNull(batch.column(0).held(row, NUMBER))).intValue();
      rows.putIfAbsent(number, values);
    }
  }

  private static NamedRows.Item item(
      ConflictPlan.Batch many, List<List<@Nullable Object>> proposed) {
    List<VectorType> types = new ArrayList<>();
    types.add(NUMBER);
    many.types().forEach(type -> types.add(VectorType.of(type.kind())));
    return new NamedRows.Item(
        types,
        () -> {
          int[] next = new int[1];
          return () -> {
            int from = next[0];
            next[0] = Math.min(proposed.size(), from + VectorBatch.ROWS);
            return from == proposed.size()
                ? null
                : batch(types, many.types(), proposed, from, next[0]);
          };
        });
  }

  private static VectorBatch batch(
      List<VectorType> vectorTypes,
      List<SqlType> types,
      List<List<@Nullable Object>> proposed,
      int from,
      int to) {
    Vector[] columns = new Vector[vectorTypes.size()];
    for (int i = 0; i < columns.length; i++) {
      VectorBuilder builder = new VectorBuilder(vectorTypes.get(i));
      for (int row = from; row < to; row++) {
        builder.appendHeld(
            i == 0
                ? (Object) (long) row
                : ValueConverter.fromJava(types.get(i - 1), proposed.get(row).get(i - 1)));
      }
      columns[i] = builder.slice(0, to - from);
    }
    return new VectorBatch(to - from, columns);
  }

  /**
   * Returns the row in conflict with a proposed row, in the internal representation; null if there
   * is none.
   *
   * @param number of the row among those of the last call of {@link #find}
   * @param values of the row, after the parameters of the statement if the query reads these
   */
  @Nullable Object @Nullable [] get(int number, Supplier<List<@Nullable Object>> values) {
    if (found != null) {
      return found.get(number);
    }
    int count = query.one().parameterTypes().size();
    return parts.firstRow(query.one(), values.get().subList(0, count));
  }
}
