package dev.colonnade.sql.copy;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.type.SqlType;
import java.util.List;

/**
 * What whoever talks to the client has to know of a COPY.
 *
 * @param name of the table, for messages; empty for a query
 * @param columnNames of what is copied, in order
 * @param columnTypes in the same order
 */
public record CopyTerms(
    CopyOptions options, String name, List<String> columnNames, List<SqlType> columnTypes) {
  public CopyTerms {
    requireNonNull(options, "options is null");
    requireNonNull(name, "name is null");
    columnNames = List.copyOf(columnNames);
    columnTypes = List.copyOf(columnTypes);
  }
}
