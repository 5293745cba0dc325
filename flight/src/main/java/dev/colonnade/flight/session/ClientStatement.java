package dev.colonnade.flight.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.statement.SqlColumn;
import dev.colonnade.sql.type.SqlType;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Prepared statement of a client. Each execution prepares the text in the session that executes it,
 * which finds the plan in the plan cache. Immutable but for the parameters that the client binds.
 */
public final class ClientStatement {
  private final String text;
  private final String transaction;
  private final List<SqlType> parameterTypes;
  private final List<SqlColumn> columns;
  private final boolean isQuery;
  private volatile List<List<@Nullable Object>> parameters = List.of();

  /**
   * Creates a statement without parameters.
   *
   * @param transaction handle of its transaction; empty for none
   * @param isQuery whether the statement returns rows and changes no data
   */
  public ClientStatement(
      String text,
      String transaction,
      boolean isQuery,
      List<SqlType> parameterTypes,
      List<SqlColumn> columns) {
    this.isQuery = isQuery;
    this.text = requireNonNull(text, "text is null");
    this.transaction = requireNonNull(transaction, "transaction is null");
    this.parameterTypes = List.copyOf(parameterTypes);
    this.columns = List.copyOf(columns);
  }

  public String text() {
    return text;
  }

  /** Returns the handle of the transaction; empty for none. */
  public String transaction() {
    return transaction;
  }

  /** Returns whether the statement returns rows and changes no data. */
  public boolean isQuery() {
    return isQuery;
  }

  public List<SqlType> parameterTypes() {
    return parameterTypes;
  }

  /** Returns the columns of the result; empty if there are none. */
  public List<SqlColumn> columns() {
    return columns;
  }

  /** Returns the bound rows of parameters; empty if nothing is bound. */
  public List<List<@Nullable Object>> parameters() {
    return parameters;
  }

  /** Binds rows of parameters for the following executions. */
  public void bind(List<List<@Nullable Object>> rows) {
    parameters = Collections.unmodifiableList(rows);
  }
}
