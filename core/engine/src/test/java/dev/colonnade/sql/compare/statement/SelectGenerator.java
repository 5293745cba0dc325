package dev.colonnade.sql.compare.statement;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.Type;
import dev.colonnade.sql.compare.statement.GenerationContext.CommonTable;
import dev.colonnade.sql.compare.statement.Scope.Column;
import java.util.ArrayList;
import java.util.List;

/** Generator of whole SELECT statements, with WITH. */
final class SelectGenerator {
  private final GenerationContext context;
  private final QueryGenerator queries;
  private final ExpressionGenerator expressions;
  private final SourceGenerator sources;
  private final Choices choices;

  SelectGenerator(GenerationContext context, QueryGenerator queries) {
    this.context = context;
    this.queries = queries;
    expressions = queries.expressions();
    sources = queries.sources();
    choices = context.choices();
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
    Node body =
        choices.percent(4) ? everything() : queries.query(null, types, choices.of(1, 2, 2, 3, 3));
    if (choices.percent(20)) {
      body = withoutNames(body);
    }
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
    return Node.query("select *", "select *$$", from, queries.where(scope, 2));
  }

  private Node item() {
    List<Type> types = context.someTypes(choices.between(1, 3));
    String name = "w" + context.nextAlias();
    String option = choices.of("", "", "materialized ", "not materialized ");
    Node node =
        Node.other(
            option.isEmpty() ? "" : option.strip(),
            name + " as " + option + "($)",
            queries.query(null, types, 2));
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

  /** Returns a query whose output columns have the names that SQL derives. */
  private static Node withoutNames(Node query) {
    List<Node> parts = new ArrayList<>();
    for (Node part : query.parts()) {
      if (part instanceof Node.Items items && items.feature().equals(Node.OUTPUT)) {
        List<Node> values = new ArrayList<>();
        items.items().forEach(item -> values.add(item.parts().getFirst()));
        parts.add(items.with(values));
      } else if (part instanceof Node.Branch inner
          && query.sql().startsWith("select")
          && inner.role() == Node.Role.QUERY
          && inner.sql().startsWith("select")
          && query.parts().getLast() instanceof Node.Order) {
        parts.add(withoutNames(inner));
      } else {
        parts.add(part);
      }
    }
    return query.withParts(parts);
  }
}
