package dev.colonnade.protocol.request;

import static java.util.Objects.requireNonNull;

import dev.colonnade.protocol.RequestType;
import dev.colonnade.protocol.schema.ColumnDefinition;
import dev.colonnade.protocol.schema.TableDefinition;

/** Request that concerns table definitions. */
public sealed interface TableRequest extends Request {

  /** Request to create a table. The response is {@code TableResponse.Described}. */
  record Create(TableDefinition definition, boolean ifNotExists) implements TableRequest {
    public Create {
      requireNonNull(definition, "definition is null");
    }

    @Override
    public RequestType type() {
      return RequestType.CREATE_TABLE;
    }
  }

  /**
   * Request to change the columns of a table without rewriting rows. The response is {@code
   * TableResponse.Described}.
   */
  record Alter(String table, Change change) implements TableRequest {
    public Alter {
      requireNonNull(table, "table is null");
      requireNonNull(change, "change is null");
    }

    /** Single change of a table. */
    public sealed interface Change permits AddColumn, DropColumn {}

    /**
     * Addition of a column.
     *
     * @param family the family in which to store it; empty for the first
     */
    public record AddColumn(ColumnDefinition column, String family) implements Change {
      public AddColumn {
        requireNonNull(column, "column is null");
        requireNonNull(family, "family is null");
      }
    }

    /** Removal of a column that is not part of the primary key. */
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

  /** Request to drop a table with all its rows. The response is {@code Ok}. */
  record Drop(String table, boolean ifExists) implements TableRequest {
    public Drop {
      requireNonNull(table, "table is null");
    }

    @Override
    public RequestType type() {
      return RequestType.DROP_TABLE;
    }
  }

  /** Request for the description of a table. The response is {@code TableResponse.Described}. */
  record Describe(String table) implements TableRequest {
    public Describe {
      requireNonNull(table, "table is null");
    }

    @Override
    public RequestType type() {
      return RequestType.DESCRIBE_TABLE;
    }
  }

  /** Request for the names of all tables. The response is {@code TableResponse.Names}. */
  record ListAll() implements TableRequest {
    @Override
    public RequestType type() {
      return RequestType.LIST_TABLES;
    }
  }
}
