package dev.colonnade.sql.schema;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.statistics.TableStatistics;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** Source of the table statistics for the planner: estimated row counts and column statistics. */
@FunctionalInterface
public interface TableStatisticsSource extends ToLongFunction<Table> {
  /** Returns the column statistics of a table; null if there are none. */
  default @Nullable TableStatistics statistics(Table table) {
    return null;
  }
}
