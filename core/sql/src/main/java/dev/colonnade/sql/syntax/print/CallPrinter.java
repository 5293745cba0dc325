package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.List;

/** Printer of calls and of constructs of their form. */
final class CallPrinter {
  private final Printers printers;
  private final SqlText text;

  CallPrinter(Printers printers) {
    this.printers = printers;
    this.text = printers.text();
  }

  void print(Call call) {
    switch (call) {
      case Call.Function function -> print(function);
      case Call.Special special -> print(special);
      case Call.Treat treat -> {
        text.add("TREAT(");
        expression(treat.operand());
        text.add(" AS ");
        printers.types().print(treat.type());
        text.add(")");
      }
      case Call.CurrentValue value -> {
        text.add(value.kind().name());
        text.add(value.precision() == null ? "" : "(" + value.precision() + ")");
      }
      case Call.Xml xml -> text.add(xml.text());
      case Call.Case choice -> print(choice);
      case Call.Row row -> print(row);
      case Call.Array array -> {
        text.add("ARRAY");
        elements(array);
      }
    }
  }

  private void expression(Expression expression) {
    printers.expressions().print(expression);
  }

  private void list(List<Expression> expressions) {
    printers.expressions().printList(expressions);
  }

  private void print(Call.Function function) {
    text.qualified(function.name().parts()).add("(");
    print(function.arguments());
    text.add(")");
    Call.Clauses clauses = function.clauses();
    if (!clauses.withinGroup().isEmpty()) {
      text.add(" WITHIN GROUP (");
      printers.clauses().orderBy(clauses.withinGroup());
      text.add(")");
    }
    if (clauses.filter() != null) {
      text.add(" FILTER (WHERE ");
      expression(clauses.filter());
      text.add(")");
    }
    Call.Over over = clauses.over();
    if (over != null) {
      text.add(" OVER ");
      if (over.name() != null) {
        text.name(over.name());
      }
      if (over.specification() != null) {
        printers.clauses().print(over.specification());
      }
    }
  }

  private void print(Call.Arguments arguments) {
    if (arguments.star()) {
      text.add("*");
      return;
    }
    text.add(
        switch (arguments.quantifier()) {
          case NONE -> "";
          case ALL -> "ALL ";
          case DISTINCT -> "DISTINCT ";
        });
    List<Call.Argument> list = arguments.list();
    for (int i = 0; i < list.size(); i++) {
      boolean isVariadic = arguments.variadic() && i == list.size() - 1;
      text.add(i == 0 ? "" : ", ").add(isVariadic ? "VARIADIC " : "");
      String name = list.get(i).name();
      if (name != null) {
        text.name(name).add(" => ");
      }
      expression(list.get(i).value());
    }
    if (!arguments.orderBy().isEmpty()) {
      text.add(" ");
      printers.clauses().orderBy(arguments.orderBy());
    }
  }

  private void print(Call.Special special) {
    List<Expression> arguments = special.arguments();
    switch (special.function()) {
      case COALESCE, GREATEST, LEAST, NULLIF, GROUPING -> {
        text.add(special.function().name()).add("(");
        list(arguments);
      }
      case EXTRACT -> parts("EXTRACT(", arguments, " FROM ");
      case POSITION -> {
        text.add("POSITION(");
        printers.expressions().print(arguments.get(0), ExpressionPrinter.PRIMARY);
        text.add(" IN ");
        printers.expressions().print(arguments.get(1), ExpressionPrinter.PRIMARY);
      }
      case SUBSTRING_FROM_FOR -> parts("SUBSTRING(", arguments, " FROM ", " FOR ");
      case SUBSTRING_FROM -> parts("SUBSTRING(", arguments, " FROM ");
      case SUBSTRING_FOR -> parts("SUBSTRING(", arguments, " FOR ");
      case SUBSTRING_SIMILAR -> parts("SUBSTRING(", arguments, " SIMILAR ", " ESCAPE ");
      case OVERLAY_PLACING -> parts("OVERLAY(", arguments, " PLACING ", " FROM ", " FOR ");
      case TRIM_BOTH -> trim("TRIM(BOTH FROM ", arguments);
      case TRIM_LEADING -> trim("TRIM(LEADING FROM ", arguments);
      case TRIM_TRAILING -> trim("TRIM(TRAILING FROM ", arguments);
      case NORMALIZE -> normalize(arguments);
      case COLLATION_FOR -> parts("COLLATION FOR (", arguments);
    }
    text.add(")");
  }

  private void parts(String before, List<Expression> arguments, String... separators) {
    text.add(before);
    for (int i = 0; i < arguments.size(); i++) {
      text.add(i == 0 ? "" : separators[i - 1]);
      printers.expressions().print(arguments.get(i), ExpressionPrinter.OPERATOR);
    }
  }

  private void trim(String before, List<Expression> arguments) {
    text.add(before);
    list(arguments);
  }

  private void normalize(List<Expression> arguments) {
    text.add("NORMALIZE(");
    expression(arguments.get(0));
    if (arguments.size() > 1 && arguments.get(1) instanceof Constant.StringConstant form) {
      text.add(", ").add(form.value());
    }
  }

  private void print(Call.Case choice) {
    text.add("CASE");
    if (choice.operand() != null) {
      text.add(" ");
      expression(choice.operand());
    }
    for (Call.When when : choice.whens()) {
      text.add(" WHEN ");
      expression(when.condition());
      text.add(" THEN ");
      expression(when.result());
    }
    if (choice.otherwise() != null) {
      text.add(" ELSE ");
      expression(choice.otherwise());
    }
    text.add(" END");
  }

  private void print(Call.Row row) {
    text.add(row.explicit() ? "ROW(" : "(");
    list(row.fields());
    text.add(")");
  }

  private void elements(Call.Array array) {
    text.add("[");
    boolean isNested =
        !array.elements().isEmpty()
            && array.elements().stream().allMatch(element -> element instanceof Call.Array);
    if (isNested) {
      text.list(array.elements(), element -> elements((Call.Array) element));
    } else {
      list(array.elements());
    }
    text.add("]");
  }
}
