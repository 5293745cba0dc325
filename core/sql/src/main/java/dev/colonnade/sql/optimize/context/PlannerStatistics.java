package dev.colonnade.sql.optimize.context;

import dev.colonnade.catalog.relation.Table;
import dev.colonnade.statistics.TableStatistics;
import org.jspecify.annotations.Nullable;

/** Statistics of stored tables. */
public interface PlannerStatistics {
  /** Returns the estimated number of rows. */
  long rowCount(Table table);

  /** Returns the statistics of columns; null if there are none. */
  @Nullable TableStatistics statistics(Table table);
}
