package dev.colonnade.sql.compare.statement;

import dev.colonnade.sql.compare.schema.Type;
import java.util.ArrayList;
import java.util.List;

/** Expressions of a statement that may be written again where their columns are visible. */
final class RecentExpressions {
  private static final int COUNT_MAX = 40;

  private final List<Entry> entries = new ArrayList<>();

  private record Entry(Type type, Scope scope, Node node) {}

  /** Adds an expression unless it is a column or a literal. */
  void add(Type type, Scope scope, Node node) {
    if (node.parts().isEmpty()) {
      return;
    }
    if (entries.size() == COUNT_MAX) {
      entries.removeFirst();
    }
    entries.add(new Entry(type, Scope.of(scope.columns(), scope.outer()), node));
  }

  /** Returns the expressions of a type whose columns are those of a scope. */
  List<Node> usable(Type type, Scope scope) {
    return entries.stream()
        .filter(entry -> entry.type() == type && isVisible(entry.scope(), scope))
        .map(Entry::node)
        .toList();
  }

  private static boolean isVisible(Scope from, Scope scope) {
    return (from.outer() == null || from.outer() == scope.outer())
        && scope.columns().containsAll(from.columns());
  }
}
