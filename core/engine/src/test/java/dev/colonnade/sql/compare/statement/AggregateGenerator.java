package dev.colonnade.sql.compare.statement;

import static dev.colonnade.sql.compare.statement.Node.expression;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Type;
import dev.colonnade.sql.compare.statement.Scope.Column;
import java.util.ArrayList;
import java.util.List;

/** Generator of aggregates and of GROUP BY. */
final class AggregateGenerator {
  private final ExpressionGenerator expressions;
  private final Choices choices;

  AggregateGenerator(GenerationContext context, ExpressionGenerator expressions) {
    this.expressions = expressions;
    choices = context.choices();
  }

  /**
   * Grouping of a query.
   *
   * @param clause GROUP BY, possibly absent
   * @param columns what the select list may use: keys, and aggregates
   */
  record Grouping(Node clause, List<Column> columns) {}

  /** Returns a grouping whose select list has the types. */
  Grouping grouping(Scope scope, List<Type> types) {
    List<Column> columns = new ArrayList<>();
    List<Node> keys = new ArrayList<>();
    int count = scope.columns().isEmpty() ? 0 : choices.of(0, 1, 1, 1, 2, 2, 3);
    for (int i = 0; i < count; i++) {
      Column column = choices.of(scope.columns());
      Node key =
          choices.percent(60)
              ? column.node()
              : expressions.next(column.type(), Scope.of(scope.columns(), null), 1);
      if ((key.parts().isEmpty() && !scope.columns().contains(column)) || isLiteral(key, scope)) {
        key = column.node();
      }
      if (!keys.contains(key)) {
        keys.add(key);
        columns.add(new Column(key, column.type(), true));
      }
    }
    Node clause = clause(keys);
    if (!keys.isEmpty() && clause.featureName().equals("grouping sets")) {
      columns.add(
          new Column(
              expression(Type.INT, "grouping", "grouping($)", choices.of(keys)), Type.INT, false));
    }
    for (Type type : types) {
      columns.add(new Column(aggregate(type, scope), type, false));
    }
    return new Grouping(clause, columns);
  }

  private static boolean isLiteral(Node key, Scope scope) {
    return key.parts().isEmpty()
        && scope.columns().stream().noneMatch(column -> column.node().equals(key));
  }

  private Node clause(List<Node> keys) {
    if (keys.isEmpty()) {
      return choices.percent(10) ? Node.other("grouping sets", " group by ()") : Node.absent();
    }
    Node list = Node.list("", keys);
    if (choices.percent(80)) {
      return Node.clause("group by", " group by ", ", ", keys);
    }
    return switch (choices.below(4)) {
      case 0 -> Node.other("grouping sets", " group by rollup ($)", list);
      case 1 -> Node.other("grouping sets", " group by cube ($)", list);
      case 2 -> {
        List<Node> sets = new ArrayList<>();
        sets.add(Node.other("", "($)", list));
        sets.add(Node.text("()"));
        sets.add(Node.other("", "($)", choices.of(keys)));
        yield Node.other("grouping sets", " group by grouping sets ($)", Node.list("", sets));
      }
      default -> Node.other("grouping sets", " group by $, rollup ($)", keys.getFirst(), list);
    };
  }

  /** Returns an aggregate of a type over a scope. */
  Node aggregate(Type type, Scope scope) {
    String filter = choices.percent(12) ? " filter (where $)" : "";
    List<Node> children = new ArrayList<>();
    String template = template(type, scope, children);
    if (!filter.isEmpty()) {
      children.add(expressions.predicates().next(Scope.of(scope.columns(), null), 1));
    }
    String feature =
        template.contains("distinct")
            ? "distinct aggregate"
            : filter.isEmpty() ? "aggregate" : "filtered aggregate";
    boolean isWrapped = template.startsWith("(");
    String text = isWrapped ? template : template + filter;
    return expression(
        type,
        feature,
        text,
        (isWrapped ? children.subList(0, children.size() - (filter.isEmpty() ? 0 : 1)) : children)
            .toArray(Node[]::new));
  }

  /** An aggregate whose arguments are all columns of an outer query belongs to that query. */
  private Node argument(Type type, Scope scope) {
    Scope own = choices.percent(2) ? scope : Scope.of(scope.columns(), null);
    return expressions.next(type, own, choices.of(0, 0, 1, 2));
  }

  private String template(Type type, Scope scope, List<Node> children) {
    String distinct = choices.percent(20) ? "distinct " : "";
    return switch (type) {
      case BIGINT -> bigint(scope, distinct, children);
      case NUMERIC -> {
        Type operand = choices.of(Type.NUMERIC, Type.INT, Type.BIGINT);
        children.add(argument(operand, scope));
        yield operand == Type.INT
            ? "avg(" + distinct + "$)"
            : choices.of("sum(", "avg(") + distinct + "$)";
      }
      case INT_ARRAY, TEXT_ARRAY -> {
        children.add(argument(type == Type.INT_ARRAY ? Type.INT : Type.TEXT, scope));
        yield "array_agg(" + distinct + "$ order by @" + direction() + ")";
      }
      default -> {
        children.add(argument(type, scope));
        yield ofOwnType(type, distinct);
      }
    };
  }

  private String ofOwnType(Type type, String distinct) {
    return switch (type) {
      case DOUBLE ->
          choices.percent(70)
              ? choices.of("sum(", "avg(", "max(") + distinct + "$)"
              : choices.of(
                  "percentile_cont(0.5) within group (order by $)", "stddev_pop($)", "var_samp($)");
      case BOOLEAN -> choices.of("bool_and($)", "bool_or($)", "every($)");
      case TEXT ->
          choices.percent(50)
              ? choices.of("max($)", "min($)")
              : "string_agg(" + distinct + "$, ',' order by @" + direction() + ")";
      case JSONB ->
          choices.percent(50) ? "jsonb_agg($ order by @)" : "(array_agg($ order by @))[1]";
      case UUID, RANGE, BYTEA, PAIR -> "(array_agg($ order by @))[1]";
      case REAL -> choices.of("max($)", "min($)");
      case INTERVAL -> choices.of("sum($)", "min($)", "max($)");
      case INT ->
          choices.of(
              "min($)",
              "max($)",
              "bit_and($)",
              "bit_or($)",
              "percentile_disc(0.5) within group (order by $)");
      case MOOD ->
          choices.of(
              "min($)",
              "max($)",
              "mode() within group (order by $)",
              "(array_agg($ order by @))[1]");
      case DATE, TIMESTAMP ->
          choices.of(
              "min($)",
              "max($)",
              "percentile_disc(0.5) within group (order by $" + direction() + ")");
      default -> choices.of("min($)", "max($)");
    };
  }

  private String direction() {
    return choices.of("", " desc", " nulls first");
  }

  private String bigint(Scope scope, String distinct, List<Node> children) {
    if (choices.percent(30)) {
      return "count(*)";
    }
    if (choices.percent(40)) {
      children.add(argument(Type.INT, scope));
      return "sum(" + distinct + "$)";
    }
    Type type = scope.columns().isEmpty() ? Type.INT : choices.of(scope.columns()).type();
    children.add(argument(type, scope));
    return "count(" + distinct + "$)";
  }
}
