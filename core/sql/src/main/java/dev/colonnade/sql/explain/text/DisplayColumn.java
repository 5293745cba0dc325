package dev.colonnade.sql.explain.text;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.ColumnReference;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import java.util.List;

/**
 * Text of a column of a displayed operator.
 *
 * <p>Expressions above an operator refer to its columns by their texts. As in PostgreSQL, a text
 * that is no name is in parentheses wherever the operator that computes it is another one.
 *
 * @param bare text in which columns of relations have no prefix
 * @param qualified text in which columns of relations have the name of their relation
 */
public record DisplayColumn(String bare, String qualified, Origin origin) {
  /** Origins of a column, which decide where its text is in parentheses. */
  public enum Origin {
    /** Column of a relation, or a constant: never in parentheses. */
    NAME,
    /** Expression that the operator computes for its own rows or for an aggregate above it. */
    EXPRESSION,
    /** Aggregate or window function that the operator computes. */
    FUNCTION,
    /** Expression of an operator below, already in parentheses. */
    INPUT
  }

  public DisplayColumn {
    requireNonNull(bare, "bare is null");
    requireNonNull(qualified, "qualified is null");
    requireNonNull(origin, "origin is null");
  }

  /** Returns a column of a relation. */
  public static DisplayColumn named(String relation, String column) {
    String name = Identifiers.quoted(column);
    return new DisplayColumn(name, Identifiers.quoted(relation) + "." + name, Origin.NAME);
  }

  /** Returns an expression over the columns of the same operator. */
  public static DisplayColumn of(Expression expression, List<DisplayColumn> columns) {
    Expression inner = withoutRepresentation(expression, bare(columns));
    if (inner instanceof ColumnReference reference) {
      return columns.get(reference.index());
    }
    return new DisplayColumn(
        inner.sql(bare(columns)),
        inner.sql(qualified(columns)),
        inner instanceof Literal ? Origin.NAME : Origin.EXPRESSION);
  }

  /** Returns the operand of expressions that change only the representation of the values. */
  private static Expression withoutRepresentation(Expression expression, List<String> names) {
    Expression inner = expression;
    while (inner.operands().size() == 1
        && inner.operands().getFirst().sql(names).equals(inner.sql(names))) {
      inner = inner.operands().getFirst();
    }
    return inner;
  }

  /** Returns the text that the operator itself shows. */
  public String text(boolean isQualified) {
    return isQualified ? qualified : bare;
  }

  /** Returns the column as operators above refer to it. */
  public DisplayColumn asInput() {
    return origin == Origin.NAME || origin == Origin.INPUT
        ? this
        : new DisplayColumn("(" + bare + ")", "(" + qualified + ")", Origin.INPUT);
  }

  /**
   * Returns the column as an operand in the operator above: as an argument of an aggregate or in
   * the condition of a join. PostgreSQL evaluates expressions over relations there.
   */
  public DisplayColumn asArgument() {
    return origin == Origin.EXPRESSION ? this : asInput();
  }

  /** Returns the columns as operators above refer to them. */
  public static List<DisplayColumn> asInputs(List<DisplayColumn> columns) {
    return columns.stream().map(DisplayColumn::asInput).toList();
  }

  /** Returns the columns as operands in the operator above. */
  public static List<DisplayColumn> asArguments(List<DisplayColumn> columns) {
    return columns.stream().map(DisplayColumn::asArgument).toList();
  }

  /** Returns the texts of columns. */
  public static List<String> texts(List<DisplayColumn> columns, boolean isQualified) {
    return columns.stream().map(column -> column.text(isQualified)).toList();
  }

  private static List<String> bare(List<DisplayColumn> columns) {
    return texts(columns, false);
  }

  private static List<String> qualified(List<DisplayColumn> columns) {
    return texts(columns, true);
  }
}
