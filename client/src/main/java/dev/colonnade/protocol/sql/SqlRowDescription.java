package dev.colonnade.protocol.sql;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.Bytes;
import java.util.List;

/**
 * Row description of a result.
 *
 * @param columns empty if the statement returns no rows
 * @param arrowSchema an encapsulated Arrow Schema message; empty without columns
 */
public record SqlRowDescription(List<SqlColumnInfo> columns, Bytes arrowSchema) {
  public static final SqlRowDescription NONE = new SqlRowDescription(List.of(), Bytes.EMPTY);

  public SqlRowDescription {
    columns = List.copyOf(columns);
    requireNonNull(arrowSchema, "arrowSchema is null");
  }
}
