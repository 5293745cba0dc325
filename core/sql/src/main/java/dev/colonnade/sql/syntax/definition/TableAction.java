package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Action of ALTER TABLE. */
public sealed interface TableAction {
  /** {@code ADD COLUMN}. */
  record AddColumn(TableElement.Column column, boolean ifNotExists) implements TableAction {}

  /** {@code DROP COLUMN}. */
  record DropColumn(String column, boolean ifExists, DropBehavior behavior, int position)
      implements TableAction {}

  /** {@code ADD CONSTRAINT}. */
  record AddConstraint(TableElement.Constraint constraint) implements TableAction {}

  /** {@code DROP CONSTRAINT}. */
  record DropConstraint(String name, boolean ifExists, DropBehavior behavior)
      implements TableAction {}

  /** {@code ALTER CONSTRAINT}. */
  record AlterConstraint(String name, TableElement.Timing timing) implements TableAction {}

  /** {@code VALIDATE CONSTRAINT}. */
  record ValidateConstraint(String name) implements TableAction {}

  /** {@code ALTER COLUMN}. */
  record AlterColumn(String column, ColumnAction action, int position) implements TableAction {}

  /** Change of a column. */
  sealed interface ColumnAction {
    /** {@code SET DEFAULT}; without a value DROP DEFAULT. */
    record SetDefault(@Nullable Expression value) implements ColumnAction {}

    /** {@code SET NOT NULL}, {@code DROP NOT NULL}. */
    record SetNotNull(boolean notNull) implements ColumnAction {}

    /** {@code TYPE}. */
    record SetType(TypeName type, @Nullable QualifiedName collation, @Nullable Expression using)
        implements ColumnAction {}

    /** {@code ADD GENERATED ... AS IDENTITY}. */
    record AddIdentity(boolean always, List<SequenceDefinition.SequenceOption> options)
        implements ColumnAction {}

    /** {@code SET GENERATED}, {@code SET} options, {@code RESTART}. */
    record AlterIdentity(@Nullable Boolean always, List<SequenceDefinition.SequenceOption> options)
        implements ColumnAction {}

    /** {@code DROP IDENTITY}, {@code DROP EXPRESSION}. */
    record DropGenerated(boolean identity, boolean ifExists) implements ColumnAction {}

    /** {@code SET STATISTICS}, {@code SET STORAGE}, {@code SET COMPRESSION}. */
    record SetParameter(String name, String value) implements ColumnAction {}

    /** {@code SET (...)}, {@code RESET (...)}, {@code OPTIONS (...)}. */
    record SetOptions(String keyword, List<Option> options) implements ColumnAction {}
  }

  /** {@code SET (...)}, {@code RESET (...)}, {@code OPTIONS (...)}. */
  record SetOptions(String keyword, List<Option> options) implements TableAction {}

  /** {@code INHERIT}, {@code NO INHERIT}. */
  record Inherit(QualifiedName parent, boolean added) implements TableAction {}

  /** {@code OF}; without a type NOT OF. */
  record OfType(@Nullable QualifiedName type) implements TableAction {}

  /** {@code ATTACH PARTITION}; an index has no bound. */
  record AttachPartition(QualifiedName partition, TableDefinition.@Nullable Bound bound)
      implements TableAction {}

  /** {@code DETACH PARTITION}; the mode is CONCURRENTLY, FINALIZE or null. */
  record DetachPartition(QualifiedName partition, @Nullable String mode) implements TableAction {}

  /** {@code OWNER TO}. */
  record SetOwner(RoleDefinition.RoleName owner) implements TableAction {}

  /** Rows before which the table is split: a command of Colonnade. */
  record SplitAt(List<List<Expression>> rows) implements TableAction {}

  /**
   * Action without effect on the definition, by its keywords: {@code SET LOGGED}, {@code ENABLE
   * TRIGGER}.
   *
   * @param name the object that the action names, if there is one
   */
  record Other(String keywords, @Nullable String name) implements TableAction {}
}
