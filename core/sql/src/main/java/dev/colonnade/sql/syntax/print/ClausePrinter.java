package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.syntax.query.SortKey;
import dev.colonnade.sql.syntax.query.Window;
import java.util.List;

/** Printer of ORDER BY and of windows. */
final class ClausePrinter {
  private final Printers printers;
  private final SqlText text;

  ClausePrinter(Printers printers) {
    this.printers = printers;
    this.text = printers.text();
  }

  void orderBy(List<SortKey> keys) {
    text.add("ORDER BY ");
    text.list(keys, this::print);
  }

  private void print(SortKey key) {
    printers.expressions().print(key.value());
    direction(key.direction());
    if (key.using() != null) {
      text.add(" USING ").operator(key.using());
    }
    nulls(key.nulls());
  }

  void direction(SortKey.Direction direction) {
    text.add(
        switch (direction) {
          case DEFAULT, USING -> "";
          case ASCENDING -> " ASC";
          case DESCENDING -> " DESC";
        });
  }

  void nulls(SortKey.Nulls nulls) {
    text.add(
        switch (nulls) {
          case DEFAULT -> "";
          case FIRST -> " NULLS FIRST";
          case LAST -> " NULLS LAST";
        });
  }

  void print(Window.Specification window) {
    text.add("(");
    String separator = "";
    if (window.base() != null) {
      text.name(window.base());
      separator = " ";
    }
    if (!window.partitionBy().isEmpty()) {
      text.add(separator).add("PARTITION BY ");
      printers.expressions().printList(window.partitionBy());
      separator = " ";
    }
    if (!window.orderBy().isEmpty()) {
      text.add(separator);
      orderBy(window.orderBy());
      separator = " ";
    }
    if (window.frame() != null) {
      text.add(separator);
      print(window.frame());
    }
    text.add(")");
  }

  private void print(Window.Frame frame) {
    text.add(frame.unit().name()).add(" ");
    if (frame.end() == null) {
      print(frame.start());
    } else {
      text.add("BETWEEN ");
      print(frame.start());
      text.add(" AND ");
      print(frame.end());
    }
    text.add(
        switch (frame.exclusion()) {
          case NONE -> "";
          case CURRENT_ROW -> " EXCLUDE CURRENT ROW";
          case GROUP -> " EXCLUDE GROUP";
          case TIES -> " EXCLUDE TIES";
          case NO_OTHERS -> " EXCLUDE NO OTHERS";
        });
  }

  private void print(Window.Bound bound) {
    if (bound.offset() != null) {
      printers.expressions().print(bound.offset(), ExpressionPrinter.OPERATOR);
      text.add(" ");
    }
    text.add(bound.kind().name().replace('_', ' '));
  }
}
