package dev.colonnade.sql.syntax.query;

import dev.colonnade.sql.syntax.QualifiedName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Item of FROM. */
public sealed interface FromItem {
  /** Returns the offset of the item. */
  int position();

  /** Table by its name; {@code only} excludes the tables that inherit from it. */
  record Relation(QualifiedName name, boolean only) {}

  /** Alias with names of columns; {@code name} is empty for column definitions without an alias. */
  record Alias(String name, List<String> columns, int position) {}

  /** {@code TABLESAMPLE}. */
  record Sample(
      QualifiedName method,
      List<Expression> arguments,
      @Nullable Expression repeatable,
      int position) {}

  /** Table or view. */
  record Table(Relation relation, @Nullable Alias alias, @Nullable Sample sample, int position)
      implements FromItem {}

  /** Subquery. */
  record Subquery(boolean lateral, Query query, @Nullable Alias alias, int position)
      implements FromItem {}

  /** Column of a column definition list. */
  record ColumnDefinition(
      String name, TypeName type, @Nullable QualifiedName collation, int position) {}

  /** Function with the definitions of its columns in ROWS FROM. */
  record Source(Expression call, List<ColumnDefinition> columns) {}

  /**
   * Functions as a table.
   *
   * @param rowsFrom whether the functions are in ROWS FROM
   * @param columns definitions of the columns behind the alias
   */
  record Functions(
      boolean lateral,
      boolean rowsFrom,
      List<Source> sources,
      boolean withOrdinality,
      @Nullable Alias alias,
      List<ColumnDefinition> columns,
      int position)
      implements FromItem {}

  /** {@code XMLTABLE}, which is not supported: its text as it is written. */
  record XmlTable(boolean lateral, String text, @Nullable Alias alias, int position)
      implements FromItem {}

  /** Kind of join. */
  enum JoinKind {
    CROSS,
    INNER,
    LEFT,
    RIGHT,
    FULL
  }

  /** Condition of a join: NATURAL, ON, USING or none. */
  sealed interface JoinCondition {
    /** No condition: {@code CROSS JOIN}. */
    record None() implements JoinCondition {}

    /** {@code NATURAL}. */
    record Natural() implements JoinCondition {}

    /** {@code ON}. */
    record On(Expression condition) implements JoinCondition {}

    /** {@code USING (...) [AS alias]}. */
    record Using(List<String> columns, @Nullable Alias alias, int position)
        implements JoinCondition {}
  }

  /** Join; an alias stands behind its parentheses. */
  record Join(
      JoinKind kind,
      FromItem left,
      FromItem right,
      JoinCondition condition,
      @Nullable Alias alias,
      int position)
      implements FromItem {}
}
