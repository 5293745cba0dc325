package dev.colonnade.sql.statement;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.TableMetrics;
import dev.colonnade.sql.schema.TableStatisticsSource;
import dev.colonnade.statistics.TableStatistics;
import org.jspecify.annotations.Nullable;

/** Table statistics for the planner, from the transaction of a statement. */
record TransactionTableStatistics(TableMetrics tables) implements TableStatisticsSource {
  @Override
  public long applyAsLong(Table table) {
    return tables.rowCount(table);
  }

  @Override
  public @Nullable TableStatistics statistics(Table table) {
    return tables.statistics(table);
  }
}
