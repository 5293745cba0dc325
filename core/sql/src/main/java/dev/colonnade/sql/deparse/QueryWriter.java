package dev.colonnade.sql.deparse;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.deparse.node.Node;
import dev.colonnade.sql.deparse.node.QueryNode;
import dev.colonnade.sql.lexer.Identifiers;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Printer of queries in PostgreSQL's form: {@code get_query_def} of {@code ruleutils.c}. */
final class QueryWriter {
  private static final int INDENT = 8;

  private final DeparsedText text;
  private final ExpressionWriter expressions;
  private final ClauseWriter clauses;
  private final SourceWriter sources;

  QueryWriter(DeparsedText text, ExpressionWriter expressions) {
    this.text = requireNonNull(text, "text is null");
    this.expressions = requireNonNull(expressions, "expressions is null");
    this.clauses = new ClauseWriter(text, expressions);
    this.sources = new SourceWriter(text, expressions, this);
  }

  /**
   * Prints a query.
   *
   * @param names of the columns; null for those of the query
   * @param showsNames whether expressions get their names even if those mean nothing
   */
  void print(QueryNode query, @Nullable List<String> names, boolean showsNames) {
    int indent = text.indent();
    with(query.with());
    switch (query.body()) {
      case QueryNode.Select select -> select(select, names, showsNames);
      case QueryNode.Values values -> {
        text.indent(text.indent() + INDENT);
        text.add(" ");
        values(values);
      }
      case QueryNode.SetOperation operation -> operation(operation, names, showsNames);
    }
    if (!query.order().isEmpty()) {
      text.line(" ORDER BY ", -INDENT, INDENT, 1);
      clauses.orders(query.order(), query.body() instanceof QueryNode.SetOperation);
    }
    ending(query.ending());
    text.indent(indent);
  }

  private void ending(QueryNode.Ending ending) {
    if (ending.offset() != null) {
      text.line(" OFFSET ", -INDENT, INDENT, 0);
      expressions.print(ending.offset());
    }
    if (ending.count() != null) {
      text.line(ending.withTies() ? " FETCH FIRST " : " LIMIT ", -INDENT, INDENT, 0);
      expressions.print(ending.count());
      text.add(ending.withTies() ? " ROWS WITH TIES" : "");
    }
    for (String lock : ending.locks()) {
      text.line(lock, -INDENT, INDENT, 0);
    }
  }

  private void with(QueryNode.With with) {
    if (with.tables().isEmpty()) {
      return;
    }
    text.indent(text.indent() + INDENT);
    text.add(" ");
    String separator = with.recursive() ? "WITH RECURSIVE " : "WITH ";
    for (QueryNode.CommonTable table : with.tables()) {
      text.add(separator).add(Identifiers.quote(table.name()));
      if (!table.columns().isEmpty()) {
        text.add("(").add(names(table.columns())).add(")");
      }
      text.add(" AS ").add(table.keyword()).add("(");
      text.line("", 0, 0, 0);
      print(table.query(), null, true);
      text.line("", 0, 0, 0);
      text.add(")");
      traversal(table.traversal());
      separator = ", ";
    }
    text.indent(text.indent() - INDENT);
    text.line("", 0, 0, 0);
  }

  private void traversal(QueryNode.Traversal traversal) {
    text.add(traversal.search()).add(traversal.cycle());
    if (!traversal.values().isEmpty()) {
      text.add(" TO ");
      expressions.print(traversal.values().getFirst());
      text.add(" DEFAULT ");
      expressions.print(traversal.values().getLast());
    }
    text.add(traversal.path());
  }

  static String names(List<String> names) {
    return String.join(", ", names.stream().map(Identifiers::quote).toList());
  }

  void values(QueryNode.Values values) {
    text.add("VALUES ");
    String separator = "";
    for (List<Node> row : values.rows()) {
      text.add(separator).add("(");
      for (int i = 0; i < row.size(); i++) {
        text.add(i == 0 ? "" : ",");
        expressions.print(row.get(i));
      }
      text.add(")");
      separator = ", ";
    }
  }

  private void operation(
      QueryNode.SetOperation operation, @Nullable List<String> names, boolean showsNames) {
    boolean isLeftNested =
        operation.left().body() instanceof QueryNode.SetOperation left
            && isPlain(operation.left())
            && !(left.operator().equals(operation.operator()) && left.all() == operation.all());
    int indent = isLeftNested ? INDENT : 0;
    if (isLeftNested) {
      text.add("(").line("", indent, 0, 0);
    }
    side(operation.left(), names, showsNames);
    text.line(isLeftNested ? ") " : "", -indent, 0, 0);
    text.add(operation.operator()).add(operation.all() ? " ALL " : " ");
    boolean isRightNested =
        operation.right().body() instanceof QueryNode.SetOperation && isPlain(operation.right());
    text.add(isRightNested ? "(" : "");
    text.line("", isRightNested ? INDENT : 0, 0, 0);
    side(operation.right(), names, false);
    if (isRightNested) {
      text.line(")", -INDENT, 0, 0);
    }
  }

  /** Returns whether a side of a set operation has no clauses of its own. */
  private static boolean isPlain(QueryNode query) {
    return query.with().tables().isEmpty()
        && query.order().isEmpty()
        && query.ending().offset() == null
        && query.ending().count() == null
        && query.ending().locks().isEmpty();
  }

  private void side(QueryNode query, @Nullable List<String> names, boolean showsNames) {
    if (query.body() instanceof QueryNode.SetOperation operation && isPlain(query)) {
      operation(operation, names, showsNames);
      return;
    }
    text.add(isPlain(query) ? "" : "(");
    print(query, names, showsNames);
    text.add(isPlain(query) ? "" : ")");
  }

  private void select(QueryNode.Select select, @Nullable List<String> names, boolean showsNames) {
    text.indent(text.indent() + INDENT);
    text.add(" SELECT");
    if (select.distinct() != null) {
      text.add(" DISTINCT");
      if (!select.distinct().on().isEmpty()) {
        text.add(" ON (");
        clauses.keys(select.distinct().on());
        text.add(")");
      }
    }
    targets(select.targets(), names, showsNames);
    sources.print(select.from());
    if (select.condition() != null) {
      text.line(" WHERE ", -INDENT, INDENT, 1);
      expressions.print(select.condition());
    }
    grouping(select.grouping());
  }

  private void targets(
      List<QueryNode.Target> targets, @Nullable List<String> names, boolean showsNames) {
    String separator = " ";
    boolean wasLong = false;
    for (int i = 0; i < targets.size(); i++) {
      text.add(separator);
      separator = ", ";
      int outer = text.begin();
      QueryNode.Target target = targets.get(i);
      expressions.print(target.value(), true);
      String name = names != null && i < names.size() ? names.get(i) : target.name();
      String own = target.ownName();
      boolean isNamed = own == null ? showsNames || !name.equals("?column?") : !own.equals(name);
      text.add(isNamed ? " AS " + Identifiers.quote(name) : "");
      wasLong = wrap(text.end(outer), i, wasLong);
    }
  }

  /** Puts a column on a line of its own, and returns whether it has several lines. */
  private boolean wrap(String column, int index, boolean wasLong) {
    boolean hasLine = column.startsWith("\n");
    if (hasLine) {
      text.trim();
    } else if (index > 0 || wasLong) {
      text.line("", -INDENT, INDENT, DeparsedText.VARIABLE_INDENT);
    }
    text.add(column);
    return column.indexOf('\n', hasLine ? 1 : 0) >= 0;
  }

  private void keys(QueryNode.GroupingKeys keys, boolean omitsParentheses) {
    boolean isPlain = keys.keyword().isEmpty() && omitsParentheses && keys.keys().size() == 1;
    text.add(keys.keyword()).add(isPlain ? "" : "(");
    clauses.keys(keys.keys());
    for (int i = 0; i < keys.sets().size(); i++) {
      text.add(i == 0 ? "" : ", ");
      keys(keys.sets().get(i), false);
    }
    text.add(isPlain ? "" : ")");
  }

  private void grouping(QueryNode.Grouping grouping) {
    if (!grouping.keys().isEmpty()) {
      text.line(" GROUP BY ", -INDENT, INDENT, 1);
      text.add(grouping.distinct() ? "DISTINCT " : "");
      String separator = "";
      for (QueryNode.GroupingKeys keys : grouping.keys()) {
        text.add(separator);
        keys(keys, true);
        separator = ", ";
      }
    }
    if (grouping.having() != null) {
      text.line(" HAVING ", -INDENT, INDENT, 0);
      expressions.print(grouping.having());
    }
    String separator = "";
    for (QueryNode.NamedWindow window : grouping.windows()) {
      if (separator.isEmpty()) {
        text.line(" WINDOW ", -INDENT, INDENT, 1);
      }
      text.add(separator).add(Identifiers.quote(window.name())).add(" AS ");
      clauses.window(window.window());
      separator = ", ";
    }
  }
}
