package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;

/**
 * Analyzed expression with its type in SQL.
 *
 * <p>A string or NULL whose type is not decided yet, and a parameter without a type, have the type
 * {@code unknown}: a literal of TEXT, and a parameter of {@code UNKNOWN}.
 *
 * @param fields names and types of the fields of a row; empty if the value is no row, or its fields
 *     are not known
 * @param position offset in the statement for errors, from 0; -1 if there is none
 */
public record TypedExpression(
    Expression expression, TypeReference type, List<RowField> fields, int position) {
  /** Absence of a position. */
  public static final int NO_POSITION = -1;

  public TypedExpression {
    requireNonNull(expression, "expression is null");
    requireNonNull(type, "type is null");
    fields = List.copyOf(fields);
  }

  /**
   * Field of a row.
   *
   * @param fields of a field that is a row itself; empty if they are not known
   */
  public record RowField(String name, TypeReference type, List<RowField> fields) {
    public RowField {
      requireNonNull(name, "name is null");
      requireNonNull(type, "type is null");
      fields = List.copyOf(fields);
    }

    /** Creates a field that is no row. */
    public RowField(String name, TypeReference type) {
      this(name, type, List.of());
    }
  }

  /** Returns an expression that is no row. */
  public static TypedExpression of(Expression expression, TypeReference type, int position) {
    return new TypedExpression(expression, type, List.of(), position);
  }

  /** Returns whether the type is not decided yet. */
  public boolean isUnknown() {
    return type.type().isUnknown();
  }

  /** Returns the same value with another position. */
  public TypedExpression at(int other) {
    return new TypedExpression(expression, type, fields, other);
  }
}
