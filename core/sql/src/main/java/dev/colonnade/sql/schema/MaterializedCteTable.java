package dev.colonnade.sql.schema;

import dev.colonnade.sql.physical.PhysicalPlan;
import dev.colonnade.sql.plan.type.CalciteTypes;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.apache.calcite.rel.type.RelDataType;
import org.apache.calcite.rel.type.RelDataTypeFactory;
import org.apache.calcite.schema.Statistic;
import org.apache.calcite.schema.Statistics;
import org.apache.calcite.schema.impl.AbstractTable;
import org.jspecify.annotations.Nullable;

/**
 * Materialized common table expression (CTE): a WITH query whose rows are computed once, when the
 * statement runs.
 */
public final class MaterializedCteTable extends AbstractTable {
  /** Row count estimate for join ordering: low, because statements mostly change few rows. */
  private static final double ROW_COUNT_GUESS = 100;

  private final String name;
  private final List<String> columnNames;
  private final List<SqlType> columnTypes;
  private final @Nullable PhysicalPlan plan;

  /** Creates the table of a CTE whose rows the statement provides. */
  public MaterializedCteTable(String name, List<String> columnNames, List<SqlType> columnTypes) {
    this(name, columnNames, columnTypes, null);
  }

  /**
   * Creates the table of a CTE.
   *
   * @param plan of its rows; null if the statement provides them
   */
  public MaterializedCteTable(
      String name,
      List<String> columnNames,
      List<SqlType> columnTypes,
      @Nullable PhysicalPlan plan) {
    if (columnNames.size() != columnTypes.size()) {
      throw new IllegalArgumentException(
          "columnNames and columnTypes differ in size: names=%d types=%d"
              .formatted(columnNames.size(), columnTypes.size()));
    }
    this.name = name;
    this.columnNames = List.copyOf(columnNames);
    this.columnTypes = List.copyOf(columnTypes);
    this.plan = plan;
  }

  /** Returns the plan of the rows; null if the statement provides them. */
  public @Nullable PhysicalPlan plan() {
    return plan;
  }

  public String name() {
    return name;
  }

  @Override
  public RelDataType getRowType(RelDataTypeFactory factory) {
    RelDataTypeFactory.Builder builder = factory.builder();
    for (int i = 0; i < columnNames.size(); i++) {
      RelDataType type = CalciteTypes.relType(factory, columnTypes.get(i));
      builder.add(columnNames.get(i), factory.createTypeWithNullability(type, true));
    }
    return builder.build();
  }

  @Override
  public Statistic getStatistic() {
    return Statistics.of(ROW_COUNT_GUESS, List.of());
  }

  @Override
  public String toString() {
    return name;
  }
}
