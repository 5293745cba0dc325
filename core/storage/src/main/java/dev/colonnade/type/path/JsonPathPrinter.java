package dev.colonnade.type.path;

import dev.colonnade.type.path.JsonPath.Expression;
import dev.colonnade.type.path.JsonPath.Step;
import java.util.List;

/** Printer of paths in PostgreSQL's canonical form. */
public final class JsonPathPrinter {
  private static final int SIGN_PRIORITY = 5;
  private static final int PRIORITY_MAX = 6;

  private final StringBuilder out = new StringBuilder();

  private JsonPathPrinter() {}

  /** Returns the canonical text of a path. */
  public static String text(JsonPath path) {
    JsonPathPrinter printer = new JsonPathPrinter();
    printer.out.append(path.isStrict() ? "strict " : "");
    printer.print(path.root(), true);
    return printer.out.toString();
  }

  private static int priority(Expression expression) {
    return switch (expression) {
      case JsonPath.Binary binary -> binary.operator().priority();
      case JsonPath.LikeRegex _ -> JsonPath.Operator.STARTS_WITH.priority();
      case JsonPath.Signed _ -> SIGN_PRIORITY;
      case JsonPath.Chain(Expression base, List<Step> _) -> priority(base);
      default -> PRIORITY_MAX;
    };
  }

  private void print(Expression expression, boolean isBracketed) {
    switch (expression) {
      case JsonPath.Place place ->
          out.append(
              switch (place) {
                case ROOT -> "$";
                case CURRENT -> "@";
                case LAST -> "last";
              });
      case JsonPath.Text(String value) -> quote(value);
      case JsonPath.Decimal(var value) -> out.append(value.toPlainString());
      case JsonPath.Constant(Boolean value) -> out.append(value == null ? "null" : value);
      case JsonPath.Variable(String name) -> {
        out.append('$');
        quote(name);
      }
      case JsonPath.Chain(Expression base, List<Step> steps) -> chain(base, steps);
      case JsonPath.Binary binary -> binary(binary, isBracketed);
      case JsonPath.Signed(boolean isNegative, Expression operand) -> {
        out.append(isBracketed ? "(" : "").append(isNegative ? '-' : '+');
        print(operand, priority(operand) <= SIGN_PRIORITY);
        out.append(isBracketed ? ")" : "");
      }
      case JsonPath.Not(Expression operand) -> inParentheses("!(", operand, ")");
      case JsonPath.IsUnknown(Expression operand) -> inParentheses("(", operand, ") is unknown");
      case JsonPath.Exists(Expression operand) -> inParentheses("exists (", operand, ")");
      case JsonPath.LikeRegex like -> like(like, isBracketed);
    }
  }

  private void inParentheses(String before, Expression operand, String after) {
    out.append(before);
    print(operand, false);
    out.append(after);
  }

  private void binary(JsonPath.Binary binary, boolean isBracketed) {
    int priority = binary.operator().priority();
    out.append(isBracketed ? "(" : "");
    print(binary.left(), priority(binary.left()) <= priority);
    out.append(' ').append(binary.operator().sign()).append(' ');
    print(binary.right(), priority(binary.right()) <= priority);
    out.append(isBracketed ? ")" : "");
  }

  private void like(JsonPath.LikeRegex like, boolean isBracketed) {
    out.append(isBracketed ? "(" : "");
    print(like.value(), priority(like.value()) <= priority(like));
    out.append(" like_regex ");
    quote(like.pattern());
    if (!like.flags().isEmpty()) {
      out.append(" flag \"").append(like.flags()).append('"');
    }
    out.append(isBracketed ? ")" : "");
  }

  private void chain(Expression base, List<Step> steps) {
    if (base instanceof JsonPath.Decimal) {
      inParentheses("(", base, ")");
    } else {
      print(base, true);
    }
    for (Step step : steps) {
      print(step);
    }
  }

  private void print(Step step) {
    switch (step) {
      case JsonPath.Key(String name) -> {
        out.append('.');
        quote(name);
      }
      case JsonPath.Wildcard wildcard ->
          out.append(wildcard == JsonPath.Wildcard.MEMBERS ? ".*" : "[*]");
      case JsonPath.Subscripts(List<JsonPath.Subscript> ranges) -> subscripts(ranges);
      case JsonPath.Descendants levels -> levels(levels);
      case JsonPath.Filter(Expression predicate) -> inParentheses("?(", predicate, ")");
      case JsonPath.Method(String name, String argument) -> {
        out.append('.').append(name).append('(');
        if (argument != null) {
          quote(argument);
        }
        out.append(')');
      }
    }
  }

  private void subscripts(List<JsonPath.Subscript> ranges) {
    String separator = "[";
    for (JsonPath.Subscript range : ranges) {
      out.append(separator);
      print(range.from(), false);
      Expression to = range.to();
      if (to != null) {
        out.append(" to ");
        print(to, false);
      }
      separator = ",";
    }
    out.append(']');
  }

  private void levels(JsonPath.Descendants levels) {
    out.append(".**");
    if (levels.first() == 0 && levels.last() == JsonPath.LAST_LEVEL) {
      return;
    }
    out.append('{').append(level(levels.first()));
    if (levels.first() != levels.last()) {
      out.append(" to ").append(level(levels.last()));
    }
    out.append('}');
  }

  private static String level(int level) {
    return level == JsonPath.LAST_LEVEL ? "last" : Integer.toString(level);
  }

  private void quote(String text) {
    out.append('"');
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\b' -> out.append("\\b");
        case '\f' -> out.append("\\f");
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ') {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    out.append('"');
  }
}
