package dev.colonnade.sql.execute.scan.point;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.index.TableIndex;
import dev.colonnade.key.Key;
import dev.colonnade.mvcc.Version;
import dev.colonnade.sql.execute.Operator;
import dev.colonnade.sql.execute.QueryContext;
import dev.colonnade.sql.execute.scan.KeySpans;
import dev.colonnade.sql.execute.scan.SharedScan;
import dev.colonnade.sql.execute.scan.TableReads;
import dev.colonnade.sql.execute.scan.TableScanOperator;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.function.value.ValueConverter;
import dev.colonnade.sql.physical.ScanPlan;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.type.row.KeyCodec;
import dev.colonnade.type.schema.Column;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Point read of one row by its primary key, or by the key of a unique index, whose entry has the
 * row's key. Opens no scan.
 */
public final class PointReadOperator extends Operator {
  private final ScanPlan.TableScan plan;
  private final ScanPlan.PointKey point;
  private final PointReadLayout layout;
  private final TableReads reads;
  private @Nullable TableScanOperator scan;
  private @Nullable Key key;
  private boolean done;

  public PointReadOperator(
      QueryContext query, ScanPlan.TableScan plan, TableReads reads, PointReadLayouts layouts) {
    super(query);
    this.plan = requireNonNull(plan, "plan is null");
    this.point = requireNonNull(plan.point(), "point is null");
    this.layout = layouts.of(plan, point);
    this.reads = requireNonNull(reads, "reads is null");
  }

  @Override
  protected void open() {
    key = key();
    boolean isOff = point.index() != null && !reads.usesIndexes();
    if (key == null || isOff) {
      scan = new TableScanOperator(query(), new SharedScan(plan, reads, List.of()), true);
    }
  }

  /** Returns the key of the row or of the entry; null if a scan has to find the row. */
  private @Nullable Key key() {
    KeyCodec codec = layout.keyCodec();
    // What follows in the key of an entry is NULL where no column of the index is.
    @Nullable Object[] values = new @Nullable Object[codec.parts().size()];
    List<Column> columns = layout.keyColumns();
    for (int i = 0; i < columns.size(); i++) {
      Expression value = point.values().get(i);
      Object literal =
          ValueConverter.toJava(value.type().kind(), query().evaluation().value(value));
      Object stored = KeySpans.keyValue(columns.get(i).type(), literal);
      if (stored == null) {
        return null;
      }
      values[i] = stored;
    }
    return codec.prefix(values);
  }

  @Override
  protected @Nullable VectorBatch produce() {
    if (scan != null) {
      return scan.next();
    }
    if (done) {
      return null;
    }
    done = true;
    Key searched = requireNonNull(key, "key is null");
    TableIndex index = point.index();
    if (index == null) {
      return row(searched);
    }
    Version entry = reads.reads().get(plan.table(), searched);
    return entry == null ? null : row(layout.rowKeyOf(searched, entry.value()));
  }

  private @Nullable VectorBatch row(Key rowKey) {
    Map<Integer, byte[]> values = values(rowKey);
    return values == null ? null : batch(layout.decode(rowKey, values));
  }

  /** Returns the values of the families that the row has; null if there is no row. */
  private @Nullable Map<Integer, byte[]> values(Key rowKey) {
    List<Integer> families = layout.familyIds();
    byte[] first = value(rowKey, families.getFirst());
    if (first == null) {
      return null;
    }
    if (families.size() == 1) {
      return Map.of(families.getFirst(), first);
    }
    Map<Integer, byte[]> values = HashMap.newHashMap(families.size());
    values.put(families.getFirst(), first);
    for (int familyId : families.subList(1, families.size())) {
      byte[] value = value(rowKey, familyId);
      if (value != null) {
        values.put(familyId, value);
      }
    }
    return values;
  }

  private byte @Nullable [] value(Key rowKey, int familyId) {
    Version version = reads.reads().get(plan.table(), layout.familyKey(rowKey, familyId));
    return version == null ? null : version.value();
  }

  private VectorBatch batch(@Nullable Object[] held) {
    Vector[] columns = new Vector[held.length];
    for (int i = 0; i < columns.length; i++) {
      columns[i] =
          VectorBuilder.vectorOf(new @Nullable Object[] {held[i]}, plan.columns().get(i).type());
    }
    return new VectorBatch(1, columns);
  }

  @Override
  protected void release() {
    if (scan != null) {
      scan.close();
    }
  }
}
