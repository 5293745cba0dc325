package dev.colonnade.sql.parse;

import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** A constraint, of a table or of a column of it. */
public sealed interface SqlTableRule {
  /** What it is to be called; null for a name that is made for it. */
  @Nullable SqlIdentifier name();

  /** The same about a column, if it names none. */
  SqlTableRule of(SqlIdentifier column);

  /** No two rows have the same values. */
  record Unique(
      @Nullable SqlIdentifier name, List<SqlIdentifier> columns, List<SqlIdentifier> included)
      implements SqlTableRule {
    public Unique {
      columns = List.copyOf(columns);
      included = List.copyOf(included);
    }

    @Override
    public SqlTableRule of(SqlIdentifier column) {
      return columns.isEmpty() ? new Unique(name, List.of(column), included) : this;
    }
  }

  /** A condition is false of no row. */
  record Check(@Nullable SqlIdentifier name, SqlNode condition) implements SqlTableRule {
    @Override
    public SqlTableRule of(SqlIdentifier column) {
      return this;
    }
  }

  /** Values are those of a row in another table. */
  record Reference(
      @Nullable SqlIdentifier name,
      List<SqlIdentifier> columns,
      Target target,
      Action onDelete,
      Action onUpdate)
      implements SqlTableRule {
    public Reference {
      columns = List.copyOf(columns);
    }

    @Override
    public SqlTableRule of(SqlIdentifier column) {
      return columns.isEmpty()
          ? new Reference(name, List.of(column), target, onDelete, onUpdate)
          : this;
    }
  }

  /** The other table; its primary key if no columns are named. */
  record Target(SqlIdentifier table, List<SqlIdentifier> columns) {
    public Target {
      columns = List.copyOf(columns);
    }
  }

  /** What happens when the other row goes or changes. */
  enum Action {
    NO_ACTION,
    RESTRICT,
    CASCADE,
    SET_NULL,
    SET_DEFAULT
  }
}
