package dev.colonnade.sql.analyze.table;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.bind.NameResolver;
import dev.colonnade.sql.analyze.bind.TypedExpression;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Resolution of names that records the references to one column. One thread. */
final class ColumnOccurrences implements NameResolver {
  private final NameResolver columns;
  private final String column;
  private final Map<Integer, Reference.Column> found = new TreeMap<>();

  ColumnOccurrences(NameResolver columns, String column) {
    this.columns = requireNonNull(columns, "columns is null");
    this.column = requireNonNull(column, "column is null");
  }

  @Override
  public TypedExpression resolve(Reference.Column reference) {
    if (reference.names().getLast().equals(column)) {
      found.put(reference.position(), reference);
    }
    return columns.resolve(reference);
  }

  @Override
  public List<NamedColumn> star(Reference.Star star) {
    return columns.star(star);
  }

  /** Returns the references in the order of the text. */
  List<Reference.Column> found() {
    return List.copyOf(found.values());
  }
}
