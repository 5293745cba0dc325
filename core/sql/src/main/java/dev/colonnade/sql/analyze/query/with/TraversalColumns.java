package dev.colonnade.sql.analyze.query.with;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.syntax.query.With;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Columns that SEARCH and CYCLE add to a recursive item, and the checks of their names. */
final class TraversalColumns {
  private TraversalColumns() {}

  /** Returns the names of the added columns, in their order. */
  static List<String> names(With.CommonTable node) {
    List<String> names = new ArrayList<>();
    With.Search search = node.search();
    if (search != null) {
      names.add(search.sequence());
    }
    With.Cycle cycle = node.cycle();
    if (cycle != null) {
      names.add(cycle.mark());
      names.add(cycle.path());
    }
    return names;
  }

  /** Throws if the clauses name columns that are missing, repeated or in use. */
  static void requireValid(With.CommonTable node, List<String> columns) {
    With.Search search = node.search();
    if (search != null) {
      requireColumns("search", search.columns(), columns, search.position());
      requireFree("search sequence", search.sequence(), columns, search.position());
    }
    With.Cycle cycle = node.cycle();
    if (cycle != null) {
      requireColumns("cycle", cycle.columns(), columns, cycle.position());
      requireFree("cycle mark", cycle.mark(), columns, cycle.position());
      requireFree("cycle path", cycle.path(), columns, cycle.position());
      requireDifferent(cycle.mark(), cycle.path(), "cycle mark", "cycle path", cycle.position());
    }
    if (search != null && cycle != null) {
      String sequence = search.sequence();
      requireDifferent(sequence, cycle.mark(), "search sequence", "cycle mark", search.position());
      requireDifferent(sequence, cycle.path(), "search sequence", "cycle path", search.position());
    }
  }

  private static void requireColumns(
      String clause, List<String> named, List<String> columns, int position) {
    Set<String> seen = new HashSet<>();
    for (String name : named) {
      if (!columns.contains(name)) {
        throw ScopeErrors.at(
            ErrorCode.SYNTAX_ERROR,
            "%s column \"%s\" not in WITH query column list".formatted(clause, name),
            position);
      }
      if (!seen.add(name)) {
        throw ScopeErrors.at(
            ErrorCode.DUPLICATE_COLUMN,
            "%s column \"%s\" specified more than once".formatted(clause, name),
            position);
      }
    }
  }

  private static void requireFree(String kind, String name, List<String> columns, int position) {
    if (columns.contains(name)) {
      throw error(
          "%s column name \"%s\" already used in WITH query column list".formatted(kind, name),
          position);
    }
  }

  private static void requireDifferent(
      String one, String other, String kind, String otherKind, int position) {
    if (one.equals(other)) {
      throw error(
          "%s column name and %s column name are the same".formatted(kind, otherKind), position);
    }
  }

  private static ColonnadeException error(String message, int position) {
    return ScopeErrors.at(ErrorCode.SYNTAX_ERROR, message, position);
  }
}
