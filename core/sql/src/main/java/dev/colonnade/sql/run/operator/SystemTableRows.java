package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.row.RowsOperator;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.StatementService;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.system.SystemKey;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.table.SystemTableScan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Rows of system tables. */
final class SystemTableRows {
  /** Column of the rows that are equal in every database. */
  private record Column(SystemTable table, int ordinal, VectorType type) {}

  /** Column by whose values these rows are found. */
  private record KeyColumn(SystemTable table, String name) {}

  /** Numbers of these rows. */
  private static final Map<SystemTable, Integer> COUNTS = new ConcurrentHashMap<>();

  /** Values of these columns, for each batch. They take a few megabytes. */
  private static final Map<Column, List<Vector>> CONSTANT = new ConcurrentHashMap<>();

  /** Positions of these rows by the values of a column, ascending. */
  private static final Map<KeyColumn, Map<Object, int[]>> POSITIONS = new ConcurrentHashMap<>();

  private final Evaluation evaluation;

  /** Filters of scans, to which the scans may restrict their rows. */
  private final IdentityHashMap<ScanPlan.SystemScan, Expression> filters = new IdentityHashMap<>();

  SystemTableRows(Evaluation evaluation) {
    this.evaluation = requireNonNull(evaluation, "evaluation is null");
  }

  /** Notes that only rows that satisfy a predicate are needed of a scan. */
  void restrict(ScanPlan.SystemScan scan, Expression predicate) {
    filters.put(scan, predicate);
  }

  /** Returns the rows of a system table. */
  RowsOperator.Source of(ScanPlan.SystemScan scan) {
    Expression filter = filters.get(scan);
    return () -> {
      SystemKey key = filter == null ? null : SystemTableKeys.of(scan, filter, evaluation);
      List<VectorBatch> batches = constantBatches(scan);
      return new RowsOperator.Rows(
          key == null ? batches : select(scan.table(), batches, key),
          SystemTableScan.rows(view(scan.table()), scan.table(), scan.ordinals(), key));
    };
  }

  private List<VectorBatch> constantBatches(ScanPlan.SystemScan scan) {
    SystemTable table = scan.table();
    int count =
        COUNTS.computeIfAbsent(table, _ -> SystemTableScan.constantRows(view(table), table).size());
    if (count == 0) {
      return List.of();
    }
    List<List<Vector>> columns = new ArrayList<>();
    for (int i = 0; i < scan.ordinals().size(); i++) {
      Column column = new Column(table, scan.ordinals().get(i), scan.types().get(i));
      columns.add(CONSTANT.computeIfAbsent(column, this::constantColumn));
    }
    List<VectorBatch> batches = new ArrayList<>();
    for (int from = 0; from < count; from += VectorBatch.ROWS) {
      Vector[] vectors = new Vector[columns.size()];
      for (int i = 0; i < vectors.length; i++) {
        vectors[i] = columns.get(i).get(batches.size());
      }
      batches.add(new VectorBatch(Math.min(VectorBatch.ROWS, count - from), vectors));
    }
    return batches;
  }

  private List<Vector> constantColumn(Column column) {
    List<@Nullable Object[]> rows = SystemTableScan.constantRows(view(column.table), column.table);
    List<Vector> vectors = new ArrayList<>();
    for (int from = 0; from < rows.size(); from += VectorBatch.ROWS) {
      int to = Math.min(rows.size(), from + VectorBatch.ROWS);
      @Nullable Object[] values = new @Nullable Object[to - from];
      for (int row = from; row < to; row++) {
        values[row - from] = rows.get(row)[column.ordinal];
      }
      vectors.add(VectorBuilder.vectorOf(values, column.type));
    }
    return List.copyOf(vectors);
  }

  /** Returns the rows that are equal in every database and have a key. */
  private List<VectorBatch> select(SystemTable table, List<VectorBatch> batches, SystemKey key) {
    if (batches.isEmpty()) {
      return batches;
    }
    int[] positions =
        POSITIONS
            .computeIfAbsent(new KeyColumn(table, key.column()), this::positions)
            .get(key.value());
    if (positions == null) {
      return List.of();
    }
    List<VectorBatch> found = new ArrayList<>(1);
    for (int from = 0; from < positions.length; ) {
      int batch = positions[from] / VectorBatch.ROWS;
      int[] selected = new int[positions.length - from];
      int count = 0;
      while (from < positions.length && positions[from] / VectorBatch.ROWS == batch) {
        selected[count++] = positions[from++] % VectorBatch.ROWS;
      }
      found.add(batches.get(batch).gather(selected, count));
    }
    return found;
  }

  private Map<Object, int[]> positions(KeyColumn column) {
    Map<Object, int[]> found = new HashMap<>();
    List<@Nullable Object[]> rows = SystemTableScan.constantRows(view(column.table), column.table);
    int ordinal = column.table.ordinal(column.name);
    for (int row = 0; row < rows.size(); row++) {
      Object value = rows.get(row)[ordinal];
      if (value != null) {
        Object key = value instanceof Number number ? Long.valueOf(number.longValue()) : value;
        int[] before = found.get(key);
        int[] with = before == null ? new int[1] : Arrays.copyOf(before, before.length + 1);
        with[with.length - 1] = row;
        found.put(key, with);
      }
    }
    return found;
  }

  private SystemCatalogView view(SystemTable table) {
    StatementService found = evaluation.services().find(SystemCatalogView.class.getName());
    if (!(found instanceof SystemCatalogView view)) {
      throw new IllegalStateException("statement has no catalog: table=" + table);
    }
    return view;
  }
}
