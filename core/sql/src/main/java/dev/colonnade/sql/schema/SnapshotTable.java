package dev.colonnade.sql.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.type.schema.Column;
import dev.colonnade.type.schema.KeyColumn;
import java.util.List;
import org.apache.calcite.rel.metadata.BuiltInMetadata;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;
import org.apache.calcite.util.ImmutableBitSet;
import org.jspecify.annotations.Nullable;

/** Table for the planner: its columns, its key, and its estimated row count. */
public final class SnapshotTable extends AbstractTable {
  private final Table table;
  private final long rowCount;
  private final SelectivityEstimator estimates;

  SnapshotTable(Table table, TableStatisticsSource statistics) {
    this.table = requireNonNull(table, "table is null");
    // At least one: for the planner, reading an empty table costs nothing.
    this.rowCount = Math.max(1, statistics.applyAsLong(table));
    this.estimates = new SelectivityEstimator(table, rowCount, statistics.statistics(table));
  }

  @Override
  public <C> @Nullable C unwrap(Class<C> wanted) {
    if (wanted == BuiltInMetadata.DistinctRowCount.Handler.class) {
      return wanted.cast(estimates.distinctCounts());
    }
    return wanted.isInstance(estimates) ? wanted.cast(estimates) : super.unwrap(wanted);
  }

  public Table table() {
    return table;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    for (Column column : table.schema().columns()) {
      builder.add(column.name(), CalciteTypes.relType(factory, column.type(), column.nullable()));
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
    return Statistics.of((double) rowCount, List.of(ImmutableBitSet.of(key)));
  }
}
