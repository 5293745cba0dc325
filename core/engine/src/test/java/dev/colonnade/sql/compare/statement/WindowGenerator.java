package dev.colonnade.sql.compare.statement;

import static dev.colonnade.sql.compare.statement.Node.expression;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Type;
import dev.colonnade.sql.compare.statement.Scope.Column;
import java.util.ArrayList;
import java.util.List;

/**
 * Generator of window functions. Functions whose result depends on the order of equal rows have an
 * order by all columns.
 */
final class WindowGenerator {
  /** Feature of a list that must not be reduced, because it makes an order total. */
  static final String TOTAL_ORDER = "total order";

  private final ExpressionGenerator expressions;
  private final AggregateGenerator aggregates;
  private final Choices choices;

  WindowGenerator(
      GenerationContext context, ExpressionGenerator expressions, AggregateGenerator aggregates) {
    this.expressions = expressions;
    this.aggregates = aggregates;
    choices = context.choices();
  }

  /** Returns a window function of a type over a scope. */
  Column next(Type type, Scope scope) {
    Scope plain = Scope.of(scope.columns(), scope.outer());
    Node partition =
        choices.percent(60) && !scope.columns().isEmpty()
            ? Node.clause("partition by", "partition by ", ", ", keys(plain))
            : Node.absent();
    Node function =
        switch (choices.below(3)) {
          case 0 -> ranking(type, plain, partition);
          case 1 -> position(type, plain, partition);
          default -> framedAggregate(type, plain, partition);
        };
    return new Column(function, type, false);
  }

  private List<Node> keys(Scope scope) {
    List<Node> keys = new ArrayList<>();
    int count = choices.of(1, 1, 2);
    for (int i = 0; i < count; i++) {
      Column column = choices.of(scope.columns());
      keys.add(choices.percent(80) ? column.node() : expressions.next(column.type(), scope, 1));
    }
    return keys;
  }

  private Node ranking(Type type, Scope scope, Node partition) {
    if (type == Type.BIGINT) {
      boolean isUnique = choices.percent(40);
      String function = isUnique ? "row_number()" : choices.of("rank()", "dense_rank()");
      return expression(
          type,
          "window " + function,
          function + " over ($$)",
          partition,
          isUnique ? totalOrder(scope) : order(scope));
    }
    if (type == Type.INT) {
      return expression(
          type,
          "window ntile",
          "ntile(" + choices.between(1, 4) + ") over ($$)",
          partition,
          totalOrder(scope));
    }
    if (type == Type.DOUBLE) {
      String function = choices.of("percent_rank()", "cume_dist()");
      return expression(
          type, "window " + function, function + " over ($$)", partition, order(scope));
    }
    return position(type, scope, partition);
  }

  private Node position(Type type, Scope scope, Node partition) {
    Node argument = expressions.next(type, scope, choices.of(0, 0, 1));
    if (choices.percent(50)) {
      String function =
          choices.of(
              "lag($)",
              "lead($)",
              "lag($, 2)",
              "lead($, 1, " + typedLiteral(type) + ")",
              "lag($, 0)");
      return expression(
          type,
          "window " + function.substring(0, 3),
          function + " over ($$)",
          argument,
          partition,
          totalOrder(scope));
    }
    String function = choices.of("first_value($)", "last_value($)", "nth_value($, 2)");
    return expression(
        type,
        "window " + function.substring(0, function.indexOf('(')),
        function + " over ($$$)",
        argument,
        partition,
        totalOrder(scope),
        choices.percent(60) ? frame("rows") : Node.absent());
  }

  private String typedLiteral(Type type) {
    return expressions.literal(type).sql();
  }

  private Node framedAggregate(Type type, Scope scope, Node partition) {
    Node aggregate = windowAggregate(type, scope);
    int choice = choices.below(4);
    Node order = choice == 0 ? Node.absent() : choice == 1 ? totalOrder(scope) : order(scope);
    Node frame =
        switch (choice) {
          case 1 -> frame("rows");
          case 2 -> choices.percent(50) ? frame(choices.of("range", "groups")) : Node.absent();
          case 3 -> rangeFrame(scope);
          default -> Node.absent();
        };
    if (choice == 3
        && frame instanceof Node.Branch range
        && range.feature().equals("frame range offset")) {
      return expression(type, "window aggregate", "$ over ($$)", aggregate, partition, frame);
    }
    return expression(
        type,
        "window aggregate",
        "$ over ($$$)",
        aggregate,
        partition,
        order,
        choice == 3 ? Node.absent() : frame);
  }

  /** Window functions support neither DISTINCT nor an order inside. */
  private Node windowAggregate(Type type, Scope scope) {
    for (int i = 0; i < 10; i++) {
      Node aggregate = aggregates.aggregate(type, scope);
      String text = aggregate.sql();
      if (!text.contains("distinct ") && !text.contains(" order by ") && !text.startsWith("(")) {
        return aggregate;
      }
    }
    return type.hasMinimum()
        ? expression(type, "aggregate", "max($)", expressions.leaf(type, scope))
        : expression(type, "", "first_value($)", expression(type, "", type.nullLiteral()));
  }

  private Node order(Scope scope) {
    if (scope.columns().isEmpty()) {
      return Node.absent();
    }
    List<Node> keys = new ArrayList<>();
    for (Node key : keys(scope)) {
      keys.add(Node.other("", "$" + direction(), key));
    }
    return Node.clause("", " order by ", ", ", keys);
  }

  private Node totalOrder(Scope scope) {
    List<Node> keys = new ArrayList<>();
    for (Column column : choices.some(scope.columns(), scope.columns().size())) {
      keys.add(Node.text(column.node().sql() + direction()));
    }
    return new Node.Items(TOTAL_ORDER, " order by ", ", ", keys, keys.size());
  }

  private String direction() {
    return choices.of("", "", " desc", " nulls first", " desc nulls last");
  }

  private Node frame(String mode) {
    String start =
        choices.of(
            "unbounded preceding", "1 preceding", "2 preceding", "current row", "1 following");
    String end = choices.of("unbounded following", "1 following", "3 following", "current row");
    if (mode.equals("range")) {
      start = choices.of("unbounded preceding", "current row");
      end = choices.of("unbounded following", "current row");
    } else if (start.equals("1 following")) {
      end = choices.of("unbounded following", "3 following");
    }
    return Node.clause(
        "frame " + mode,
        " " + mode + " ",
        "",
        List.of(Node.text("between " + start + " and " + end + exclusion())));
  }

  private String exclusion() {
    return choices.percent(25)
        ? choices.of(
            " exclude current row", " exclude group", " exclude ties", " exclude no others")
        : "";
  }

  /** Returns an order by one column and a RANGE frame with offsets of its type. */
  private Node rangeFrame(Scope scope) {
    List<Column> columns =
        scope.columns().stream()
            .filter(
                column ->
                    column.type().isInteger()
                        || column.type() == Type.DATE
                        || column.type() == Type.TIMESTAMP
                        || column.type() == Type.NUMERIC)
            .toList();
    if (columns.isEmpty()) {
      return Node.absent();
    }
    Column column = choices.of(columns);
    String offset =
        column.type().isNumber()
            ? choices.of("1", "2", "0")
            : choices.of("interval '1 day'", "interval '1 month'");
    return Node.other(
        "frame range offset",
        " order by $%s range between %s preceding and %s following%s"
            .formatted(direction(), offset, offset, exclusion()),
        column.node());
  }
}
