package dev.colonnade.sql.deparse.node;

import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Names that a query sees: its tables, its common table expressions and those around it. */
final class QueryScope {
  private final @Nullable QueryScope outer;
  private final TypeReference record;
  private final List<SourceColumns> sources = new ArrayList<>();
  private final Map<String, Node> merged = new LinkedHashMap<>();
  private final Map<String, List<QueryNode.OutputColumn>> tables = new HashMap<>();
  private final Set<String> printedNames = new HashSet<>();
  private final IdentityHashMap<FromItem, String> itemNames = new IdentityHashMap<>();

  /**
   * Columns of an item of FROM.
   *
   * @param name by which the text refers to it
   * @param printedName that no other item of this query or of those around it has
   */
  record SourceColumns(String name, String printedName, List<QueryNode.OutputColumn> columns) {
    @Nullable Node find(String column) {
      Node found = null;
      for (QueryNode.OutputColumn own : columns) {
        if (own.name().equals(column)) {
          if (found != null) {
            throw new UnprintableException(own);
          }
          found =
              new Node.Column(
                  Identifiers.quote(printedName) + "." + Identifiers.quote(column), own.type());
        }
      }
      return found;
    }
  }

  /**
   * Creates the names of a query.
   *
   * @param outer names of the query around it; null for none
   * @param record type of whole rows
   */
  QueryScope(@Nullable QueryScope outer, TypeReference record) {
    this.outer = outer;
    this.record = record;
    if (outer == null) {
      // Names that the rule of a view has in PostgreSQL.
      printedNames.addAll(List.of("old", "new"));
    }
  }

  /**
   * Returns the name for an item of FROM that no other one has.
   *
   * @param name by which the text refers to it
   */
  String printedName(FromItem item, String name) {
    return itemNames.computeIfAbsent(
        item,
        _ -> {
          String unused = name;
          for (int number = 1; isUsed(unused); number++) {
            unused = name + "_" + number;
          }
          printedNames.add(unused);
          return unused;
        });
  }

  /** Makes a name one that no item of FROM gets. */
  void reserve(String name) {
    printedNames.add(name);
  }

  private boolean isUsed(String name) {
    return printedNames.contains(name) || (outer != null && outer.isUsed(name));
  }

  void add(SourceColumns source) {
    sources.add(source);
  }

  List<SourceColumns> sources() {
    return sources;
  }

  /** Adds a column that a join merges. */
  void merge(String name, Node value) {
    merged.put(name, value);
  }

  void addTable(String name, List<QueryNode.OutputColumn> columns) {
    tables.put(name, columns);
  }

  /** Returns the columns of a common table expression; null if there is none. */
  @Nullable List<QueryNode.OutputColumn> findTable(String name) {
    List<QueryNode.OutputColumn> found = tables.get(name);
    return found != null || outer == null ? found : outer.findTable(name);
  }

  /** Returns the whole row of a table. */
  Node row(String table, Reference reference) {
    for (QueryScope scope = this; scope != null; scope = scope.outer) {
      for (SourceColumns source : scope.sources) {
        if (source.name().equals(table)) {
          return new Node.Column(Identifiers.quote(source.printedName()) + ".*", record);
        }
      }
    }
    throw new UnprintableException(reference);
  }

  /** Returns the column of a name, or the whole row of a table. */
  Node column(Reference.Column reference) {
    List<String> names = reference.names();
    for (QueryScope scope = this; scope != null; scope = scope.outer) {
      Node found =
          names.size() == 1
              ? scope.findColumn(names.getFirst())
              : scope.findColumn(names.get(names.size() - 2), names.getLast());
      if (found != null) {
        return found;
      }
    }
    if (names.size() == 1) {
      return row(names.getFirst(), reference);
    }
    throw new UnprintableException(reference);
  }

  /** Returns a column of this query; null if there is none. */
  @Nullable Node findColumn(String name) {
    Node found = merged.get(name);
    if (found != null) {
      return found;
    }
    for (SourceColumns source : sources) {
      Node column = source.find(name);
      if (column != null && found != null) {
        throw new UnprintableException(source);
      }
      found = column == null ? found : column;
    }
    return found;
  }

  private @Nullable Node findColumn(String table, String name) {
    for (SourceColumns source : sources) {
      if (source.name().equals(table)) {
        return source.find(name);
      }
    }
    return null;
  }
}
