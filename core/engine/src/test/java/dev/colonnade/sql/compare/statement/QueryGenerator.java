package dev.colonnade.sql.compare.statement;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Type;
import dev.colonnade.sql.compare.statement.AggregateGenerator.Grouping;
import dev.colonnade.sql.compare.statement.Scope.Column;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Generator of queries of all forms. */
final class QueryGenerator implements GenerationContext.Queries {
  private final GenerationContext context;
  private final Choices choices;
  private final ExpressionGenerator expressions;
  private final SourceGenerator sources;
  private final AggregateGenerator aggregates;
  private final WindowGenerator windows;

  QueryGenerator(GenerationContext context) {
    this.context = context;
    choices = context.choices();
    expressions = new ExpressionGenerator(context);
    sources = new SourceGenerator(context, expressions);
    aggregates = new AggregateGenerator(context, expressions);
    windows = new WindowGenerator(context, expressions, aggregates);
    context.use(this);
  }

  ExpressionGenerator expressions() {
    return expressions;
  }

  SourceGenerator sources() {
    return sources;
  }

  @Override
  public Node query(@Nullable Scope outer, List<Type> types, int depth) {
    int choice = choices.below(100);
    if (choice < 12 && depth > 1) {
      return setOperation(outer, types, depth - 1);
    }
    if (choice < 15) {
      return values(outer, types);
    }
    Node body;
    if (choice < 35) {
      body = grouped(outer, types, depth);
    } else if (choice < 50) {
      body = windowed(outer, types, depth);
    } else {
      body = plain(outer, types, depth);
    }
    return body.featureName().equals("order by expression") ? body : ordered(body, types.size());
  }

  @Override
  public Node single(@Nullable Scope outer, Type type, int depth) {
    Scope scope = new Scope(outer);
    Node from = sources.from(scope, Math.max(1, depth));
    Node where = correlated(where(scope, 1), scope, outer);
    return switch (choices.below(4)) {
      case 0, 1 ->
          Node.query(
              "",
              "select $ as c1$$",
              aggregates.aggregate(type, Scope.of(scope.columns(), scope.outer())),
              from,
              where);
      case 2 -> {
        Node output =
            Node.list(
                Node.OUTPUT, List.of(Node.other("", "$ as c1", expressions.next(type, scope, 1))));
        Node order = new Node.Order(List.of(new Node.Key(1, direction())), true, limit());
        yield Node.query("", "select $$$$", output, from, where, order);
      }
      default ->
          choices.percent(30)
              ? Node.query("", "select $ as c1", expressions.next(type, new Scope(outer), 2))
              : Node.query(
                  "",
                  "select $ as c1$$$",
                  aggregates.aggregate(type, scope),
                  from,
                  where,
                  Node.clause("having", " having ", " and ", List.of(havingOf(scope))));
    };
  }

  /** Returns a condition that often compares a column with one of the query around it. */
  private Node correlated(Node where, Scope scope, @Nullable Scope outer) {
    if (outer == null || outer.columns().isEmpty() || choices.percent(40)) {
      return where;
    }
    List<Node> conjuncts = new ArrayList<>(where.parts());
    conjuncts.add(expressions.predicates().join(outer.columns(), scope.columns(), false));
    return Node.clause("where", " where ", " and ", conjuncts);
  }

  private Node havingOf(Scope scope) {
    List<Column> columns =
        List.of(new Column(aggregates.aggregate(Type.BIGINT, scope), Type.BIGINT, false));
    return expressions
        .predicates()
        .next(Scope.of(columns, choices.percent(5) ? scope.outer() : null), 1);
  }

  private static Node.Items limit() {
    return Node.clause("limit", " limit 1", "", List.of(Node.text("")));
  }

  private Node plain(@Nullable Scope outer, List<Type> types, int depth) {
    Scope scope = new Scope(outer);
    Node from = choices.percent(4) ? Node.absent() : sources.from(scope, depth);
    Node where = where(scope, depth);
    Node output = output(expressions.all(types, scope, choices.of(0, 1, 1, 2)));
    if (choices.percent(12)) {
      return Node.query("distinct", "select distinct $$$", output, from, where);
    }
    if (choices.percent(6) && !scope.columns().isEmpty()) {
      return distinctOn(scope, output, from, where);
    }
    if (choices.percent(8) && !scope.columns().isEmpty()) {
      Node key = expressions.next(choices.of(scope.columns()).type(), scope, 2);
      Node order = Node.other("", "$" + direction(), key);
      return Node.query(
          "order by expression",
          "select $$$$",
          output,
          from,
          where,
          Node.clause("", " order by ", ", ", List.of(order)));
    }
    return Node.query("", "select $$$", output, from, where);
  }

  private Node distinctOn(Scope scope, Node output, Node from, Node where) {
    List<Node> keys = new ArrayList<>();
    Column leading = choices.of(scope.columns());
    Node first = leading.node();
    keys.add(Node.text(first.sql() + direction()));
    List<Column> others =
        scope.columns().stream().filter(column -> !column.equals(leading)).toList();
    for (Column column : choices.some(others, others.size())) {
      keys.add(Node.text(column.node().sql() + direction()));
    }
    Node order = new Node.Items(WindowGenerator.TOTAL_ORDER, " order by ", ", ", keys, keys.size());
    Node inner =
        Node.query(
            "distinct on",
            "select distinct on ($) $$$$",
            Node.text(first.sql()),
            output,
            from,
            where,
            order);
    return Node.query("", "select * from ($) as " + context.nextAlias(), inner);
  }

  Node where(Scope scope, int depth) {
    List<Node> conjuncts = new ArrayList<>();
    int count = choices.of(0, 1, 1, 1, 2, 2, 3);
    for (int i = 0; i < count; i++) {
      conjuncts.add(expressions.predicates().next(scope, Math.min(depth, 3)));
    }
    return Node.clause("where", " where ", " and ", conjuncts);
  }

  private static Node output(List<Node> nodes) {
    List<Node> named = new ArrayList<>();
    for (Node node : nodes) {
      named.add(Node.other("", "$ as c" + (named.size() + 1), node));
    }
    return Node.list(Node.OUTPUT, named);
  }

  private Node grouped(@Nullable Scope outer, List<Type> types, int depth) {
    Scope scope = new Scope(outer);
    Node from = sources.from(scope, depth);
    Node where = where(scope, depth - 1);
    Grouping grouping = aggregates.grouping(scope, types);
    @Nullable Scope visible = choices.percent(5) ? outer : null;
    Scope results = Scope.of(grouping.columns(), visible);
    List<Column> columns = new ArrayList<>(grouping.columns());
    if (choices.percent(12)) {
      types.forEach(type -> columns.add(windows.next(type, results)));
    }
    Node output = output(expressions.all(types, Scope.of(columns, visible), choices.of(0, 0, 1)));
    Node having =
        choices.percent(25)
            ? Node.clause(
                "having", " having ", " and ", List.of(expressions.predicates().next(results, 1)))
            : Node.absent();
    if (choices.percent(8)) {
      Node key = expressions.next(choices.of(types), results, 1);
      return Node.query(
          "order by expression",
          "select $$$$$$",
          output,
          from,
          where,
          grouping.clause(),
          having,
          Node.clause("", " order by ", ", ", List.of(Node.other("", "$" + direction(), key))));
    }
    boolean isDistinct = choices.percent(8);
    return Node.query(
        isDistinct ? "distinct" : "",
        isDistinct ? "select distinct $$$$$" : "select $$$$$",
        output,
        from,
        where,
        grouping.clause(),
        having);
  }

  private Node windowed(@Nullable Scope outer, List<Type> types, int depth) {
    Scope scope = new Scope(outer);
    Node from = sources.from(scope, depth);
    Node where = where(scope, depth - 1);
    List<Node> outputs = new ArrayList<>();
    for (Type type : types) {
      List<Column> columns =
          new ArrayList<>(
              scope.columns().stream().filter(column -> column.type() != type).toList());
      columns.add(windows.next(type, scope));
      outputs.add(
          choices.percent(25)
              ? expressions.leaf(type, scope)
              : expressions.next(type, Scope.of(columns, outer), choices.of(0, 0, 0, 1)));
    }
    return Node.query("", "select $$$", output(outputs), from, where);
  }

  private Node setOperation(@Nullable Scope outer, List<Type> types, int depth) {
    String operator =
        choices.of("union", "union all", "intersect", "except", "intersect all", "except all");
    Node left = query(outer, types, depth);
    Node right = query(outer, types, depth);
    Node body = Node.query(operator, "($) " + operator + " ($)", left, right);
    return choices.percent(20) ? ordered(body, types.size()) : body;
  }

  private Node values(@Nullable Scope outer, List<Type> types) {
    List<Node> rows = new ArrayList<>();
    int count = choices.between(1, 4);
    for (int i = 0; i < count; i++) {
      Scope scope = new Scope(outer);
      rows.add(Node.other("", "($)", Node.list(Node.OUTPUT, expressions.all(types, scope, 1))));
    }
    List<String> names = GenerationContext.outputNames(types.size());
    String alias = context.nextAlias();
    return Node.query(
        "values",
        "select * from (values $) as " + alias + "(" + String.join(", ", names) + ")",
        Node.list("", rows));
  }

  private Node ordered(Node body, int columns) {
    if (choices.percent(70)) {
      return body;
    }
    List<Integer> ordinals = new ArrayList<>();
    for (int i = 1; i <= columns; i++) {
      ordinals.add(i);
    }
    boolean isTotal = choices.percent(75);
    List<Node.Key> keys = new ArrayList<>();
    for (int ordinal : choices.some(ordinals, isTotal ? columns : choices.between(1, columns))) {
      keys.add(new Node.Key(ordinal, direction()));
    }
    boolean covers = keys.size() == columns;
    Node.Items limit = Node.clause("", "", "", List.of());
    if (choices.percent(50)) {
      String ties = " fetch first " + choices.between(1, 6) + " rows with ties";
      String plain =
          choices.of(
              " limit " + choices.between(0, 10),
              " offset " + choices.between(1, 5),
              " limit " + choices.between(1, 10) + " offset " + choices.between(0, 4));
      boolean withTies = choices.percent(covers ? 10 : 40);
      if (covers || withTies) {
        limit =
            Node.clause(
                withTies ? "with ties" : "limit",
                withTies ? ties : plain,
                "",
                List.of(Node.text("")));
      }
    }
    return Node.query("", "$$", body, new Node.Order(keys, covers, limit));
  }

  private String direction() {
    return choices.of("", "", " desc", " nulls first", " desc nulls last");
  }
}
