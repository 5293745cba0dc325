package dev.colonnade.sql.frontend.plan;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.access.TableMetrics;
import dev.colonnade.sql.optimize.context.PlannerStatistics;
import dev.colonnade.statistics.TableStatistics;
import org.jspecify.annotations.Nullable;

/** Statistics of the tables that a transaction sees. */
record TransactionStatistics(TableMetrics tables) implements PlannerStatistics {
  TransactionStatistics {
    requireNonNull(tables, "tables is null");
  }

  @Override
  public long rowCount(Table table) {
    return tables.rowCount(table);
  }

  @Override
  public @Nullable TableStatistics statistics(Table table) {
    return tables.statistics(table);
  }
}
