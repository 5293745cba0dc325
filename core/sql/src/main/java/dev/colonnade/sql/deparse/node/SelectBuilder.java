package dev.colonnade.sql.deparse.node;

import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.List;

/** Builder of one SELECT. */
final class SelectBuilder {
  private final QueryBuilder queries;
  private final QueryScope scope;
  private final NodeBuilder nodes;

  SelectBuilder(QueryBuilder queries, QueryScope scope) {
    this.queries = queries;
    this.scope = scope;
    this.nodes = queries.nodes(scope);
  }

  QueryNode.Select build(Query.Select select) {
    List<QueryNode.Source> from = new SourceBuilder(queries, scope).build(select.from().items());
    List<QueryNode.Target> targets = new ArrayList<>();
    for (Query.Item item : select.items()) {
      targets.add(target(item));
    }
    Query.Distinct distinct = select.distinct();
    Expression condition = select.from().condition();
    return new QueryNode.Select(
        distinct == null ? null : new QueryNode.Distinct(keys(distinct.on(), targets)),
        targets,
        from,
        condition == null ? null : nodes.predicate(condition),
        grouping(select.aggregation(), targets));
  }

  private QueryNode.Target target(Query.Item item) {
    Node value = nodes.build(item.value());
    String name = item.alias() == null ? queries.nameOf(item.value()) : item.alias();
    String own =
        value instanceof Node.Column && item.value() instanceof Reference.Column column
            ? column.names().getLast()
            : null;
    return new QueryNode.Target(value, own, name);
  }

  private QueryNode.Grouping grouping(
      Query.Aggregation aggregation, List<QueryNode.Target> targets) {
    List<QueryNode.GroupingKeys> keys = new ArrayList<>();
    Query.GroupBy groups = aggregation.groupBy();
    if (groups != null) {
      groups.elements().forEach(element -> keys.add(keys(element, targets)));
    }
    Expression having = aggregation.having();
    List<QueryNode.NamedWindow> windows = new ArrayList<>();
    aggregation
        .windows()
        .forEach(
            window ->
                windows.add(
                    new QueryNode.NamedWindow(
                        window.name(), WindowNodes.window(window.specification(), nodes))));
    return new QueryNode.Grouping(
        groups != null && groups.distinct(),
        keys,
        having == null ? null : nodes.predicate(having),
        windows);
  }

  private QueryNode.GroupingKeys keys(Query.Grouping element, List<QueryNode.Target> targets) {
    return switch (element) {
      case Query.Grouping.Simple simple ->
          new QueryNode.GroupingKeys(
              "",
              simple.value() instanceof Call.Row row && !row.explicit()
                  ? keys(row.fields(), targets)
                  : List.of(key(simple.value(), targets)));
      case Query.Grouping.Empty _ -> new QueryNode.GroupingKeys("", List.of());
      case Query.Grouping.Rollup rollup ->
          new QueryNode.GroupingKeys("ROLLUP", keys(rollup.values(), targets));
      case Query.Grouping.Cube cube ->
          new QueryNode.GroupingKeys("CUBE", keys(cube.values(), targets));
      case Query.Grouping.Sets sets ->
          new QueryNode.GroupingKeys(
              "GROUPING SETS ",
              List.of(),
              sets.elements().stream().map(inner -> keys(inner, targets)).toList());
    };
  }

  private List<Node> keys(List<Expression> values, List<QueryNode.Target> targets) {
    List<Node> keys = new ArrayList<>();
    values.forEach(value -> keys.add(key(value, targets)));
    return keys;
  }

  /** Returns a key, which may be the number or the name of a column of the result. */
  private Node key(Expression value, List<QueryNode.Target> targets) {
    if (value instanceof Constant.IntegerConstant number) {
      return targets.get(number.value() - 1).value();
    }
    if (value instanceof Reference.Column column && column.names().size() == 1) {
      String name = column.names().getFirst();
      Node found = scope.findColumn(name);
      return found == null ? ofTarget(name, column, targets) : found;
    }
    Node node = nodes.build(value);
    if (node instanceof Node.Row) {
      throw new UnprintableException(node);
    }
    return nodes.decided(node);
  }

  private Node ofTarget(String name, Reference.Column column, List<QueryNode.Target> targets) {
    for (QueryNode.Target target : targets) {
      if (target.name().equals(name)) {
        return target.value();
      }
    }
    return nodes.build(column);
  }
}
