package dev.colonnade.sql.schema;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.system.SystemColumn;
import dev.colonnade.sql.system.SystemTable;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;

/** System table in Calcite's schema. */
final class SystemSchemaTable extends AbstractTable {
  /** Row count estimate for join ordering; most tables have fewer rows, and none has many. */
  private static final double ROW_COUNT_GUESS = 200;

  private final SystemTable table;

  SystemSchemaTable(SystemTable table) {
    this.table = requireNonNull(table, "table is null");
  }

  @Override
  public <C> C unwrap(Class<C> wanted) {
    return wanted.isInstance(table) ? wanted.cast(table) : super.unwrap(wanted);
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    table.columns().forEach(column -> builder.add(column.name(), type(column, factory)));
    table.systemColumns().forEach(column -> builder.add(column.name(), type(column, factory)));
    return builder.build();
  }

  private static RelDataType type(SystemColumn column, RelDataTypeFactory factory) {
    return factory.createTypeWithNullability(
        CalciteTypes.relType(factory, column.type()), !column.required());
  }

  @Override
  public Statistic getStatistic() {
    return Statistics.of(ROW_COUNT_GUESS, List.of());
  }
}
