package dev.colonnade.sql.compare.statement;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Schema;
import dev.colonnade.sql.compare.schema.Type;
import dev.colonnade.sql.compare.statement.Scope.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** State of the generation of one statement. */
final class GenerationContext {
  private final Choices choices;
  private final Schema schema;
  private final List<CommonTable> commonTables = new ArrayList<>();
  private int lastAlias;
  private @Nullable Queries queries;

  GenerationContext(Choices choices, Schema schema) {
    this.choices = choices;
    this.schema = schema;
  }

  /** Item of WITH. Its columns are referenced by name. */
  record CommonTable(String name, List<String> columnNames, List<Type> types) {}

  /** Generator of queries, for subqueries of expressions and sources. */
  interface Queries {
    /** Returns a query with columns {@code c1}, {@code c2}, ... of the types. */
    Node query(@Nullable Scope outer, List<Type> types, int depth);

    /** Returns a query with one column that returns at most one row. */
    Node single(@Nullable Scope outer, Type type, int depth);
  }

  Choices choices() {
    return choices;
  }

  Schema schema() {
    return schema;
  }

  List<CommonTable> commonTables() {
    return commonTables;
  }

  void use(Queries generator) {
    queries = generator;
  }

  Queries queries() {
    if (queries == null) {
      throw new IllegalStateException("no generator of queries");
    }
    return queries;
  }

  String nextAlias() {
    lastAlias++;
    return "a" + lastAlias;
  }

  /** Returns the types of some columns of the tables. */
  List<Type> someTypes(int count) {
    List<Type> types = new ArrayList<>();
    while (types.size() < count) {
      types.add(choices.of(choices.of(schema.tables()).columns()).type());
    }
    return types;
  }

  /** Returns references to columns of an alias. */
  static List<Column> columns(String alias, List<String> names, List<Type> types) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      columns.add(Column.of(alias + "." + names.get(i), types.get(i)));
    }
    return columns;
  }

  /** Returns {@code c1}, {@code c2}, ... */
  static List<String> outputNames(int count) {
    List<String> names = new ArrayList<>();
    for (int i = 1; i <= count; i++) {
      names.add("c" + i);
    }
    return names;
  }
}
