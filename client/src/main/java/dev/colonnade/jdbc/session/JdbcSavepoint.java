package dev.colonnade.jdbc.session;

import dev.colonnade.jdbc.error.SqlFailures;
import dev.colonnade.jdbc.text.SqlScanner;
import java.sql.SQLException;
import java.sql.Savepoint;
import org.jspecify.annotations.Nullable;

/**
 * Savepoint of a transaction.
 *
 * @param number identifies a savepoint without a name within its connection; 0 if it has a name
 */
public record JdbcSavepoint(int number, @Nullable String name) implements Savepoint {
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

  /** Returns the quoted identifier of the savepoint in SQL statements. */
  public String sqlName() {
    return SqlScanner.quoteIdentifier(name == null ? "jdbc_savepoint_" + number : name);
  }
}
