package dev.colonnade.sql.deparse.node;

import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.sql.analyze.Analyzer;
import dev.colonnade.sql.analyze.bind.ResultColumn;
import dev.colonnade.sql.deparse.node.QueryScope.SourceColumns;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builder of the items of FROM, whose columns it adds to the scope of their query. */
final class SourceBuilder {
  private final QueryBuilder queries;
  private final QueryScope scope;

  SourceBuilder(QueryBuilder queries, QueryScope scope) {
    this.queries = queries;
    this.scope = scope;
  }

  List<QueryNode.Source> build(List<FromItem> items) {
    name(items, scope);
    List<QueryNode.Source> sources = new ArrayList<>();
    items.forEach(item -> sources.add(source(item)));
    return sources;
  }

  /** Chooses the names of all items, before subqueries have theirs. */
  static void name(List<FromItem> items, QueryScope scope) {
    items.forEach(item -> name(item, scope));
  }

  private static void name(FromItem item, QueryScope scope) {
    switch (item) {
      case FromItem.Join join -> {
        if (join.alias() != null) {
          throw new UnprintableException(join);
        }
        name(join.left(), scope);
        name(join.right(), scope);
      }
      case FromItem.Table _, FromItem.Subquery _, FromItem.Functions _ ->
          scope.printedName(item, nameOf(item));
      case FromItem.XmlTable _ -> throw new UnprintableException(item);
    }
  }

  private static String nameOf(FromItem item) {
    FromItem.Alias alias = alias(item);
    if (alias != null) {
      return alias.name();
    }
    return switch (item) {
      case FromItem.Table table -> table.relation().name().last();
      case FromItem.Functions functions
          when functions.sources().size() == 1
              && functions.sources().getFirst().call() instanceof Call.Function call ->
          call.name().last();
      default -> throw new UnprintableException(item);
    };
  }

  private static FromItem.@Nullable Alias alias(FromItem item) {
    return switch (item) {
      case FromItem.Table table -> table.alias();
      case FromItem.Subquery subquery -> subquery.alias();
      case FromItem.Functions functions -> functions.alias();
      case FromItem.Join join -> join.alias();
      case FromItem.XmlTable table -> table.alias();
    };
  }

  private QueryNode.Source source(FromItem item) {
    return switch (item) {
      case FromItem.Table table -> table(table);
      case FromItem.Subquery subquery -> {
        QueryNode query = queries.subquery(subquery.query(), scope);
        yield named(
            item, subquery.lateral(), new QueryNode.SubqueryRows(query), query.columns(), false);
      }
      case FromItem.Functions functions -> functions(functions);
      case FromItem.Join join -> join(join);
      case FromItem.XmlTable _ -> throw new UnprintableException(item);
    };
  }

  private QueryNode.Source table(FromItem.Table item) {
    if (item.sample() != null || item.relation().only()) {
      throw new UnprintableException(item);
    }
    List<String> parts = item.relation().name().parts();
    List<QueryNode.OutputColumn> common =
        parts.size() == 1 ? scope.findTable(parts.getFirst()) : null;
    if (common != null) {
      return named(
          item, false, new QueryNode.TableRows(Identifiers.quote(parts.getFirst())), common, true);
    }
    Relation relation = queries.statement().names().findRelation(parts);
    String name = Identifiers.quote(parts.getLast());
    boolean isHidden = relation != null && scope.findTable(relation.name()) != null;
    if (isHidden) {
      throw new UnprintableException(item);
    }
    String prefix =
        relation != null
            ? QualifiedText.prefix(relation.id(), queries.reader())
            : parts.size() > 1 && !parts.get(parts.size() - 2).equals("pg_catalog")
                ? Identifiers.quote(parts.get(parts.size() - 2)) + "."
                : "";
    FromItem.Table plain = new FromItem.Table(item.relation(), null, null, item.position());
    return named(item, false, new QueryNode.TableRows(prefix + name), analyzed(plain), true);
  }

  /** Returns the columns of an item that refers to no other one. */
  private List<QueryNode.OutputColumn> analyzed(FromItem item) {
    Query.Select select =
        new Query.Select(
            null,
            List.of(new Query.Item(new Reference.Star(List.of(), -1), null, -1)),
            null,
            new Query.From(List.of(item), null),
            Query.Aggregation.NONE,
            -1);
    List<QueryNode.OutputColumn> columns = new ArrayList<>();
    for (ResultColumn column : Analyzer.analyze(select, queries.statement()).columns()) {
      columns.add(new QueryNode.OutputColumn(column.name(), column.type()));
    }
    return columns;
  }

  private QueryNode.Source functions(FromItem.Functions item) {
    if (item.rowsFrom() || item.sources().size() != 1 || !item.columns().isEmpty()) {
      throw new UnprintableException(item);
    }
    Node call = queries.nodes(scope).build(item.sources().getFirst().call());
    return named(
        item,
        item.lateral(),
        new QueryNode.FunctionRows(call, item.withOrdinality()),
        analyzed(item),
        false);
  }

  /**
   * Returns an item with its alias.
   *
   * @param isTable whether a name that is that of the rows is not printed
   */
  private QueryNode.Source named(
      FromItem item,
      boolean lateral,
      QueryNode.Rows rows,
      List<QueryNode.OutputColumn> columns,
      boolean isTable) {
    FromItem.Alias alias = alias(item);
    List<String> given = alias == null ? List.of() : alias.columns();
    List<QueryNode.OutputColumn> named = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      String name = i < given.size() ? given.get(i) : columns.get(i).name();
      named.add(new QueryNode.OutputColumn(name, columns.get(i).type()));
    }
    String printed = scope.printedName(item, nameOf(item));
    scope.add(new SourceColumns(nameOf(item), printed, named));
    boolean isSame = isTable && alias == null && printed.equals(nameOf(item));
    boolean printsColumns = rows instanceof QueryNode.FunctionRows || !given.isEmpty();
    return new QueryNode.Named(
        lateral,
        rows,
        isSame ? null : printed,
        printsColumns ? named.stream().map(QueryNode.OutputColumn::name).toList() : List.of());
  }

  private QueryNode.Source join(FromItem.Join join) {
    int start = scope.sources().size();
    QueryNode.Source left = source(join.left());
    int middle = scope.sources().size();
    QueryNode.Source right = source(join.right());
    boolean isInner =
        join.kind() == FromItem.JoinKind.INNER || join.kind() == FromItem.JoinKind.CROSS;
    String keywords = isInner ? "JOIN" : join.kind().name() + " JOIN";
    return switch (join.condition()) {
      case FromItem.JoinCondition.None _ ->
          new QueryNode.Join("CROSS JOIN", left, right, null, List.of());
      case FromItem.JoinCondition.On on ->
          new QueryNode.Join(
              keywords, left, right, queries.nodes(scope).predicate(on.condition()), List.of());
      case FromItem.JoinCondition.Using using when using.alias() == null -> {
        merge(join.kind(), using.columns(), start, middle);
        yield new QueryNode.Join(keywords, left, right, null, using.columns());
      }
      case FromItem.JoinCondition.Natural _ -> {
        List<String> names = common(start, middle);
        merge(join.kind(), names, start, middle);
        yield names.isEmpty()
            ? new QueryNode.Join("CROSS JOIN", left, right, null, List.of())
            : new QueryNode.Join(keywords, left, right, null, names);
      }
      case FromItem.JoinCondition.Using _ -> throw new UnprintableException(join);
    };
  }

  /** Returns the names of the columns that both sides of a join have. */
  private List<String> common(int start, int middle) {
    List<String> names = new ArrayList<>();
    for (SourceColumns source : scope.sources().subList(start, middle)) {
      for (QueryNode.OutputColumn column : source.columns()) {
        boolean isCommon = find(column.name(), middle, scope.sources().size()) != null;
        if (isCommon && !names.contains(column.name())) {
          names.add(column.name());
        }
      }
    }
    return names;
  }

  private void merge(FromItem.JoinKind kind, List<String> names, int start, int middle) {
    for (String name : names) {
      Node left = find(name, start, middle);
      Node right = find(name, middle, scope.sources().size());
      if (left == null || right == null || !left.type().equals(right.type())) {
        throw new UnprintableException(names);
      }
      scope.merge(
          name,
          switch (kind) {
            case INNER, CROSS, LEFT -> left;
            case RIGHT -> right;
            case FULL -> new Node.Column(Identifiers.quote(name), left.type());
          });
    }
  }

  private @Nullable Node find(String name, int from, int to) {
    Node found = null;
    for (SourceColumns source : scope.sources().subList(from, to)) {
      Node column = source.find(name);
      found = found == null ? column : found;
    }
    return found;
  }
}
