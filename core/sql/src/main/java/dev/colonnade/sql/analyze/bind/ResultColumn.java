package dev.colonnade.sql.analyze.bind;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.TypedExpression.RowField;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;

/**
 * Column of the rows of an analyzed query.
 *
 * @param fields names and types of the fields of rows; empty if values are no rows, or their fields
 *     are not known
 */
public record ResultColumn(
    String name, Variable variable, TypeReference type, List<RowField> fields, Origin origin) {
  public ResultColumn {
    requireNonNull(name, "name is null");
    requireNonNull(variable, "variable is null");
    requireNonNull(type, "type is null");
    fields = List.copyOf(fields);
    requireNonNull(origin, "origin is null");
  }

  /** Creates a column whose values are no rows. */
  public ResultColumn(String name, Variable variable, TypeReference type, Origin origin) {
    this(name, variable, type, List.of(), origin);
  }

  /** Returns the value of the column in a row. */
  public TypedExpression value(int position) {
    return new TypedExpression(variable, type, fields, position);
  }
}
