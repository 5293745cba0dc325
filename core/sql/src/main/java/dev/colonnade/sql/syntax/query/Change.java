package dev.colonnade.sql.syntax.query;

import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement that changes rows. */
public sealed interface Change extends DataStatement {
  /** Returns the offset of the statement's keyword. */
  int position();

  /** Returns WITH before the statement. */
  @Nullable With with();

  /** Changed table with its alias. */
  record Target(FromItem.Relation relation, @Nullable String alias, int position) {}

  /** Column, or a field or an element of one, that a value is assigned to. */
  record TargetColumn(String name, List<Accessor> accessors, int position) {}

  /** Step from a column into its value. */
  sealed interface Accessor {
    /** Field. */
    record FieldAccess(String name, int position) implements Accessor {}

    /** All fields; accepted by the grammar only. */
    record AllFieldsAccess(int position) implements Accessor {}

    /** Element. */
    record ElementAccess(Expression index, int position) implements Accessor {}

    /** Slice. */
    record SliceAccess(@Nullable Expression lower, @Nullable Expression upper, int position)
        implements Accessor {}
  }

  /** {@code OVERRIDING}. */
  enum Overriding {
    NONE,
    USER,
    SYSTEM
  }

  /**
   * Rows of INSERT.
   *
   * @param query the rows; null for DEFAULT VALUES
   */
  record Rows(List<TargetColumn> columns, Overriding overriding, @Nullable Query query) {}

  /** {@code INSERT}, or UPSERT, which replaces rows with the same primary key. */
  record Insert(
      @Nullable With with,
      boolean upsert,
      Target target,
      Rows rows,
      @Nullable OnConflict onConflict,
      List<Query.Item> returning,
      int position)
      implements Change {}

  /** {@code ON CONFLICT}; without assignments DO NOTHING. */
  record OnConflict(
      @Nullable ConflictTarget target,
      List<Assignment> assignments,
      @Nullable Expression condition,
      int position) {}

  /** Index of ON CONFLICT: its elements and predicate, or a constraint. */
  record ConflictTarget(
      List<IndexElement> elements,
      @Nullable Expression predicate,
      @Nullable String constraint,
      int position) {}

  /** Element of an index: a column or an expression. */
  record IndexElement(
      @Nullable String column, @Nullable Expression expression, IndexOrder order, int position) {}

  /** Collation, operator class and order of an index's element. */
  record IndexOrder(
      @Nullable QualifiedName collation,
      @Nullable QualifiedName operatorClass,
      List<Option> options,
      SortKey.Direction direction,
      SortKey.Nulls nulls) {}

  /** Assignment of SET: one column, or several in parentheses. */
  record Assignment(
      List<TargetColumn> columns, boolean parenthesized, Expression value, int position) {}

  /** {@code UPDATE}. */
  record Update(
      @Nullable With with,
      Target target,
      List<Assignment> assignments,
      Query.From from,
      List<Query.Item> returning,
      int position)
      implements Change {}

  /** {@code DELETE}; USING is in {@code from}. */
  record Delete(
      @Nullable With with, Target target, Query.From from, List<Query.Item> returning, int position)
      implements Change {}

  /** {@code MERGE}. */
  record Merge(
      @Nullable With with,
      Target target,
      FromItem source,
      Expression condition,
      List<MergeWhen> whens,
      int position)
      implements Change {}

  /** Branch of MERGE. */
  record MergeWhen(
      boolean matched, @Nullable Expression condition, MergeAction action, int position) {}

  /** Action of MERGE. */
  sealed interface MergeAction {
    /** {@code DO NOTHING}. */
    record Nothing() implements MergeAction {}

    /** {@code DELETE}. */
    record DeleteRow() implements MergeAction {}

    /** {@code UPDATE SET}. */
    record UpdateRow(List<Assignment> assignments) implements MergeAction {}

    /** {@code INSERT}; without values DEFAULT VALUES. */
    record InsertRow(
        List<TargetColumn> columns, Overriding overriding, @Nullable List<Expression> values)
        implements MergeAction {}
  }
}
