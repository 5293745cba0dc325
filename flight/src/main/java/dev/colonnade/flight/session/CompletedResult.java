package dev.colonnade.flight.session;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.statement.SqlColumn;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Result of a statement that was executed before the client requests its rows.
 *
 * @param columns empty if there are no rows
 * @param rows values of the Java classes of the columns' types
 * @param updateCount number of changed rows
 */
public record CompletedResult(
    List<SqlColumn> columns, List<List<@Nullable Object>> rows, long updateCount) {
  public CompletedResult {
    columns = List.copyOf(columns);
    rows = Collections.unmodifiableList(requireNonNull(rows, "rows is null"));
  }
}
