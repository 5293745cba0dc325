package dev.colonnade.sql.deparse;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.deparse.node.Node;
import dev.colonnade.sql.deparse.node.QueryNode;
import dev.colonnade.sql.lexer.Identifiers;
import java.util.List;

/** Printer of orders and windows. */
final class ClauseWriter {
  private final DeparsedText text;
  private final ExpressionWriter expressions;

  ClauseWriter(DeparsedText text, ExpressionWriter expressions) {
    this.text = requireNonNull(text, "text is null");
    this.expressions = requireNonNull(expressions, "expressions is null");
  }

  /**
   * Prints the keys of an order.
   *
   * @param byNumber whether the keys are numbers of columns
   */
  void orders(List<QueryNode.Order> orders, boolean byNumber) {
    for (int i = 0; i < orders.size(); i++) {
      QueryNode.Order order = orders.get(i);
      text.add(i == 0 ? "" : ", ");
      if (byNumber) {
        text.add(Integer.toString(order.number()));
      } else {
        key(order.value());
      }
      text.add(order.suffix());
    }
  }

  /** Prints a key, which must not be read as a number of a column or as CUBE or ROLLUP. */
  void key(Node key) {
    if (key instanceof Node.Constant constant) {
      expressions.labeled(constant);
      return;
    }
    boolean isCall =
        switch (key) {
          case Node.Function _, Node.Collecting _, Node.Keywords _ -> true;
          case Node.Cast cast -> cast.byFunction();
          default -> false;
        };
    boolean needsParentheses = !(key instanceof Node.Column) && (text.isPretty() || isCall);
    text.add(needsParentheses ? "(" : "");
    expressions.print(key, true);
    text.add(needsParentheses ? ")" : "");
  }

  void keys(List<Node> keys) {
    for (int i = 0; i < keys.size(); i++) {
      text.add(i == 0 ? "" : ", ");
      key(keys.get(i));
    }
  }

  void window(QueryNode.Window window) {
    text.add("(");
    String separator = "";
    if (window.base() != null) {
      text.add(Identifiers.quote(window.base()));
      separator = " ";
    }
    if (!window.partition().isEmpty()) {
      text.add(separator).add("PARTITION BY ");
      keys(window.partition());
      separator = " ";
    }
    if (!window.order().isEmpty()) {
      text.add(separator).add("ORDER BY ");
      orders(window.order(), false);
      separator = " ";
    }
    QueryNode.Frame frame = window.frame();
    if (!frame.equals(QueryNode.Frame.NONE)) {
      text.add(separator);
      for (int i = 0; i < frame.offsets().size(); i++) {
        text.add(frame.texts().get(i));
        expressions.print(frame.offsets().get(i));
      }
      text.add(frame.texts().getLast());
    }
    text.add(")");
  }
}
