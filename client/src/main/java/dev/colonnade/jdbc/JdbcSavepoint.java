package dev.colonnade.jdbc;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.text.SqlText;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * A point of a transaction to go back to.
 *
 * @param number of one without a name
 */
record JdbcSavepoint(int number, @Nullable String name) implements Savepoint {
  @Override
  public int getSavepointId() throws SQLException {
    if (name != null) {
      throw SqlFailures.badState("the savepoint has a name: name=" + name);
    }
    return number;
  }

  @Override
  public String getSavepointName() throws SQLException {
    if (name == null) {
      throw SqlFailures.badState("the savepoint has no name: number=" + number);
    }
    return name;
  }

  /** The name as it stands in statements. */
  String sqlName() {
    return SqlText.quotedName(name == null ? "jdbc_savepoint_" + number : name);
  }
}
