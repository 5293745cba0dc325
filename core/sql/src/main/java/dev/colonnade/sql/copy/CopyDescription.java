package dev.colonnade.sql.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.progress.ProgressCommand;
import dev.colonnade.sql.type.SqlType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Description of a COPY for the session's protocol.
 *
 * @param file absolute path of a file of the server; null for the client
 * @param name of the table, for messages; empty for a query
 * @param tableId id of the table; negative for a query or a table of the system catalog
 * @param columnNames of the copied columns, in order
 * @param columnTypes in the same order
 */
public record CopyDescription(
    CopyOptions options,
    @Nullable String file,
    String name,
    int tableId,
    List<String> columnNames,
    List<SqlType> columnTypes) {
  public CopyDescription {
    requireNonNull(options, "options is null");
    requireNonNull(name, "name is null");
    columnNames = List.copyOf(columnNames);
    columnTypes = List.copyOf(columnTypes);
  }

  /** Returns the command in reports of progress. */
  public ProgressCommand command() {
    if (options.isFrom()) {
      return file == null ? ProgressCommand.COPY_FROM_CLIENT : ProgressCommand.COPY_FROM_FILE;
    }
    return file == null ? ProgressCommand.COPY_TO_CLIENT : ProgressCommand.COPY_TO_FILE;
  }
}
