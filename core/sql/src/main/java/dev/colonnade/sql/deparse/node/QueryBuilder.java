package dev.colonnade.sql.deparse.node;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Table;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.analyze.query.select.ResultNames;
import dev.colonnade.sql.analyze.type.ColumnTypes;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.registry.resolve.CommonTypes;
import dev.colonnade.sql.registry.type.TypeReference;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.syntax.query.With;
import dev.colonnade.type.schema.Column;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Builder of queries with types. One thread. */
public final class QueryBuilder {
  private final StatementAnalysis statement;
  private final NameScope reader;
  private final TypeReference record;
  private final IdentityHashMap<Query, String> firstColumns = new IdentityHashMap<>();
  private final ResultNames names = new ResultNames(firstColumns::get);

  /**
   * Creates a builder.
   *
   * @param statement analysis with the names of the view
   * @param reader names of the session that reads the text
   */
  public QueryBuilder(StatementAnalysis statement, NameScope reader) {
    this.statement = requireNonNull(statement, "statement is null");
    this.reader = requireNonNull(reader, "reader is null");
    this.record = TypeReference.of(statement.registry().types().base().named("record"));
  }

  StatementAnalysis statement() {
    return statement;
  }

  NameScope reader() {
    return reader;
  }

  /** Returns the query of a view. */
  public QueryNode view(Query query) {
    return decided(build(query, null));
  }

  /** Returns a subquery in an expression over the columns of a table. */
  public QueryNode subquery(Query query, Table table) {
    List<QueryNode.OutputColumn> columns = new ArrayList<>();
    for (Column column : table.schema().columns()) {
      columns.add(
          new QueryNode.OutputColumn(column.name(), ColumnTypes.of(column, statement.registry())));
    }
    QueryScope scope = new QueryScope(null, record);
    scope.add(new QueryScope.SourceColumns(table.name(), table.name(), columns));
    scope.reserve(table.name());
    return subquery(query, scope);
  }

  /** Returns a subquery, whose columns have types. */
  QueryNode subquery(Query query, QueryScope outer) {
    QueryNode built = decided(build(query, outer));
    if (!built.columns().isEmpty()) {
      firstColumns.put(query, built.columns().getFirst().name());
    }
    return built;
  }

  NodeBuilder nodes(QueryScope scope) {
    return new NodeBuilder(
        statement,
        new NodeBuilder.Names() {
          @Override
          public Node column(Reference.Column reference) {
            return scope.column(reference);
          }

          @Override
          public Node row(Reference.Star star) {
            return scope.row(star.qualifier().getLast(), star);
          }

          @Override
          public QueryNode subquery(Query query) {
            return QueryBuilder.this.subquery(query, scope);
          }
        });
  }

  private QueryNode build(Query query, @Nullable QueryScope outer) {
    return switch (query) {
      case Query.Qualified qualified -> qualified(qualified, outer);
      case Query.Select _, Query.Values _, Query.SetOperation _ ->
          ended(query, List.of(), null, List.of(), new QueryScope(outer, record));
      case Query.Table _, Query.Past _ -> throw new UnprintableException(query);
    };
  }

  private QueryNode qualified(Query.Qualified query, @Nullable QueryScope outer) {
    QueryScope scope = new QueryScope(outer, record);
    if (query.body() instanceof Query.Select select) {
      SourceBuilder.name(select.from().items(), scope);
    }
    QueryNode.With with = query.with() == null ? QueryNode.With.NONE : with(query.with(), scope);
    QueryNode body = ended(query.body(), query.orderBy(), query.limit(), query.locking(), scope);
    return new QueryNode(with, body.body(), body.order(), body.ending(), body.columns());
  }

  private QueryNode.With with(With with, QueryScope scope) {
    List<QueryNode.CommonTable> tables = new ArrayList<>();
    for (With.CommonTable table : with.tables()) {
      if (!(table.statement() instanceof Query query)) {
        throw new UnprintableException(table);
      }
      if (with.recursive() && query instanceof Query.SetOperation operation) {
        addTable(table, subquery(operation.left(), scope), scope, List.of());
      }
      QueryNode built = subquery(query, scope);
      List<Node> values = markValues(table, scope);
      addTable(table, built, scope, traversalColumns(table, values));
      String keyword =
          switch (table.materialization()) {
            case DEFAULT -> "";
            case MATERIALIZED -> "MATERIALIZED ";
            case NOT_MATERIALIZED -> "NOT MATERIALIZED ";
          };
      tables.add(
          new QueryNode.CommonTable(
              table.name(), table.columns(), keyword, built, traversal(table, values)));
    }
    return new QueryNode.With(with.recursive(), tables);
  }

  /** Returns the values of the mark of CYCLE; empty if they are not written. */
  private List<Node> markValues(With.CommonTable table, QueryScope scope) {
    With.Cycle cycle = table.cycle();
    if (cycle == null || cycle.value() == null || cycle.defaultValue() == null) {
      return List.of();
    }
    NodeBuilder nodes = nodes(scope);
    List<Node> values = List.of(nodes.build(cycle.value()), nodes.build(cycle.defaultValue()));
    return nodes.coercer().common("CYCLE", values).stream().map(nodes::decided).toList();
  }

  /** Returns the columns that SEARCH and CYCLE add. */
  private List<QueryNode.OutputColumn> traversalColumns(With.CommonTable table, List<Node> values) {
    Coercer coercer = new Coercer(statement);
    List<QueryNode.OutputColumn> columns = new ArrayList<>();
    With.Search search = table.search();
    if (search != null) {
      columns.add(
          new QueryNode.OutputColumn(
              search.sequence(), coercer.named(search.depthFirst() ? "_record" : "record")));
    }
    With.Cycle cycle = table.cycle();
    if (cycle != null) {
      TypeReference mark = values.isEmpty() ? coercer.named("bool") : values.getFirst().type();
      columns.add(new QueryNode.OutputColumn(cycle.mark(), mark));
      columns.add(new QueryNode.OutputColumn(cycle.path(), coercer.named("_record")));
    }
    return columns;
  }

  private static QueryNode.Traversal traversal(With.CommonTable table, List<Node> values) {
    With.Search search = table.search();
    With.Cycle cycle = table.cycle();
    return new QueryNode.Traversal(
        search == null
            ? ""
            : " SEARCH %s FIRST BY %s SET %s"
                .formatted(
                    search.depthFirst() ? "DEPTH" : "BREADTH",
                    names(search.columns()),
                    Identifiers.quote(search.sequence())),
        cycle == null
            ? ""
            : " CYCLE %s SET %s".formatted(names(cycle.columns()), Identifiers.quote(cycle.mark())),
        isDefaultMark(cycle) ? List.of() : values,
        cycle == null ? "" : " USING " + Identifiers.quote(cycle.path()));
  }

  private static boolean isDefaultMark(With.@Nullable Cycle cycle) {
    return cycle != null
        && cycle.value() instanceof Constant.BooleanConstant value
        && value.value()
        && cycle.defaultValue() instanceof Constant.BooleanConstant otherwise
        && !otherwise.value();
  }

  private static String names(List<String> names) {
    return String.join(", ", names.stream().map(Identifiers::quote).toList());
  }

  private static void addTable(
      With.CommonTable table,
      QueryNode query,
      QueryScope scope,
      List<QueryNode.OutputColumn> added) {
    List<QueryNode.OutputColumn> columns = new ArrayList<>();
    for (int i = 0; i < query.columns().size(); i++) {
      QueryNode.OutputColumn column = query.columns().get(i);
      String name = i < table.columns().size() ? table.columns().get(i) : column.name();
      columns.add(new QueryNode.OutputColumn(name, column.type()));
    }
    columns.addAll(added);
    scope.addTable(table.name(), columns);
  }

  private QueryNode ended(
      Query body,
      List<SortKey> order,
      Query.@Nullable Limit limit,
      List<Query.Locking> locking,
      QueryScope scope) {
    QueryNode.Body built =
        switch (body) {
          case Query.Select select -> new SelectBuilder(this, scope).build(select);
          case Query.Values values -> values(values, scope);
          case Query.SetOperation operation -> operation(operation, scope);
          case Query.Qualified _, Query.Table _, Query.Past _ ->
              throw new UnprintableException(body);
        };
    List<QueryNode.OutputColumn> columns = columns(built);
    NodeBuilder nodes = nodes(scope);
    List<QueryNode.Order> keys = new ArrayList<>();
    for (SortKey key : order) {
      keys.add(order(key, built, columns, scope));
    }
    List<String> locks = new ArrayList<>();
    locking.forEach(lock -> locks.addAll(locks(lock, scope)));
    QueryNode.Ending ending =
        new QueryNode.Ending(
            limit == null || limit.offset() == null ? null : nodes.build(limit.offset()),
            limit == null || limit.count() == null ? null : nodes.build(limit.count()),
            limit != null && limit.withTies(),
            locks);
    return new QueryNode(QueryNode.With.NONE, built, keys, ending, columns);
  }

  /** Returns a clause for each locked item of FROM. */
  private static List<String> locks(Query.Locking lock, QueryScope scope) {
    String policy =
        switch (lock.policy()) {
          case WAIT -> "";
          case NOWAIT -> " NOWAIT";
          case SKIP_LOCKED -> " SKIP LOCKED";
        };
    List<String> named = lock.tables().stream().map(QualifiedName::last).toList();
    return scope.sources().stream()
        .filter(source -> named.isEmpty() || named.contains(source.name()))
        .map(
            source ->
                " FOR %s OF %s%s"
                    .formatted(
                        lock.strength().name().replace('_', ' '),
                        Identifiers.quote(source.printedName()),
                        policy))
        .toList();
  }

  private static List<QueryNode.OutputColumn> columns(QueryNode.Body body) {
    List<QueryNode.OutputColumn> columns = new ArrayList<>();
    switch (body) {
      case QueryNode.Select select ->
          select
              .targets()
              .forEach(
                  target ->
                      columns.add(
                          new QueryNode.OutputColumn(target.name(), target.value().type())));
      case QueryNode.Values values -> {
        for (Node value : values.rows().getFirst()) {
          columns.add(new QueryNode.OutputColumn("column" + (columns.size() + 1), value.type()));
        }
      }
      case QueryNode.SetOperation operation -> columns.addAll(operation.left().columns());
    }
    return columns;
  }

  private QueryNode.Order order(
      SortKey key, QueryNode.Body body, List<QueryNode.OutputColumn> columns, QueryScope scope) {
    String suffix = WindowNodes.suffix(key);
    int number = number(key.value(), columns);
    if (body instanceof QueryNode.Select select) {
      Node value =
          number > 0
              ? select.targets().get(number - 1).value()
              : nodes(scope).decided(nodes(scope).build(key.value()));
      return new QueryNode.Order(value, number, suffix);
    }
    if (number == 0) {
      throw new UnprintableException(key);
    }
    Node column = new Node.Column("", columns.get(number - 1).type());
    return new QueryNode.Order(column, number, suffix);
  }

  /** Returns the number of the column that a key names or numbers; 0 for none. */
  private static int number(Expression key, List<QueryNode.OutputColumn> columns) {
    if (key instanceof Constant.IntegerConstant integer) {
      return integer.value();
    }
    if (key instanceof Reference.Column column && column.names().size() == 1) {
      for (int i = 0; i < columns.size(); i++) {
        if (columns.get(i).name().equals(column.names().getFirst())) {
          return i + 1;
        }
      }
    }
    return 0;
  }

  private QueryNode.Values values(Query.Values node, QueryScope scope) {
    NodeBuilder nodes = nodes(scope);
    List<List<Node>> rows = new ArrayList<>();
    node.rows().forEach(row -> rows.add(nodes.buildAll(row)));
    List<List<Node>> converted = new ArrayList<>();
    rows.forEach(_ -> converted.add(new ArrayList<>()));
    for (int i = 0; i < rows.getFirst().size(); i++) {
      int index = i;
      List<Node> column =
          nodes.coercer().common("VALUES", rows.stream().map(row -> row.get(index)).toList());
      for (int j = 0; j < column.size(); j++) {
        converted.get(j).add(column.get(j));
      }
    }
    return new QueryNode.Values(converted);
  }

  private QueryNode.SetOperation operation(Query.SetOperation node, QueryScope scope) {
    QueryNode left = build(node.left(), scope);
    QueryNode right = build(node.right(), scope);
    List<TypeReference> types = new ArrayList<>();
    Coercer coercer = new Coercer(statement);
    for (int i = 0; i < left.columns().size(); i++) {
      Node one = new Node.Column("", left.columns().get(i).type());
      Node other = new Node.Column("", right.columns().get(i).type());
      types.add(
          one.type().type().isUnknown() && other.type().type().isUnknown()
              ? one.type()
              : new CommonTypes(statement.registry())
                  .resolve("UNION", List.of(one.type(), other.type())));
    }
    return new QueryNode.SetOperation(
        node.operator().name(),
        node.all(),
        typed(left, types, coercer),
        typed(right, types, coercer));
  }

  private QueryNode decided(QueryNode query) {
    Coercer coercer = new Coercer(statement);
    List<TypeReference> types = new ArrayList<>();
    for (QueryNode.OutputColumn column : query.columns()) {
      types.add(column.type().type().isUnknown() ? coercer.named("text") : column.type());
    }
    return typed(query, types, coercer);
  }

  /** Returns a query whose constants without a type have those of its columns. */
  private static QueryNode typed(QueryNode query, List<TypeReference> types, Coercer coercer) {
    QueryNode.Body body =
        switch (query.body()) {
          case QueryNode.Select select -> typed(select, types, coercer);
          case QueryNode.Values values -> values;
          case QueryNode.SetOperation operation ->
              new QueryNode.SetOperation(
                  operation.operator(),
                  operation.all(),
                  typed(operation.left(), types, coercer),
                  typed(operation.right(), types, coercer));
        };
    List<QueryNode.OutputColumn> columns = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      columns.add(new QueryNode.OutputColumn(query.columns().get(i).name(), types.get(i)));
    }
    return new QueryNode(query.with(), body, query.order(), query.ending(), columns);
  }

  private static QueryNode.Select typed(
      QueryNode.Select select, List<TypeReference> types, Coercer coercer) {
    List<QueryNode.Target> targets = new ArrayList<>();
    for (int i = 0; i < types.size(); i++) {
      QueryNode.Target target = select.targets().get(i);
      Node value =
          target.value() instanceof Node.Constant constant
                  && constant.isUnknown()
                  && !types.get(i).type().isUnknown()
              ? coercer.constant(constant, types.get(i).type())
              : target.value();
      targets.add(new QueryNode.Target(value, target.ownName(), target.name()));
    }
    return new QueryNode.Select(
        select.distinct(), targets, select.from(), select.condition(), select.grouping());
  }

  /** Returns the name of the column of an expression. */
  String nameOf(Expression expression) {
    return names.of(expression);
  }
}
