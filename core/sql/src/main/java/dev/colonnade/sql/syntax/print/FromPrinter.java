package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.syntax.query.FromItem;
import dev.colonnade.sql.syntax.query.Operation;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Printer of the items of FROM. */
final class FromPrinter {
  private final Printers printers;
  private final SqlText text;

  FromPrinter(Printers printers) {
    this.printers = printers;
    this.text = printers.text();
  }

  void print(FromItem item) {
    switch (item) {
      case FromItem.Table table -> {
        print(table.relation());
        alias(table.alias());
        if (table.sample() != null) {
          print(table.sample());
        }
      }
      case FromItem.Subquery subquery -> {
        text.add(subquery.lateral() ? "LATERAL (" : "(");
        printers.queries().print(subquery.query());
        text.add(")");
        alias(subquery.alias());
      }
      case FromItem.Functions functions -> print(functions);
      case FromItem.XmlTable table -> {
        text.add(table.lateral() ? "LATERAL " : "").add(table.text());
        alias(table.alias());
      }
      case FromItem.Join join -> print(join);
    }
  }

  void print(FromItem.Relation relation) {
    text.add(relation.only() ? "ONLY " : "").qualified(relation.name().parts());
  }

  private void alias(FromItem.@Nullable Alias alias) {
    if (alias != null) {
      text.add(" AS ").name(alias.name()).optionalNames(alias.columns());
    }
  }

  private void print(FromItem.Sample sample) {
    text.add(" TABLESAMPLE ").qualified(sample.method().parts()).add("(");
    printers.expressions().printList(sample.arguments());
    text.add(")");
    if (sample.repeatable() != null) {
      text.add(" REPEATABLE (");
      printers.expressions().print(sample.repeatable());
      text.add(")");
    }
  }

  private void print(FromItem.Functions functions) {
    text.add(functions.lateral() ? "LATERAL " : "");
    if (functions.rowsFrom()) {
      text.add("ROWS FROM (");
      text.list(functions.sources(), this::source);
      text.add(")");
    } else {
      source(functions.sources().get(0));
    }
    text.add(functions.withOrdinality() ? " WITH ORDINALITY" : "");
    alias(functions.alias());
    if (!functions.columns().isEmpty()) {
      text.add(functions.alias() == null ? " AS (" : " (");
      columns(functions.columns());
      text.add(")");
    }
  }

  private void source(FromItem.Source source) {
    if (source.call() instanceof Operation.Cast cast) {
      text.add("CAST(");
      printers.expressions().print(cast.operand());
      text.add(" AS ");
      printers.types().print(cast.type());
      text.add(")");
    } else {
      printers.expressions().print(source.call());
    }
    if (!source.columns().isEmpty()) {
      text.add(" AS (");
      columns(source.columns());
      text.add(")");
    }
  }

  private void columns(List<FromItem.ColumnDefinition> columns) {
    text.list(
        columns,
        column -> {
          text.name(column.name()).add(" ");
          printers.types().print(column.type());
          if (column.collation() != null) {
            text.add(" COLLATE ").qualified(column.collation().parts());
          }
        });
  }

  /** Prints joins from the left, without recursion. */
  private void print(FromItem.Join last) {
    if (last.alias() != null) {
      text.add("(");
      chain(last);
      text.add(")");
      alias(last.alias());
    } else {
      chain(last);
    }
  }

  private void chain(FromItem.Join last) {
    Deque<FromItem.Join> chain = new ArrayDeque<>();
    FromItem.Join first = last;
    chain.push(first);
    while (first.left() instanceof FromItem.Join left && left.alias() == null) {
      first = left;
      chain.push(first);
    }
    print(first.left());
    for (FromItem.Join join : chain) {
      boolean natural = join.condition() instanceof FromItem.JoinCondition.Natural;
      text.add(natural ? " NATURAL " : " ").add(join.kind().name()).add(" JOIN ");
      right(join.right());
      condition(join.condition());
    }
  }

  private void right(FromItem right) {
    boolean isJoin = right instanceof FromItem.Join join && join.alias() == null;
    text.add(isJoin ? "(" : "");
    print(right);
    text.add(isJoin ? ")" : "");
  }

  private void condition(FromItem.JoinCondition condition) {
    switch (condition) {
      case FromItem.JoinCondition.None _ -> {}
      case FromItem.JoinCondition.Natural _ -> {}
      case FromItem.JoinCondition.On on -> {
        text.add(" ON ");
        printers.expressions().print(on.condition());
      }
      case FromItem.JoinCondition.Using using -> {
        text.add(" USING (").names(using.columns()).add(")");
        alias(using.alias());
      }
    }
  }
}
