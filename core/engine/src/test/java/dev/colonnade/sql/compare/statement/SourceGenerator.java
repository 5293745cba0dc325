package dev.colonnade.sql.compare.statement;

import static dev.colonnade.sql.compare.statement.Node.source;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.TableDefinition;
import dev.colonnade.sql.compare.schema.TableDefinition.ColumnDefinition;
import dev.colonnade.sql.compare.schema.Type;
import dev.colonnade.sql.compare.statement.GenerationContext.CommonTable;
import dev.colonnade.sql.compare.statement.Scope.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Generator of the items of FROM: tables, joins, subqueries, VALUES and functions. */
final class SourceGenerator {
  private static final double ROWS_MAX = 20_000;

  private final GenerationContext context;
  private final ExpressionGenerator expressions;
  private final Choices choices;

  SourceGenerator(GenerationContext context, ExpressionGenerator expressions) {
    this.context = context;
    this.expressions = expressions;
    choices = context.choices();
  }

  /**
   * Source with its columns.
   *
   * @param names names of the columns that USING may join by
   * @param rows estimated number
   */
  record Source(Node node, List<Column> columns, List<String> names, double rows) {
    /** Returns whether it is or joins tables without a primary key, which have no NATURAL JOIN. */
    boolean isKeyless() {
      return columns.stream().noneMatch(column -> column.node().sql().matches("a\\d+\\.k1"));
    }
  }

  /**
   * Returns FROM with some sources, and adds their columns to a scope.
   *
   * @param depth of subqueries in it; less sources at less depth
   */
  Node from(Scope scope, int depth) {
    int count =
        depth >= 3 ? choices.of(1, 1, 1, 2, 2, 2, 3, 3, 4, 5) : choices.of(1, 1, 1, 2, 2, 3);
    List<Node> items = new ArrayList<>();
    double rows = 1;
    int left = count;
    while (left > 0) {
      int size = choices.percent(85) ? left : choices.between(1, left);
      left -= size;
      Source source = joined(size, scope, depth);
      if (!items.isEmpty() && rows * source.rows() > ROWS_MAX) {
        break;
      }
      rows *= source.rows();
      items.add(source.node());
      scope.add(source.columns());
    }
    return Node.clause("from", " from ", ", ", items);
  }

  private Source joined(int count, Scope scope, int depth) {
    if (count == 1) {
      return single(scope, depth);
    }
    int rightCount = choices.percent(80) ? 1 : choices.between(1, count - 1);
    Source left = joined(count - rightCount, scope, depth);
    if (rightCount == 1 && choices.percent(12)) {
      return lateral(left, scope, depth);
    }
    Source right = joined(rightCount, scope, depth);
    return join(left, right);
  }

  private Source join(Source left, Source right) {
    String kind =
        choices.of(
            "join",
            "join",
            "join",
            "left join",
            "left join",
            "left join",
            "right join",
            "full join",
            "cross join");
    double product = left.rows() * right.rows();
    if (kind.equals("cross join") && product > ROWS_MAX) {
      kind = "join";
    }
    Set<String> common = new HashSet<>(left.names());
    common.retainAll(right.names());
    List<Column> columns = new ArrayList<>(left.columns());
    columns.addAll(right.columns());
    List<String> names = new ArrayList<>(left.names());
    names.addAll(right.names());
    if (kind.equals("cross join")) {
      return new Source(
          source(kind, "$ cross join $", left.node(), right.node()), columns, names, product);
    }
    if (!common.isEmpty() && choices.percent(25)) {
      return using(left, right, kind, common.stream().sorted().toList());
    }
    if (kind.equals("full join") && noEquality(left, right)) {
      kind = "left join";
    }
    Node condition =
        expressions
            .predicates()
            .join(left.columns(), right.columns(), kind.equals("full join") || product > ROWS_MAX);
    return new Source(
        source(kind, "($ " + kind + " $ on $)", left.node(), right.node(), condition),
        columns,
        names,
        Math.max(Math.max(left.rows(), right.rows()), product / 4));
  }

  private static boolean noEquality(Source left, Source right) {
    return left.columns().stream()
        .noneMatch(one -> right.columns().stream().anyMatch(other -> other.type() == one.type()));
  }

  private Source using(Source left, Source right, String kind, List<String> common) {
    boolean isNatural = choices.percent(25) && !left.isKeyless() && !right.isKeyless();
    List<String> keys = isNatural ? common : choices.some(common, choices.of(1, 1, 2));
    List<Column> columns = new ArrayList<>(left.columns());
    columns.addAll(right.columns());
    String head = isNatural ? "natural " + kind : kind;
    String tail = isNatural ? "" : " using (" + String.join(", ", keys) + ")";
    for (String key : keys) {
      if (choices.percent(40)) {
        Type type = typeNamed(key);
        columns.add(new Column(Node.expression(type, "merged column", key), type, true));
      }
    }
    List<String> names = new ArrayList<>(left.names());
    right.names().stream().filter(name -> !names.contains(name)).forEach(names::add);
    return new Source(
        source(
            isNatural ? "natural join" : kind + " using",
            "($ " + head + " $" + tail + ")",
            left.node(),
            right.node()),
        columns,
        names,
        Math.max(left.rows(), right.rows()) * 3);
  }

  private Type typeNamed(String name) {
    for (TableDefinition table : context.schema().tables()) {
      for (ColumnDefinition column : table.columns()) {
        if (column.name().equals(name)) {
          return column.type();
        }
      }
    }
    throw new IllegalArgumentException("no column is named " + name);
  }

  private Source single(Scope scope, int depth) {
    int choice = choices.below(100);
    if (choice < 10 && !context.commonTables().isEmpty()) {
      return commonTable();
    }
    if (choice < 22 && depth > 1) {
      return derived("", scope.outer(), depth - 1);
    }
    if (choice < 26) {
      return values();
    }
    if (choice < 30) {
      return function(scope.outer());
    }
    return !context.commonTables().isEmpty() && choice < 55 ? commonTable() : table();
  }

  private Source table() {
    TableDefinition table = choices.of(context.schema().tables());
    String alias = context.nextAlias();
    List<String> names = table.columns().stream().map(ColumnDefinition::name).toList();
    List<Type> types = table.columns().stream().map(ColumnDefinition::type).toList();
    return new Source(
        source("", table.name() + " " + alias),
        GenerationContext.columns(alias, names, types),
        names.stream().filter(name -> !name.startsWith("k") && !name.startsWith("f")).toList(),
        Math.max(1, table.rows().size()));
  }

  private Source commonTable() {
    CommonTable table = choices.of(context.commonTables());
    String alias = context.nextAlias();
    return new Source(
        source("with reference", table.name() + " as " + alias),
        GenerationContext.columns(alias, table.columnNames(), table.types()),
        List.of(),
        20);
  }

  private Source derived(String prefix, @Nullable Scope outer, int depth) {
    List<Type> types = context.someTypes(choices.between(1, 3));
    String alias = context.nextAlias();
    Node query = context.queries().query(outer, types, depth);
    return new Source(
        source(prefix.isEmpty() ? "derived table" : "lateral", prefix + "($) as " + alias, query),
        GenerationContext.columns(alias, GenerationContext.outputNames(types.size()), types),
        List.of(),
        20);
  }

  private Source lateral(Source left, Scope scope, int depth) {
    Scope siblings = Scope.of(left.columns(), scope.outer());
    Source right =
        choices.percent(75) && depth > 1
            ? derived("lateral ", siblings, depth - 1)
            : function(siblings);
    String kind = choices.of("cross join", "join", "left join", "left join");
    List<Column> columns = new ArrayList<>(left.columns());
    columns.addAll(right.columns());
    Node node;
    if (kind.equals("cross join")) {
      node = source("lateral", "$ cross join $", left.node(), right.node());
    } else {
      Node condition =
          choices.percent(60)
              ? Node.expression(Type.BOOLEAN, "", "true")
              : expressions.predicates().join(left.columns(), right.columns(), false);
      node = source("lateral", "($ " + kind + " $ on $)", left.node(), right.node(), condition);
    }
    return new Source(node, columns, left.names(), left.rows() * right.rows());
  }

  private Source values() {
    List<Type> types = context.someTypes(choices.between(1, 3));
    List<Node> rows = new ArrayList<>();
    int count = choices.between(1, 4);
    for (int i = 0; i < count; i++) {
      List<Node> row = new ArrayList<>();
      types.forEach(type -> row.add(expressions.literal(type)));
      rows.add(Node.other("", "($)", Node.list(Node.OUTPUT, row)));
    }
    String alias = context.nextAlias();
    List<String> names = GenerationContext.outputNames(types.size());
    return new Source(
        source(
            "values",
            "(values $) as " + alias + "(" + String.join(", ", names) + ")",
            Node.list("", rows)),
        GenerationContext.columns(alias, names, types),
        List.of(),
        count);
  }

  private Source function(@Nullable Scope outer) {
    String alias = context.nextAlias();
    Scope arguments = outer == null ? Scope.empty() : outer;
    return switch (choices.percent(3) ? 2 : choices.of(0, 1, 3)) {
      case 0 ->
          new Source(
              source(
                  "generate_series",
                  "generate_series($, "
                      + choices.between(0, 5)
                      + choices.of("", ", 2")
                      + ") as "
                      + alias
                      + "(c1)",
                  choices.percent(60)
                      ? Node.expression(Type.INT, "", "1")
                      : expressions.leaf(Type.SMALLINT, arguments)),
              List.of(Column.of(alias + ".c1", Type.INT)),
              List.of(),
              5);
      case 1 ->
          new Source(
              source(
                  "unnest",
                  "unnest($) as " + alias + "(c1)",
                  expressions.leaf(Type.INT_ARRAY, arguments)),
              List.of(Column.of(alias + ".c1", Type.INT)),
              List.of(),
              3);
      case 2 ->
          new Source(
              source(
                  "rows from",
                  "rows from (generate_series(1, 3), unnest($)) as " + alias + "(c1, c2)",
                  expressions.leaf(Type.INT_ARRAY, arguments)),
              List.of(Column.of(alias + ".c1", Type.INT), Column.of(alias + ".c2", Type.INT)),
              List.of(),
              3);
      default ->
          new Source(
              source(
                  "ordinality",
                  "unnest($) with ordinality as " + alias + "(c1, c2)",
                  expressions.leaf(Type.INT_ARRAY, arguments)),
              List.of(Column.of(alias + ".c1", Type.INT), Column.of(alias + ".c2", Type.BIGINT)),
              List.of(),
              3);
    };
  }
}
