package dev.colonnade.sql.deparse;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.deparse.node.QueryNode;
import dev.colonnade.sql.lexer.Identifiers;
import java.util.List;

/** Printer of the items of FROM. */
final class SourceWriter {
  private static final int INDENT = 8;

  private final DeparsedText text;
  private final ExpressionWriter expressions;
  private final QueryWriter queries;

  SourceWriter(DeparsedText text, ExpressionWriter expressions, QueryWriter queries) {
    this.text = requireNonNull(text, "text is null");
    this.expressions = requireNonNull(expressions, "expressions is null");
    this.queries = requireNonNull(queries, "queries is null");
  }

  /** Prints FROM with its items; nothing for none. */
  void print(List<QueryNode.Source> items) {
    for (int i = 0; i < items.size(); i++) {
      if (i == 0) {
        text.line(" FROM ", -INDENT, INDENT, 2);
        print(items.get(i));
        continue;
      }
      text.add(", ");
      int outer = text.begin();
      print(items.get(i));
      String item = text.end(outer);
      if (item.startsWith("\n")) {
        text.trim();
      } else {
        text.line("", -INDENT, INDENT, DeparsedText.VARIABLE_INDENT);
      }
      text.add(item);
    }
  }

  private void print(QueryNode.Source source) {
    switch (source) {
      case QueryNode.Named named -> named(named);
      case QueryNode.Join join -> join(join);
    }
  }

  private void named(QueryNode.Named named) {
    text.add(named.lateral() ? "LATERAL " : "");
    switch (named.rows()) {
      case QueryNode.TableRows table -> text.add(table.name());
      case QueryNode.FunctionRows function -> {
        expressions.print(function.call(), true);
        text.add(function.withOrdinality() ? " WITH ORDINALITY" : "");
      }
      case QueryNode.SubqueryRows subquery -> {
        text.add("(");
        if (subquery.query().body() instanceof QueryNode.Values values
            && subquery.query().order().isEmpty()) {
          text.add(" ");
          queries.values(values);
        } else {
          queries.print(subquery.query(), null, true);
        }
        text.add(")");
      }
    }
    text.add(named.alias() == null ? "" : " " + Identifiers.quote(named.alias()));
    text.add(named.columns().isEmpty() ? "" : "(" + QueryWriter.names(named.columns()) + ")");
  }

  private void join(QueryNode.Join join) {
    boolean isPretty = text.isPretty();
    text.add(isPretty ? "" : "(");
    print(join.left());
    text.line(" " + join.keywords() + " ", -INDENT, INDENT, DeparsedText.VARIABLE_INDENT);
    boolean needsParentheses = isPretty && join.right() instanceof QueryNode.Join;
    text.add(needsParentheses ? "(" : "");
    print(join.right());
    text.add(needsParentheses ? ")" : "");
    if (!join.using().isEmpty()) {
      text.add(" USING (").add(QueryWriter.names(join.using())).add(")");
    } else if (join.condition() != null) {
      text.add(" ON ").add(isPretty ? "" : "(");
      expressions.print(join.condition());
      text.add(isPretty ? "" : ")");
    }
    text.add(isPretty ? "" : ")");
  }
}
