package dev.colonnade.sql.schema;

import dev.colonnade.catalog.Table;
import dev.colonnade.statistics.TableStatistics;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What the planner is told of the rows of tables: about how many there are, and what they hold. */
@FunctionalInterface
public interface TableFigures extends ToLongFunction<Table> {
  /** What is known of the values; null if nothing is. */
  default @Nullable TableStatistics statistics(Table table) {
    return null;
  }
}
