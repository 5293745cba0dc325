package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.syntax.query.Change;
import dev.colonnade.sql.syntax.query.DataStatement;
import dev.colonnade.sql.syntax.query.DataStatement.CursorQuery;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Query;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.With;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Printer of queries. */
final class QueryPrinter {
  private final Printers printers;
  private final SqlText text;

  QueryPrinter(Printers printers) {
    this.printers = printers;
    this.text = printers.text();
  }

  void statement(DataStatement statement) {
    switch (statement) {
      case Query query -> print(query);
      case CursorQuery cursor -> print(cursor.query());
      case Change change -> printers.changes().print(change);
    }
  }

  void print(Query query) {
    switch (query) {
      case Query.Qualified qualified -> print(qualified);
      case Query.Select select -> print(select);
      case Query.Values values -> {
        text.add("VALUES ");
        text.list(values.rows(), this::row);
      }
      case Query.Table table -> {
        text.add("TABLE ");
        printers.from().print(table.relation());
      }
      case Query.SetOperation operation -> print(operation);
      case Query.Past past -> {
        print(past.query());
        text.add(" AS OF SYSTEM TIME ");
        expression(past.time());
      }
    }
  }

  private void expression(Expression expression) {
    printers.expressions().print(expression);
  }

  private void row(List<Expression> row) {
    text.add("(");
    printers.expressions().printList(row);
    text.add(")");
  }

  private void print(Query.Qualified query) {
    with(query.with());
    print(query.body());
    if (!query.orderBy().isEmpty()) {
      text.add(" ");
      printers.clauses().orderBy(query.orderBy());
    }
    if (query.limit() != null) {
      print(query.limit());
    }
    for (Query.Locking locking : query.locking()) {
      print(locking);
    }
  }

  private void print(Query.Limit limit) {
    if (limit.offset() != null) {
      text.add(" OFFSET ");
      expression(limit.offset());
    }
    if (limit.withTies() && limit.count() != null) {
      text.add(" FETCH FIRST (");
      expression(limit.count());
      text.add(") ROWS WITH TIES");
    } else if (limit.count() != null) {
      text.add(" LIMIT ");
      expression(limit.count());
    } else if (limit.all()) {
      text.add(" LIMIT ALL");
    }
  }

  private void print(Query.Locking locking) {
    text.add(" FOR ").add(locking.strength().name().replace('_', ' '));
    if (!locking.tables().isEmpty()) {
      text.add(" OF ");
      text.list(locking.tables(), table -> text.qualified(table.parts()));
    }
    text.add(
        switch (locking.policy()) {
          case WAIT -> "";
          case NOWAIT -> " NOWAIT";
          case SKIP_LOCKED -> " SKIP LOCKED";
        });
  }

  void with(@Nullable With with) {
    if (with == null) {
      return;
    }
    text.add(with.recursive() ? "WITH RECURSIVE " : "WITH ");
    text.list(with.tables(), this::print);
    text.add(" ");
  }

  private void print(With.CommonTable table) {
    text.name(table.name()).optionalNames(table.columns()).add(" AS ");
    text.add(
        switch (table.materialization()) {
          case DEFAULT -> "(";
          case MATERIALIZED -> "MATERIALIZED (";
          case NOT_MATERIALIZED -> "NOT MATERIALIZED (";
        });
    statement(table.statement());
    text.add(")");
    With.Search search = table.search();
    if (search != null) {
      text.add(search.depthFirst() ? " SEARCH DEPTH FIRST BY " : " SEARCH BREADTH FIRST BY ");
      text.names(search.columns()).add(" SET ").name(search.sequence());
    }
    if (table.cycle() != null) {
      print(table.cycle());
    }
  }

  private void print(With.Cycle cycle) {
    text.add(" CYCLE ").names(cycle.columns()).add(" SET ").name(cycle.mark());
    if (cycle.value() != null && cycle.defaultValue() != null) {
      text.add(" TO ");
      expression(cycle.value());
      text.add(" DEFAULT ");
      expression(cycle.defaultValue());
    }
    text.add(" USING ").name(cycle.path());
  }

  /** Prints set operations from the left, without recursion. */
  private void print(Query.SetOperation last) {
    Deque<Query.SetOperation> chain = new ArrayDeque<>();
    Query.SetOperation first = last;
    chain.push(first);
    while (first.left() instanceof Query.SetOperation left && isPlainLeft(left, first)) {
      first = left;
      chain.push(first);
    }
    operand(first.left());
    for (Query.SetOperation operation : chain) {
      text.add(" ").add(operation.operator().name()).add(operation.all() ? " ALL " : " ");
      operand(operation.right());
    }
  }

  private static boolean isPlainLeft(Query.SetOperation left, Query.SetOperation parent) {
    return left.operator() == Query.SetOperator.INTERSECT
        || parent.operator() != Query.SetOperator.INTERSECT;
  }

  private void operand(Query query) {
    boolean plain =
        query instanceof Query.Select
            || query instanceof Query.Values
            || query instanceof Query.Table;
    text.add(plain ? "" : "(");
    print(query);
    text.add(plain ? "" : ")");
  }

  private void print(Query.Select select) {
    text.add("SELECT");
    Query.Distinct distinct = select.distinct();
    if (distinct != null) {
      text.add(" DISTINCT");
      if (!distinct.on().isEmpty()) {
        text.add(" ON ");
        row(distinct.on());
      }
    }
    text.add(select.items().isEmpty() ? "" : " ");
    items(select.items());
    Query.Into into = select.into();
    if (into != null) {
      text.add(" INTO ").add(into.persistence() == null ? "" : into.persistence() + " ");
      text.add("TABLE ").qualified(into.name().parts());
    }
    from(" FROM ", select.from());
    print(select.aggregation());
  }

  /** Prints the items of a select list or of RETURNING. */
  void items(List<Query.Item> items) {
    text.list(items, this::item);
  }

  private void item(Query.Item item) {
    expression(item.value());
    if (item.alias() != null) {
      text.add(" AS ").name(item.alias());
    }
  }

  void from(String keyword, Query.From from) {
    if (!from.items().isEmpty()) {
      text.add(keyword);
      text.list(from.items(), printers.from()::print);
    }
    if (from.condition() != null) {
      text.add(" WHERE ");
      expression(from.condition());
    }
  }

  private void print(Query.Aggregation aggregation) {
    if (aggregation.groupBy() != null) {
      text.add(aggregation.groupBy().distinct() ? " GROUP BY DISTINCT " : " GROUP BY ");
      text.list(aggregation.groupBy().elements(), this::grouping);
    }
    if (aggregation.having() != null) {
      text.add(" HAVING ");
      expression(aggregation.having());
    }
    if (!aggregation.windows().isEmpty()) {
      text.add(" WINDOW ");
      text.list(
          aggregation.windows(),
          window -> {
            text.name(window.name()).add(" AS ");
            printers.clauses().print(window.specification());
          });
    }
  }

  private void grouping(Query.Grouping grouping) {
    switch (grouping) {
      case Query.Grouping.Simple simple -> simple(simple.value());
      case Query.Grouping.Empty _ -> text.add("()");
      case Query.Grouping.Rollup rollup -> {
        text.add("ROLLUP ");
        row(rollup.values());
      }
      case Query.Grouping.Cube cube -> {
        text.add("CUBE ");
        row(cube.values());
      }
      case Query.Grouping.Sets sets -> {
        text.add("GROUPING SETS (");
        text.list(sets.elements(), this::grouping);
        text.add(")");
      }
    }
  }

  private void simple(Expression value) {
    if (value instanceof Reference.Column) {
      expression(value);
    } else {
      printers.expressions().print(value, ExpressionPrinter.OPERATOR);
    }
  }
}
