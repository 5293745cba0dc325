package dev.colonnade.sql.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.Table;
import dev.colonnade.sql.type.TypeMapping;
import dev.colonnade.type.Column;
import dev.colonnade.type.KeyColumn;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.util.ImmutableBitSet;

/** A table as the planner sees it: its columns, its key, and about how many rows it has. */
public final class SnapshotTable extends AbstractTable {
  private final Table table;
  private final long rowCount;

  SnapshotTable(Table table, long rowCount) {
    this.table = requireNonNull(table, "table is null");
    this.rowCount = rowCount;
  }

  public Table table() {
    return table;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    for (Column column : table.schema().columns()) {
      builder.add(column.name(), TypeMapping.relType(factory, column.type(), column.nullable()));
    }
    return builder.build();
  }

  @Override
  public Statistic getStatistic() {
    List<Integer> key =
        table.schema().primaryKey().stream()
            .map(KeyColumn::columnId)
            .map(table.schema()::ordinal)
            .toList();
    // At least one: the planner takes an empty table for one that costs nothing.
    return Statistics.of((double) Math.max(1, rowCount), List.of(ImmutableBitSet.of(key)));
  }
}
