package dev.colonnade.sql.analyze.bind;

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

  /** Column with its name. */
  record NamedColumn(String name, TypedExpression value, Origin origin) {}
}
