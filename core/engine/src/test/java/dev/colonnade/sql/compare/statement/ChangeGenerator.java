package dev.colonnade.sql.compare.statement;

import static dev.colonnade.sql.compare.statement.Node.other;

import dev.colonnade.sql.compare.schema.Choices;
import dev.colonnade.sql.compare.schema.TableDefinition;
import dev.colonnade.sql.compare.schema.TableDefinition.ColumnDefinition;
import dev.colonnade.sql.compare.schema.Type;
import dev.colonnade.sql.compare.statement.Scope.Column;
import java.util.ArrayList;
import java.util.List;

/**
 * Generator of INSERT, UPDATE, DELETE and MERGE whose effect does not depend on the order in which
 * rows are read: sources that provide new values have one row for each value of the join column.
 */
final class ChangeGenerator {
  private final GenerationContext context;
  private final QueryGenerator queries;
  private final ExpressionGenerator expressions;
  private final Choices choices;

  ChangeGenerator(GenerationContext context, QueryGenerator queries) {
    this.context = context;
    this.queries = queries;
    expressions = queries.expressions();
    choices = context.choices();
  }

  /** Returns a statement. */
  Node next() {
    TableDefinition table = choices.of(context.schema().tables());
    return switch (choices.below(8)) {
      case 0, 1 -> insertValues(table);
      case 2 -> insertQuery(table);
      case 3, 4 -> update(table);
      case 5, 6 -> delete(table);
      default -> merge(table);
    };
  }

  private static List<ColumnDefinition> stored(TableDefinition table) {
    return table.columns().stream().filter(column -> !column.isGenerated()).toList();
  }

  /** Columns of an INSERT: all that need a value, and some more. */
  private List<ColumnDefinition> inserted(TableDefinition table) {
    return stored(table).stream()
        .filter(column -> isRequired(column) || choices.percent(75))
        .toList();
  }

  private static boolean isRequired(ColumnDefinition column) {
    return column.isKey() || column.declaration().contains("not null");
  }

  private static Scope scope(String alias, TableDefinition table) {
    List<String> names = table.columns().stream().map(ColumnDefinition::name).toList();
    List<Type> types = table.columns().stream().map(ColumnDefinition::type).toList();
    return Scope.of(GenerationContext.columns(alias, names, types), null);
  }

  private static String names(List<ColumnDefinition> columns) {
    return String.join(", ", columns.stream().map(ColumnDefinition::name).toList());
  }

  private Node returning(Scope scope) {
    return choices.percent(20)
        ? Node.clause("returning", " returning ", ", ", List.of(Node.text("*")))
        : returningTarget(scope);
  }

  /** Returns a clause without the columns of sources, of which any row that joins may be. */
  private Node returningTarget(Scope scope) {
    if (choices.percent(40)) {
      return Node.absent();
    }
    List<Node> outputs = new ArrayList<>();
    int count = choices.between(1, 3);
    for (int i = 1; i <= count; i++) {
      Column column = choices.of(scope.columns());
      Node value = choices.percent(60) ? column.node() : expressions.next(column.type(), scope, 2);
      outputs.add(other("", "$ as c" + i, value));
    }
    return Node.clause("returning", " returning ", ", ", outputs);
  }

  private Node insertValues(TableDefinition table) {
    List<ColumnDefinition> columns = inserted(table);
    if (columns.isEmpty()) {
      return other(
          "insert",
          "insert into " + table.name() + " default values$",
          returning(scope(table.name(), table)));
    }
    List<Node> rows = new ArrayList<>();
    int count = choices.between(1, 4);
    for (int i = 0; i < count; i++) {
      List<Node> values = new ArrayList<>();
      columns.forEach(column -> values.add(value(column)));
      rows.add(other("", "($)", new Node.Items("", "", ", ", values, values.size())));
    }
    return other(
        "insert",
        "insert into " + table.name() + " (" + names(columns) + ") values $$$",
        Node.list("", rows),
        conflict(table),
        returning(scope(table.name(), table)));
  }

  private Node value(ColumnDefinition column) {
    if (column.isKey() && choices.percent(85)) {
      int number = choices.below(90);
      return switch (column.type()) {
        case TEXT -> Node.text("'k" + number + "'");
        case DATE -> Node.text("'2024-01-01'::date + " + number);
        default -> Node.text(Integer.toString(number));
      };
    }
    if (choices.percent(10)) {
      return Node.text("default");
    }
    return choices.percent(25)
        ? expressions.next(column.type(), Scope.empty(), 2)
        : Node.text(choices.percent(10) ? "null" : choices.of(column.type().domain()));
  }

  private Node insertQuery(TableDefinition table) {
    List<ColumnDefinition> columns = inserted(table);
    if (columns.isEmpty()) {
      return insertValues(table);
    }
    List<Type> types = columns.stream().map(ColumnDefinition::type).toList();
    return other(
        "insert select",
        "insert into " + table.name() + " (" + names(columns) + ") $$",
        queries.query(null, types, 2),
        returning(scope(table.name(), table)));
  }

  private Node conflict(TableDefinition table) {
    if (choices.percent(55)) {
      return Node.absent();
    }
    List<String> keys =
        table.columns().stream()
            .filter(ColumnDefinition::isKey)
            .map(ColumnDefinition::name)
            .toList();
    if (keys.isEmpty() || choices.percent(40)) {
      return Node.clause("on conflict", " on conflict", "", List.of(Node.text(" do nothing")));
    }
    Scope both = scope(table.name(), table);
    scope("excluded", table).columns().forEach(column -> both.add(List.of(column)));
    Node where =
        choices.percent(40)
            ? Node.clause(
                "where", " where ", " and ", List.of(expressions.predicates().next(both, 1)))
            : Node.absent();
    Node update =
        other(
            "",
            " on conflict (" + String.join(", ", keys) + ") do update set $$",
            assignments(table, both),
            where);
    return Node.clause("on conflict update", "", "", List.of(update));
  }

  private Node assignments(TableDefinition table, Scope scope) {
    List<ColumnDefinition> targets =
        stored(table).stream().filter(column -> !column.isKey() || choices.percent(3)).toList();
    if (targets.isEmpty()) {
      targets = stored(table);
    }
    List<Node> assignments = new ArrayList<>();
    for (ColumnDefinition target : choices.some(targets, choices.of(1, 1, 2, 3))) {
      Node value =
          choices.percent(6) ? Node.text("default") : expressions.next(target.type(), scope, 2);
      assignments.add(other("", target.name() + " = $", value));
    }
    return Node.list("", assignments);
  }

  private Node where(Scope scope) {
    return Node.clause(
        "where",
        " where ",
        " and ",
        choices.percent(20) ? List.of() : List.of(expressions.predicates().next(scope, 3)));
  }

  private Node update(TableDefinition table) {
    String alias = context.nextAlias();
    Scope target = scope(alias, table);
    String head = "update " + table.name() + " as " + alias + " set $";
    int choice = choices.below(4);
    if (choice == 0) {
      Scope joined = scope(alias, table);
      Scope others = new Scope(null);
      Node from = queries.sources().from(others, 2);
      joined.add(others.columns());
      return other(
          "update from",
          head + "$$$",
          assignments(table, target),
          from,
          where(joined),
          returningTarget(target));
    }
    if (choice == 1) {
      Column key = choices.of(target.columns());
      Type type = context.someTypes(1).getFirst();
      String source = context.nextAlias();
      Scope joined = scope(alias, table);
      joined.add(GenerationContext.columns(source, List.of("c1", "c2"), List.of(key.type(), type)));
      Node condition =
          Node.clause(
              "where",
              " and ",
              " and ",
              choices.percent(50) ? List.of() : List.of(expressions.predicates().next(joined, 1)));
      return other(
          "update from",
          head + " from ($) as " + source + " where $ = " + source + ".c1$$",
          assignments(table, joined),
          uniqueRows(key.type(), type),
          key.node(),
          condition,
          returning(joined));
    }
    return other(
        "update", head + "$$", assignments(table, target), where(target), returning(target));
  }

  /** Returns a query whose first column, of a type, is unique. */
  private Node uniqueRows(Type key, Type value) {
    Node rows = queries.query(null, List.of(key, value), 1);
    String latest =
        switch (value) {
          case BOOLEAN -> "bool_or(c2)";
          case TEXT_ARRAY, UUID, JSONB, RANGE, BYTEA, PAIR -> "(array_agg(c2 order by c2))[1]";
          default -> "max(c2)";
        };
    return Node.query("", "select c1, " + latest + " as c2 from ($) q(c1, c2) group by c1", rows);
  }

  private Node delete(TableDefinition table) {
    String alias = context.nextAlias();
    Scope target = scope(alias, table);
    String head = "delete from " + table.name() + " as " + alias;
    if (choices.percent(35)) {
      Scope joined = scope(alias, table);
      Scope others = new Scope(null);
      Node from = queries.sources().from(others, 2);
      if (from instanceof Node.Items items) {
        from = new Node.Items("using", " using ", ", ", items.items(), 0);
      }
      joined.add(others.columns());
      return other("delete using", head + "$$$", from, where(joined), returningTarget(target));
    }
    return other("delete", head + "$$", where(target), returning(target));
  }

  private Node merge(TableDefinition table) {
    String alias = context.nextAlias();
    String source = context.nextAlias();
    Scope target = scope(alias, table);
    Column key = choices.of(target.columns());
    Type type = context.someTypes(1).getFirst();
    List<Column> provided =
        GenerationContext.columns(source, List.of("c1", "c2"), List.of(key.type(), type));
    Scope joined = scope(alias, table);
    joined.add(provided);
    List<Node> actions = new ArrayList<>();
    int count = choices.between(1, 3);
    for (int i = 0; i < count; i++) {
      actions.add(action(table, joined, Scope.of(provided, null)));
    }
    return other(
        "merge",
        "merge into "
            + table.name()
            + " as "
            + alias
            + " using ($) as "
            + source
            + " on $ = "
            + source
            + ".c1$",
        uniqueRows(key.type(), type),
        key.node(),
        new Node.Items("", "", "", actions, 1));
  }

  private Node action(TableDefinition table, Scope joined, Scope source) {
    boolean isMatched = choices.percent(65);
    Scope visible = isMatched ? joined : source;
    Node condition =
        Node.clause(
            "",
            " and ",
            " and ",
            choices.percent(50) ? List.of() : List.of(expressions.predicates().next(visible, 1)));
    if (isMatched) {
      String head = " when matched$ then ";
      return switch (choices.below(4)) {
        case 0 -> other("merge delete", head + "delete", condition);
        case 1 -> other("", head + "do nothing", condition);
        default ->
            other("merge update", head + "update set $", condition, assignments(table, joined));
      };
    }
    List<ColumnDefinition> columns = inserted(table);
    if (columns.isEmpty()) {
      return other("merge insert", " when not matched$ then insert default values", condition);
    }
    List<Node> values = new ArrayList<>();
    columns.forEach(column -> values.add(expressions.next(column.type(), source, 1)));
    return other(
        "merge insert",
        " when not matched$ then insert (" + names(columns) + ") values ($)",
        condition,
        new Node.Items("", "", ", ", values, values.size()));
  }
}
