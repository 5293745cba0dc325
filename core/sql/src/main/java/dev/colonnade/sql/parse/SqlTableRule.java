package dev.colonnade.sql.parse;

import dev.colonnade.catalog.constraint.ConstraintTiming;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import java.util.List;
import org.apache.calcite.sql.SqlIdentifier;
import org.apache.calcite.sql.SqlNode;
import org.jspecify.annotations.Nullable;

/** A constraint, of a table or of a column of it. */
public sealed interface SqlTableRule {
  /** Returns the name of the constraint; null for a generated name. */
  @Nullable SqlIdentifier name();

  /** The same about a column, if it names none. */
  SqlTableRule of(SqlIdentifier column);

  /** Returns the same constraint with a timing, which is validated. */
  SqlTableRule timed(ConstraintTiming other);

  /** No two rows have the same values. */
  record Unique(
      @Nullable SqlIdentifier name,
      List<SqlIdentifier> columns,
      List<SqlIdentifier> included,
      ConstraintTiming timing)
      implements SqlTableRule {
    public Unique {
      columns = List.copyOf(columns);
      included = List.copyOf(included);
    }

    @Override
    public SqlTableRule of(SqlIdentifier column) {
      return columns.isEmpty() ? new Unique(name, List.of(column), included, timing) : this;
    }

    @Override
    public Unique timed(ConstraintTiming other) {
      return new Unique(name, columns, included, other);
    }
  }

  /** A condition is false of no row. */
  record Check(@Nullable SqlIdentifier name, SqlNode condition) implements SqlTableRule {
    @Override
    public SqlTableRule of(SqlIdentifier column) {
      return this;
    }

    @Override
    public Check timed(ConstraintTiming other) {
      if (other.isDeferrable()) {
        throw new ColonnadeException(
            ErrorCode.UNSUPPORTED, "CHECK constraints cannot be marked DEFERRABLE");
      }
      return this;
    }
  }

  /** Values are those of a row in another table. */
  record Reference(
      @Nullable SqlIdentifier name,
      List<SqlIdentifier> columns,
      Target target,
      Actions actions,
      ConstraintTiming timing)
      implements SqlTableRule {
    public Reference {
      columns = List.copyOf(columns);
    }

    @Override
    public SqlTableRule of(SqlIdentifier column) {
      return columns.isEmpty()
          ? new Reference(name, List.of(column), target, actions, timing)
          : this;
    }

    @Override
    public Reference timed(ConstraintTiming other) {
      return new Reference(name, columns, target, actions, other);
    }
  }

  /** The other table; its primary key if no columns are named. */
  record Target(SqlIdentifier table, List<SqlIdentifier> columns) {
    public Target {
      columns = List.copyOf(columns);
    }
  }

  /** Referential actions on delete and update of the referenced row. */
  record Actions(Action onDelete, Action onUpdate) {}

  /** Referential action. */
  enum Action {
    NO_ACTION,
    RESTRICT,
    CASCADE,
    SET_NULL,
    SET_DEFAULT
  }
}
