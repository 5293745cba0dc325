package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.TypeName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Element of CREATE TABLE. */
public sealed interface TableElement {
  /** Returns the offset of the element. */
  int position();

  /**
   * Column.
   *
   * @param type null for a column of a typed table or of a partition
   */
  record Column(
      String name,
      @Nullable TypeName type,
      @Nullable String compression,
      @Nullable QualifiedName collation,
      List<ColumnConstraint> constraints,
      int position)
      implements TableElement {}

  /** Constraint of a column, with its name and its timing. */
  record ColumnConstraint(@Nullable String name, ColumnRule rule, Timing timing, int position) {}

  /** Rule of a constraint of a column. */
  sealed interface ColumnRule {
    /** {@code NULL}, {@code NOT NULL}. */
    record Nullability(boolean nullable) implements ColumnRule {}

    /** {@code DEFAULT}. */
    record DefaultValue(Expression value) implements ColumnRule {}

    /** {@code CHECK}. */
    record CheckColumn(Expression condition, boolean noInherit) implements ColumnRule {}

    /** {@code UNIQUE}, {@code PRIMARY KEY}. */
    record KeyColumn(boolean primary, boolean nullsDistinct, KeyStorage storage)
        implements ColumnRule {}

    /** {@code REFERENCES}. */
    record ReferencesColumn(References references) implements ColumnRule {}

    /** {@code GENERATED ... AS IDENTITY}. */
    record Identity(boolean always, List<SequenceDefinition.SequenceOption> options)
        implements ColumnRule {}

    /** {@code GENERATED ALWAYS AS (...) STORED}. */
    record Generated(Expression value) implements ColumnRule {}
  }

  /** Time of a constraint's check; null where nothing is written. */
  record Timing(
      @Nullable Boolean deferrable,
      @Nullable Boolean initiallyDeferred,
      boolean notValid,
      boolean noInherit) {
    /** Nothing is written. */
    public static final Timing NONE = new Timing(null, null, false, false);
  }

  /** Storage of the index of a key. */
  record KeyStorage(List<Option> options, @Nullable String tablespace) {}

  /** Constraint of a table. */
  record Constraint(@Nullable String name, TableRule rule, Timing timing, int position)
      implements TableElement {}

  /** Column of a key; Colonnade accepts a direction for a primary key. */
  record KeyPart(String column, boolean descending, int position) {}

  /** Rule of a constraint of a table. */
  sealed interface TableRule {
    /** {@code CHECK}. */
    record Check(Expression condition) implements TableRule {}

    /** {@code UNIQUE}, {@code PRIMARY KEY}. */
    record Key(
        boolean primary,
        boolean nullsDistinct,
        List<KeyPart> columns,
        List<String> include,
        KeyStorage storage)
        implements TableRule {}

    /** {@code UNIQUE USING INDEX}, {@code PRIMARY KEY USING INDEX}. */
    record KeyUsingIndex(boolean primary, String index) implements TableRule {}

    /** {@code FOREIGN KEY}. */
    record ForeignKey(List<String> columns, References references) implements TableRule {}

    /** {@code EXCLUDE}. */
    record Exclude(
        @Nullable String accessMethod,
        List<Exclusion> elements,
        List<String> include,
        KeyStorage storage,
        @Nullable Expression predicate)
        implements TableRule {}
  }

  /** Element of EXCLUDE. */
  record Exclusion(Change.IndexElement element, OperatorName operator) {}

  /** Action of a foreign key. */
  enum Action {
    NO_ACTION,
    RESTRICT,
    CASCADE,
    SET_NULL,
    SET_DEFAULT
  }

  /** Action with the columns that it sets. */
  record KeyAction(Action action, List<String> columns) {
    /** Nothing is written. */
    public static final KeyAction NONE = new KeyAction(Action.NO_ACTION, List.of());
  }

  /** Referenced table and columns of a foreign key. */
  record References(
      QualifiedName table,
      List<String> columns,
      boolean matchFull,
      KeyAction onUpdate,
      KeyAction onDelete) {}

  /** {@code LIKE}: options by their keywords, with a minus before those of EXCLUDING. */
  record Like(QualifiedName table, List<String> options, int position) implements TableElement {}

  /** Column family of Colonnade: columns that are stored together. */
  record Family(String name, List<String> columns, int position) implements TableElement {}
}
