package dev.colonnade.sql.syntax.print;

import dev.colonnade.sql.syntax.OperatorName;
import dev.colonnade.sql.syntax.query.Call;
import dev.colonnade.sql.syntax.query.Constant;
import dev.colonnade.sql.syntax.query.Expression;
import dev.colonnade.sql.syntax.query.Operation;
import dev.colonnade.sql.syntax.query.Predicate;
import dev.colonnade.sql.syntax.query.Reference;
import dev.colonnade.sql.syntax.query.SubqueryExpression;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Printer of expressions: parentheses by precedence. */
final class ExpressionPrinter {
  /** Precedence of what needs no parentheses anywhere. */
  static final int PRIMARY = 15;

  /** Lowest precedence that needs no parentheses beside a predicate. */
  static final int OPERATOR = 7;

  private static final int OR = 1;
  private static final int AND = 2;
  private static final int NOT = 3;
  private static final int PREDICATE = 4;
  private static final int COMPARISON = 5;
  private static final int SUM = 8;
  private static final int PRODUCT = 9;
  private static final int POWER = 10;
  private static final int AT = 11;
  private static final int COLLATE = 12;
  private static final int CAST = 14;

  private final Printers printers;
  private final SqlText text;

  ExpressionPrinter(Printers printers) {
    this.printers = printers;
    this.text = printers.text();
  }

  /** Prints an operand, in parentheses if it binds less tightly than a precedence. */
  void print(Expression expression, int lowest) {
    if (precedence(expression) >= lowest) {
      print(expression);
      return;
    }
    text.add("(");
    print(expression);
    text.add(")");
  }

  void printList(List<Expression> expressions) {
    text.list(expressions, this::print);
  }

  void print(Expression expression) {
    switch (expression) {
      case Constant constant -> print(constant);
      case Reference reference -> print(reference);
      case Operation operation -> print(operation);
      case Predicate predicate -> printers.predicates().print(predicate);
      case Call call -> printers.calls().print(call);
      case SubqueryExpression subquery -> printers.predicates().print(subquery);
    }
  }

  private static int precedence(Expression expression) {
    return switch (expression) {
      case Constant.IntegerConstant constant -> constant.value() < 0 ? 0 : PRIMARY;
      case Constant.NumericConstant constant -> constant.text().startsWith("-") ? 0 : PRIMARY;
      case Constant _ -> PRIMARY;
      case Reference _ -> PRIMARY;
      case Operation.Or _ -> OR;
      case Operation.And _ -> AND;
      case Operation.Not _ -> NOT;
      case Operation.Unary _ -> 0;
      case Operation.Binary binary -> precedence(binary.operator());
      case Operation.Cast _ -> CAST;
      case Operation.Collate _ -> COLLATE;
      case Operation.AtTimeZone _ -> AT;
      case Predicate _ -> PREDICATE;
      case SubqueryExpression.In _ -> PREDICATE;
      case SubqueryExpression.Quantified _ -> PREDICATE;
      case SubqueryExpression.QuantifiedArray _ -> PREDICATE;
      case SubqueryExpression _ -> PRIMARY;
      case Call _ -> PRIMARY;
    };
  }

  private static int precedence(OperatorName operator) {
    if (!operator.schema().isEmpty()) {
      return OPERATOR;
    }
    return switch (operator.symbol()) {
      case "<", ">", "=", "<=", ">=", "<>" -> COMPARISON;
      case "+", "-" -> SUM;
      case "*", "/", "%" -> PRODUCT;
      case "^" -> POWER;
      default -> OPERATOR;
    };
  }

  private void print(Constant constant) {
    switch (constant) {
      case Constant.NullConstant _ -> text.add("NULL");
      case Constant.BooleanConstant bool -> text.add(bool.value() ? "TRUE" : "FALSE");
      case Constant.IntegerConstant integer -> text.add(Integer.toString(integer.value()));
      case Constant.NumericConstant numeric -> text.add(numeric.text());
      case Constant.StringConstant string ->
          text.string(printers.literal(string.position(), string.value()));
      case Constant.BitConstant bits -> {
        text.add(bits.hexadecimal() ? "X" : "B").string(bits.digits());
      }
      case Constant.TypedConstant typed -> printers.types().print(typed);
    }
  }

  private void print(Reference reference) {
    switch (reference) {
      case Reference.Column column -> text.qualified(column.names());
      case Reference.Star star -> {
        text.qualified(star.qualifier()).add(star.qualifier().isEmpty() ? "*" : ".*");
      }
      case Reference.Parameter parameter -> text.add("$" + parameter.number());
      case Reference.DefaultValue _ -> text.add("DEFAULT");
      case Reference.CurrentOf current -> text.add("CURRENT OF ").name(current.cursor());
      case Reference.Field field -> {
        base(field.base());
        text.add(".").name(field.name());
      }
      case Reference.AllFields all -> {
        base(all.base());
        text.add(".*");
      }
      case Reference.Subscript subscript -> {
        base(subscript.base(), subscript.isFurther());
        text.add("[");
        print(subscript.index());
        text.add("]");
      }
      case Reference.Slice slice -> print(slice);
    }
  }

  private void print(Reference.Slice slice) {
    base(slice.base(), slice.isFurther());
    text.add("[");
    if (slice.lower() != null) {
      print(slice.lower());
    }
    text.add(" : ");
    if (slice.upper() != null) {
      print(slice.upper());
    }
    text.add("]");
  }

  /** Prints a value whose element follows; the parentheses around other subscripts matter. */
  private void base(Expression base, boolean isFurther) {
    boolean isSubscript = base instanceof Reference.Subscript || base instanceof Reference.Slice;
    if (isSubscript && !isFurther) {
      text.add("(");
      print(base);
      text.add(")");
    } else {
      base(base);
    }
  }

  /** Prints a value whose field or element follows. */
  private void base(Expression base) {
    switch (base) {
      case Reference.Field _ -> print(base);
      case Reference.Subscript _ -> print(base);
      case Reference.Slice _ -> print(base);
      case Reference.Parameter _ -> print(base);
      case SubqueryExpression.Scalar _ -> print(base);
      default -> {
        text.add("(");
        print(base);
        text.add(")");
      }
    }
  }

  private void print(Operation operation) {
    switch (operation) {
      case Operation.Binary binary -> print(binary);
      case Operation.Unary unary -> {
        text.operator(unary.operator()).add(" ");
        print(unary.operand(), PRIMARY);
      }
      case Operation.And and -> print(and.operands(), " AND ", NOT);
      case Operation.Or or -> print(or.operands(), " OR ", AND);
      case Operation.Not not -> {
        text.add("NOT ");
        print(not.operand(), PREDICATE);
      }
      case Operation.Cast cast -> {
        print(cast.operand(), PRIMARY);
        text.add("::");
        printers.types().print(cast.type());
      }
      case Operation.Collate collate -> {
        print(collate.operand(), CAST);
        text.add(" COLLATE ").qualified(collate.collation().parts());
      }
      case Operation.AtTimeZone zone -> {
        print(zone.operand(), CAST);
        text.add(" AT TIME ZONE ");
        print(zone.zone(), CAST);
      }
    }
  }

  private void print(List<Expression> operands, String separator, int lowest) {
    for (int i = 0; i < operands.size(); i++) {
      text.add(i == 0 ? "" : separator);
      print(operands.get(i), lowest);
    }
  }

  /** Prints operators of the same text level from the left, without recursion. */
  private void print(Operation.Binary last) {
    Deque<Operation.Binary> chain = new ArrayDeque<>();
    Operation.Binary first = last;
    chain.push(first);
    while (first.left() instanceof Operation.Binary left && isPlainLeft(left, first)) {
      first = left;
      chain.push(first);
    }
    print(first.left(), precedence(first.operator()) + 1);
    for (Operation.Binary binary : chain) {
      text.add(" ").operator(binary.operator()).add(" ");
      print(binary.right(), precedence(binary.operator()) + 1);
    }
  }

  private static boolean isPlainLeft(Operation.Binary left, Operation.Binary parent) {
    int own = precedence(left.operator());
    int outer = precedence(parent.operator());
    return own > outer || (own == outer && own != COMPARISON);
  }
}
