package dev.colonnade.sql.statement;

import dev.colonnade.sql.type.SqlType;
import java.util.List;

/** A statement that is ready to run, any number of times and by any number of threads. */
public interface PreparedStatement {
  /** The columns of its rows; empty if it returns none. */
  default List<SqlColumn> columns() {
    return List.of();
  }

  default List<SqlType> parameterTypes() {
    return List.of();
  }

  /** Whether it stays right as long as the catalogue does not change. */
  default boolean isCacheable() {
    return false;
  }

  Outcome run(Execution execution);
}
