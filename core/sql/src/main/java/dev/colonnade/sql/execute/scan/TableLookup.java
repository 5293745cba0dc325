package dev.colonnade.sql.execute.scan;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.key.Key;
import dev.colonnade.key.KeySpan;
import dev.colonnade.scan.PageStream;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.join.RowLookup;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.JoinPlan;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.physical.access.TableAccess;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.ColumnType;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.row.RowFormat;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** Rows of a table for the keys in batches of a lookup join. */
public final class TableLookup implements RowLookup {
  private final QueryContext query;
  private final TableReads reads;
  private final JoinPlan.LookupJoin plan;
  private final TableRows rows;
  private final List<VectorType> types;
  private final KeyCodec codec;

  /** For each leading column of the searched key: which of the join's keys it is. */
  private final int[] positions;

  /** Of the join's keys. */
  private final List<ColumnType> stored;

  /**
   * Creates the lookup.
   *
   * @param columns of the table that are read, by id
   */
  public TableLookup(
      QueryContext query, TableReads reads, JoinPlan.LookupJoin plan, List<Column> columns) {
    this.query = query;
    this.reads = reads;
    this.plan = plan;
    ScanPlan.TableScan scan = plan.scan();
    Table table = scan.table();
    rows =
        new TableRows(
            reads,
            table,
            columns.stream().map(Column::id).toList(),
            ScanFilters.of(scan.predicates(), reads.evaluation()),
            0);
    types = columns.stream().map(ColumnTypes::of).toList();
    TableIndex index = scan.access().index();
    RowFormat format = index == null ? table.format() : index.format();
    codec = format.keyCodec();
    List<Column> keyColumns = plan.tableKeys().stream().map(table.schema().columns()::get).toList();
    List<Integer> ids = keyColumns.stream().map(Column::id).toList();
    positions =
        format.latest().primaryKey().stream()
            .map(KeyColumn::columnId)
            .takeWhile(ids::contains)
            .mapToInt(ids::indexOf)
            .toArray();
    stored = keyColumns.stream().map(Column::type).toList();
  }

  @Override
  public Operator find(VectorBatch batch, int[] keyColumns) {
    return new LookupOperator(query, this, batch);
  }

  private @Nullable PageStream open(VectorBatch batch) {
    TreeMap<Key, KeySpan> spans = new TreeMap<>();
    List<VectorType> leftTypes = plan.left().types();
    for (int row = 0; row < batch.rowCount(); row++) {
      List<Object> key = new ArrayList<>(plan.leftKeys().size());
      for (int column : plan.leftKeys()) {
        Object value = batch.column(column).held(row, leftTypes.get(column));
        if (value != null) {
          key.add(value);
        }
      }
      if (key.size() == plan.leftKeys().size()) {
        addSpan(key, spans);
      }
    }
    if (spans.isEmpty()) {
      return null;
    }
    return reads.usesIndexes()
        ? rows.open(plan.scan().access(), List.copyOf(spans.values()))
        : rows.open(TableAccess.ROWS);
  }

  private void addSpan(List<Object> values, Map<Key, KeySpan> spans) {
    @Nullable Object[] leading = new @Nullable Object[positions.length];
    for (int i = 0; i < leading.length; i++) {
      ColumnType type = stored.get(positions[i]);
      Object value =
          ValueConverter.toJava(TypeMapping.sqlType(type).kind(), values.get(positions[i]));
      if (type instanceof ColumnType.Numeric && KeySpans.keyValue(type, value) == null) {
        return; // no number of the column's precision and scale is equal
      }
      leading[i] = value;
    }
    KeySpan span = codec.span(leading);
    spans.put(span.start(), span);
  }

  /** Rows for the keys of one batch. */
  private static final class LookupOperator extends Operator {
    private final TableLookup lookup;
    private final VectorBatch keys;
    private @Nullable PageBatches batches;

    LookupOperator(QueryContext query, TableLookup lookup, VectorBatch keys) {
      super(query);
      this.lookup = lookup;
      this.keys = keys;
    }

    @Override
    protected void open() {
      PageStream stream = lookup.open(keys);
      batches = stream == null ? null : new PageBatches(stream, lookup.types);
    }

    @Override
    protected @Nullable VectorBatch produce() {
      return batches == null ? null : batches.next();
    }

    @Override
    protected void release() {
      if (batches != null) {
        batches.close();
      }
    }
  }
}
