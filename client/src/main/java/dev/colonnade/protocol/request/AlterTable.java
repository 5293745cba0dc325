package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.schema.ColumnDefinition;

/** Changes the columns of a table, without rewriting rows; answered by {@code TableDescribed}. */
public record AlterTable(String table, Change change) implements Request {
  public AlterTable {
    requireNonNull(table, "table is null");
    requireNonNull(change, "change is null");
  }

  /** One change. */
  public sealed interface Change permits AddColumn, DropColumn {}

  /**
   * Adds a column.
   *
   * @param family the family to store it in; empty for the first
   */
  public record AddColumn(ColumnDefinition column, String family) implements Change {
    public AddColumn {
      requireNonNull(column, "column is null");
      requireNonNull(family, "family is null");
    }
  }

  /** Drops a column that is not part of the primary key. */
  public record DropColumn(String column) implements Change {
    public DropColumn {
      requireNonNull(column, "column is null");
    }
  }

  @Override
  public RequestType type() {
    return RequestType.ALTER_TABLE;
  }
}
