package dev.colonnade.sql.run.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.execute.scan.RowsOperator;
import dev.colonnade.sql.function.StatementService;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.system.SystemTable;
import dev.colonnade.sql.system.object.SystemCatalogView;
import dev.colonnade.sql.system.table.SystemTableScan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Rows of system tables. */
final class SystemTableRows {
  /** Column of the rows that are equal in every database; NULLs for a column that is not read. */
  private record Column(SystemTable table, int index, VectorType type, boolean isRead) {}

  /** Numbers of these rows. */
  private static final Map<SystemTable, Integer> COUNTS = new ConcurrentHashMap<>();

  /** Values of these columns, for each batch. They take a few megabytes. */
  private static final Map<Column, List<Vector>> CONSTANT = new ConcurrentHashMap<>();

  private final StatementServices services;

  SystemTableRows(StatementServices services) {
    this.services = requireNonNull(services, "services is null");
  }

  /**
   * Returns the rows of a system table.
   *
   * @param types types of its columns; any type for one that is not read
   */
  RowsOperator.Source of(SystemTable table, List<VectorType> types, Set<Integer> read) {
    return new RowsOperator.Source() {
      @Override
      public List<VectorBatch> batches() {
        return constantBatches(table, types, read);
      }

      @Override
      public List<@Nullable Object[]> rows() {
        return SystemTableScan.rows(view(table), table);
      }
    };
  }

  private List<VectorBatch> constantBatches(
      SystemTable table, List<VectorType> types, Set<Integer> read) {
    List<List<Vector>> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(
          CONSTANT.computeIfAbsent(
              new Column(table, i, types.get(i), read.contains(i)), this::constantColumn));
    }
    int count =
        COUNTS.computeIfAbsent(table, _ -> SystemTableScan.constantRows(view(table), table).size());
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
      for (int row = from; row < to && column.isRead; row++) {
        values[row - from] = rows.get(row)[column.index];
      }
      vectors.add(VectorBuilder.vectorOf(values, column.type));
    }
    return List.copyOf(vectors);
  }

  private SystemCatalogView view(SystemTable table) {
    StatementService found = services.find(SystemCatalogView.class.getName());
    if (!(found instanceof SystemCatalogView view)) {
      throw new IllegalStateException("statement has no catalog: table=" + table);
    }
    return view;
  }
}
