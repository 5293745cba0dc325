package dev.colonnade.sql.compare.statement;

import dev.colonnade.sql.compare.schema.Type;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Values that an expression may use: the columns of the sources of its query, results of aggregates
 * and window functions, and columns of the queries around it. Mutable while the sources are
 * generated.
 */
final class Scope {
  private final @Nullable Scope outer;
  private final List<Column> columns = new ArrayList<>();

  Scope(@Nullable Scope outer) {
    this.outer = outer;
  }

  /**
   * Value by its expression, such as {@code a1.c2} or {@code count(*)}.
   *
   * @param isPlain whether subqueries may refer to it
   */
  record Column(Node node, Type type, boolean isPlain) {
    static Column of(String reference, Type type) {
      return new Column(Node.expression(type, "", reference), type, true);
    }
  }

  static Scope empty() {
    return new Scope(null);
  }

  /** Returns a scope with columns whose outer scope is another one. */
  static Scope of(List<Column> columns, @Nullable Scope outer) {
    Scope scope = new Scope(outer);
    scope.add(columns);
    return scope;
  }

  @Nullable Scope outer() {
    return outer;
  }

  List<Column> columns() {
    return columns;
  }

  void add(List<Column> more) {
    columns.addAll(more);
  }

  List<Column> of(Type type) {
    return columns.stream().filter(column -> column.type() == type).toList();
  }

  /** Returns the scope that subqueries see. */
  Scope plain() {
    return of(columns.stream().filter(Column::isPlain).toList(), outer);
  }

  /** Returns the types of the columns. */
  List<Type> types() {
    return columns.stream().map(Column::type).toList();
  }
}
