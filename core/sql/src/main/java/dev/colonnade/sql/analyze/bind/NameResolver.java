package dev.colonnade.sql.analyze.bind;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.List;

/** Resolution of column names in the scope of an expression, and of the scopes around it. */
public interface NameResolver {
  /**
   * Returns the column, the field of a column, or the whole row that a name refers to; throws
   * UNDEFINED_COLUMN, UNDEFINED_TABLE or AMBIGUOUS_COLUMN with PostgreSQL's texts.
   */
  TypedExpression resolve(Reference.Column column);

  /** Returns the columns of {@code t.*} or {@code *}, by their names. */
  List<NamedColumn> star(Reference.Star star);

  /** Returns the whole row of {@code t.*}, which is one value in an expression. */
  default TypedExpression wholeRow(Reference.Star star) {
    throw new ColonnadeException(
        ErrorCode.UNSUPPORTED,
        "row expansion via \"*\" is not supported here",
        ErrorFields.at(star.position() + 1));
  }

  /** Column with its name. */
  record NamedColumn(String name, TypedExpression value, Origin origin) {}
}
