package dev.colonnade.sql.deparse;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.deparse.node.Node;
import dev.colonnade.sql.deparse.node.Node.BooleanKind;
import dev.colonnade.sql.lexer.Identifiers;
import dev.colonnade.sql.registry.type.TypeOids;
import dev.colonnade.sql.registry.type.TypeReference;
import java.util.List;

/**
 * Printer of nodes in PostgreSQL's form: {@code get_rule_expr} of {@code ruleutils.c}. Operators
 * have parentheses unless the form is the pretty one, which has only those that are needed.
 */
final class ExpressionWriter {
  private final DeparsedText text;

  ExpressionWriter(DeparsedText text) {
    this.text = requireNonNull(text, "text is null");
  }

  /** Prints an expression without the implicit casts around it. */
  void print(Node node) {
    print(node, false);
  }

  /** Prints an expression, with the implicit casts around it if they are to be shown. */
  void print(Node node, boolean showsImplicit) {
    switch (node) {
      case Node.Column column -> text.add(column.text());
      case Node.Constant constant -> constant(constant, true);
      case Node.Operator operator -> operator(operator);
      case Node.Logic logic -> logic(logic);
      case Node.Cast cast -> cast(cast, showsImplicit);
      case Node.Function function -> function(function);
      case Node.Collecting call -> collecting(call);
      case Node.Keywords keywords -> keywords(keywords);
      case Node.Choice choice -> {
        text.add(choice.keyword()).add("(");
        list(choice.operands());
        text.add(")");
      }
      case Node.SessionValue value -> text.add(value.text());
      case Node.Case choice -> choice(choice);
      case Node.Test test ->
          enclosed(
              () -> {
                operand(test.operand(), !test.ofBoolean(), test);
                text.add(" ").add(test.test());
              });
      case Node.Comparison comparison -> comparison(comparison);
      case Node.ArrayComparison comparison -> arrayComparison(comparison);
      case Node.ArrayValue array -> {
        text.add("ARRAY[");
        list(array.operands());
        text.add("]");
      }
      case Node.Row row -> {
        text.add("ROW(");
        list(row.operands());
        text.add(")");
      }
      case Node.Subscript subscript -> subscript(subscript);
      case Node.Field field -> field(field);
      case Node.Collate collate ->
          enclosed(
              () -> {
                operand(collate.operand(), showsImplicit, collate);
                text.add(" COLLATE ").add(collate.collation());
              });
      case Node.Subquery subquery -> subquery(subquery);
    }
  }

  private void comparison(Node.Comparison comparison) {
    boolean hasParentheses = comparison.isOfRows() || !text.isPretty();
    text.add(hasParentheses ? "(" : "");
    operand(comparison.operands().getFirst(), true, comparison);
    text.add(" ").add(comparison.operator()).add(" ");
    operand(comparison.operands().getLast(), true, comparison);
    text.add(hasParentheses ? ")" : "");
  }

  private void enclosed(Runnable content) {
    text.add(text.isPretty() ? "" : "(");
    content.run();
    text.add(text.isPretty() ? "" : ")");
  }

  void list(List<Node> nodes) {
    for (int i = 0; i < nodes.size(); i++) {
      text.add(i == 0 ? "" : ", ");
      print(nodes.get(i), true);
    }
  }

  /** Prints an operand, in parentheses where the pretty form needs them. */
  private void operand(Node node, boolean showsImplicit, Node parent) {
    boolean needsParentheses = text.isPretty() && !SimpleNodes.isSimple(node, parent);
    text.add(needsParentheses ? "(" : "");
    print(node, showsImplicit);
    text.add(needsParentheses ? ")" : "");
  }

  /**
   * Prints a constant.
   *
   * @param showsType whether a type follows that the text alone does not have
   */
  private void constant(Node.Constant constant, boolean showsType) {
    TypeReference type = constant.type();
    String value = constant.value();
    if (value == null) {
      text.add("NULL").add(showsType && !constant.isUnknown() ? "::" + name(type) : "");
      return;
    }
    boolean needsType =
        switch (type.type().oid()) {
          case TypeOids.BOOL, TypeOids.UNKNOWN -> false;
          case TypeOids.INT4 -> value.startsWith("-");
          case TypeOids.NUMERIC -> !Character.isDigit(value.charAt(0)) || value.matches("[^eE.]*");
          default -> true;
        };
    boolean isPlain =
        type.type().oid() == TypeOids.BOOL || (!needsType && type.type().oid() != TypeOids.UNKNOWN);
    text.add(isPlain ? value : "'" + value.replace("'", "''") + "'");
    text.add(needsType && showsType ? "::" + name(type) : "");
  }

  /** Returns the name of a type; that of CHAR without a length is not {@code character(1)}. */
  private static String name(TypeReference type) {
    return type.type().oid() == TypeOids.BPCHAR && !type.hasModifier() ? "bpchar" : type.toString();
  }

  /** Prints a constant with its type, even if its text alone has the type. */
  void labeled(Node.Constant constant) {
    constant(constant, false);
    text.add("::").add(name(constant.type()));
  }

  private void operator(Node.Operator operator) {
    List<Node> operands = operator.operands();
    enclosed(
        () -> {
          if (operands.size() == 2) {
            operand(operands.getFirst(), true, operator);
            text.add(" ");
          }
          text.add(operator.name()).add(" ");
          operand(operands.getLast(), true, operator);
        });
  }

  private void logic(Node.Logic logic) {
    enclosed(
        () -> {
          if (logic.kind() == BooleanKind.NOT) {
            text.add("NOT ");
          }
          for (int i = 0; i < logic.operands().size(); i++) {
            text.add(i == 0 ? "" : " " + logic.kind() + " ");
            operand(logic.operands().get(i), false, logic);
          }
        });
  }

  private void cast(Node.Cast cast, boolean showsImplicit) {
    Node operand = cast.operand();
    if (cast.implicit() && !showsImplicit) {
      operand(operand, false, cast);
      return;
    }
    if (operand instanceof Node.Constant constant
        && constant.type().type().equals(cast.type().type())
        && !constant.type().hasModifier()) {
      constant(constant, false);
    } else if (operand instanceof Node.Row) {
      print(operand, false);
    } else {
      enclosed(() -> operand(operand, false, cast));
    }
    text.add("::").add(name(cast.type()));
  }

  private void function(Node.Function function) {
    text.add(function.name()).add("(");
    List<Node> operands = function.operands();
    for (int i = 0; i < operands.size(); i++) {
      text.add(i == 0 ? "" : ", ");
      text.add(function.variadic() && i == operands.size() - 1 ? "VARIADIC " : "");
      String name = function.names().get(i);
      text.add(name == null ? "" : name + " => ");
      print(operands.get(i), true);
    }
    text.add(")");
  }

  private void keywords(Node.Keywords keywords) {
    for (int i = 0; i < keywords.operands().size(); i++) {
      text.add(keywords.texts().get(i));
      if (keywords.isOperator()) {
        operand(keywords.operands().get(i), false, keywords);
      } else {
        print(keywords.operands().get(i), false);
      }
    }
    text.add(keywords.texts().getLast());
  }

  private void choice(Node.Case choice) {
    text.line("CASE", 0, DeparsedText.VARIABLE_INDENT, 0);
    if (choice.operand() != null) {
      text.add(" ");
      print(choice.operand(), true);
    }
    for (Node.Branch branch : choice.branches()) {
      text.line("WHEN ", 0, 0, 0);
      print(branch.condition(), false);
      text.add(" THEN ");
      print(branch.result(), true);
    }
    text.line("ELSE ", 0, 0, 0);
    print(choice.otherwise(), true);
    text.line("END", -DeparsedText.VARIABLE_INDENT, 0, 0);
  }

  private void arrayComparison(Node.ArrayComparison comparison) {
    enclosed(
        () -> {
          operand(comparison.operands().getFirst(), true, comparison);
          text.add(" ").add(comparison.operator()).add(" ");
          text.add(comparison.quantifier()).add(" (");
          operand(comparison.operands().getLast(), true, comparison);
          text.add(")");
        });
  }

  private void field(Node.Field field) {
    boolean isPlain =
        field.operand() instanceof Node.Subscript || field.operand() instanceof Node.Field;
    text.add(isPlain ? "" : "(");
    print(field.operand(), true);
    text.add(isPlain ? "." : ").").add(field.name());
  }

  private void subscript(Node.Subscript subscript) {
    Node base = subscript.operands().getFirst();
    boolean isPlain = base instanceof Node.Column || base instanceof Node.Field;
    text.add(isPlain ? "" : "(");
    print(base, true);
    text.add(isPlain ? "" : ")");
    int next = 1;
    boolean isSlice = subscript.form().chars().anyMatch(letter -> letter != 'i');
    for (char letter : subscript.form().toCharArray()) {
      text.add(letter == 'i' && isSlice ? "[1:" : "[");
      if (letter != 'u' && letter != 'n') {
        print(subscript.operands().get(next++), false);
      }
      text.add(letter == 'i' ? "" : ":");
      if (letter == 'b' || letter == 'u') {
        print(subscript.operands().get(next++), false);
      }
      text.add("]");
    }
  }

  private void collecting(Node.Collecting call) {
    Node.CollectingClauses clauses = call.clauses();
    text.add(call.name()).add("(").add(clauses.distinct() ? "DISTINCT " : "");
    for (int i = 0; i < call.operands().size(); i++) {
      text.add(i == 0 ? "" : ", ");
      text.add(clauses.variadic() && i == call.operands().size() - 1 ? "VARIADIC " : "");
      print(call.operands().get(i), true);
    }
    text.add(clauses.star() ? "*" : "");
    ClauseWriter writer = new ClauseWriter(text, this);
    if (!clauses.order().isEmpty()) {
      text.add(" ORDER BY ");
      writer.orders(clauses.order(), false);
    }
    if (clauses.filter() != null) {
      text.add(") FILTER (WHERE ");
      print(clauses.filter(), false);
    }
    text.add(")");
    if (clauses.windowName() != null) {
      text.add(" OVER ").add(Identifiers.quote(clauses.windowName()));
    }
    if (clauses.window() != null) {
      text.add(" OVER ");
      writer.window(clauses.window());
    }
  }

  private void subquery(Node.Subquery subquery) {
    boolean isArray = subquery.before().equals("ARRAY");
    boolean isTest = !subquery.before().isEmpty() && !isArray;
    text.add(isArray ? "ARRAY(" : "(");
    boolean isRow = subquery.operands().size() > 1;
    text.add(isRow ? "(" : "");
    list(subquery.operands());
    text.add(isRow ? ")" : "");
    text.add(isTest ? subquery.before() + "(" : "");
    new QueryWriter(text, this).print(subquery.query(), null, false);
    text.add(isTest ? "))" : ")");
  }
}
