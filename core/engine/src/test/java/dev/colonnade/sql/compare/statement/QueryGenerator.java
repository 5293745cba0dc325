package dev.colonnade.sql.compare.statement;

import dev.colonnade.sql.compare.statement.AggregateGenerator.Grouping;
import dev.colonnade.sql.compare.statement.GenerationContext.CommonTable;
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

  /** Returns a query whose result is compared. */
  Node statement() {
    List<Type> types = context.someTypes(choices.between(1, 4));
    int known = context.commonTables().size();
    List<Node> items = new ArrayList<>();
    boolean isRecursive = false;
    if (choices.percent(20)) {
      int count = choices.of(1, 1, 2);
      for (int i = 0; i < count; i++) {
        boolean recursive = choices.percent(35);
        isRecursive |= recursive;
        items.add(recursive ? recursiveItem() : item());
      }
    }
    Node body = choices.percent(4) ? everything() : query(null, types, choices.of(1, 2, 2, 3, 3));
    context.commonTables().subList(known, context.commonTables().size()).clear();
    return items.isEmpty()
        ? body
        : Node.query(
            "",
            "$ $",
            Node.clause("with", isRecursive ? "with recursive " : "with ", ", ", items),
            body);
  }

  private Node everything() {
    Scope scope = new Scope(null);
    Node from = sources.from(scope, 3);
    return Node.query("select *", "select *$$", from, where(scope, 2));
  }

  private Node item() {
    List<Type> types = context.someTypes(choices.between(1, 3));
    String name = "w" + context.nextAlias();
    String option = choices.of("", "", "materialized ", "not materialized ");
    Node node =
        Node.other(
            option.isEmpty() ? "" : option.strip(),
            name + " as " + option + "($)",
            query(null, types, 2));
    context
        .commonTables()
        .add(new CommonTable(name, GenerationContext.outputNames(types.size()), types));
    return node;
  }

  private Node recursiveItem() {
    Type type = choices.of(context.someTypes(1));
    String name = "w" + context.nextAlias();
    CommonTable table = new CommonTable(name, List.of("n", "x"), List.of(Type.INT, type));
    Scope own =
        Scope.of(List.of(Column.of(name + ".n", Type.INT), Column.of(name + ".x", type)), null);
    Scope base = new Scope(null);
    Node from = choices.percent(50) ? sources.from(base, 1) : Node.absent();
    Node first =
        Node.query(
            "", "select 1, ($)::" + type.sqlName() + "$", expressions.next(type, base, 1), from);
    Node join = Node.absent();
    if (choices.percent(30)) {
      Scope joined = new Scope(null);
      join = sources.from(joined, 1);
      if (join instanceof Node.Items items && items.items().size() == 1) {
        own.add(joined.columns());
        join = new Node.Items("", ", ", ", ", items.items(), 0);
      }
    }
    Node step =
        Node.query(
            "",
            "select "
                + name
                + ".n + 1, ($)::"
                + type.sqlName()
                + " from "
                + name
                + "$ where "
                + name
                + ".n < "
                + choices.between(2, 3)
                + "$",
            expressions.next(type, own, 1),
            join,
            Node.clause(
                "",
                " and ",
                " and ",
                choices.percent(30) ? List.of(expressions.predicates().next(own, 1)) : List.of()));
    Node node =
        Node.other(
            "recursive",
            name + "(n, x) as ($ union " + (choices.percent(60) ? "all " : "") + "$)",
            first,
            step);
    context.commonTables().add(table);
    return node;
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
    return ordered(body, types.size());
  }

  @Override
  public Node single(@Nullable Scope outer, Type type, int depth) {
    Scope scope = new Scope(outer);
    Node from = sources.from(scope, Math.max(1, depth));
    Node where = where(scope, 1);
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

  private Node where(Scope scope, int depth) {
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
    Scope results = Scope.of(grouping.columns(), outer);
    List<Column> columns = new ArrayList<>(grouping.columns());
    if (choices.percent(12)) {
      types.forEach(type -> columns.add(windows.next(type, results)));
    }
    Node output = output(expressions.all(types, Scope.of(columns, outer), choices.of(0, 0, 1)));
    Node having =
        choices.percent(25)
            ? Node.clause(
                "having", " having ", " and ", List.of(expressions.predicates().next(results, 1)))
            : Node.absent();
    return Node.query(
        choices.percent(8) ? "distinct" : "",
        "select $$$$$",
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
      boolean withTies = !covers || choices.percent(20);
      limit =
          Node.clause(
              withTies ? "with ties" : "limit",
              withTies ? ties : plain,
              "",
              List.of(Node.text("")));
    }
    return Node.query("", "$$", body, new Node.Order(keys, covers, limit));
  }

  private String direction() {
    return choices.of("", "", " desc", " nulls first", " desc nulls last");
  }
}
