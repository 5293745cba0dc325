package dev.colonnade.sql.expression.call;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.function.ScalarFunction;
import dev.colonnade.sql.function.scalar.CheckedArithmetic;
import dev.colonnade.sql.function.scalar.Texts;
import dev.colonnade.sql.type.TypeKind;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** SQL text of function calls, as EXPLAIN of PostgreSQL writes them. */
final class FunctionText {
  private static final Pattern CAST = Pattern.compile("[a-z]+To[A-Z][A-Za-z]*|textOfReg[a-z]+");

  /** Operators by the first word of the method. */
  private static final Map<String, String> ARITHMETIC =
      Map.of(
          "add", "+", "subtract", "-", "multiply", "*", "divide", "/", "mod", "%", "negate", "-");

  private static final Map<String, String> PATTERNS =
      Map.of("like", "~~", "likeEscaped", "~~", "ilike", "~~*", "ilikeEscaped", "~~*");

  private static final Map<String, String> DAYS =
      Map.of("dateAddDays", "+", "dateSubtractDays", "-", "dateMinusDate", "-");

  /** Functions of plans that return their only or last argument in another form. */
  private static final Set<String> INVISIBLE = Set.of("keyDecimal", "asText", "keepConstant");

  private final ScalarFunction function;
  private final TypeKind type;
  private final List<Expression> operands;

  private FunctionText(ScalarFunction function, TypeKind type, List<Expression> operands) {
    this.function = function;
    this.type = type;
    this.operands = operands;
  }

  static String of(
      ScalarFunction function, TypeKind type, List<Expression> operands, List<String> columns) {
    return new FunctionText(function, type, operands).text(columns);
  }

  private String text(List<String> columns) {
    List<String> arguments = operands.stream().map(operand -> operand.sql(columns)).toList();
    boolean isInternal = function.name().equals(function.methodName());
    String internal = isInternal ? internal(arguments) : null;
    return internal != null ? internal : named(function.name(), arguments);
  }

  private @Nullable String internal(List<String> arguments) {
    String method = function.methodName();
    if (INVISIBLE.contains(method)) {
      return arguments.getLast();
    }
    if (CAST.matcher(method).matches() && arguments.size() == 1) {
      return cast(arguments.getFirst(), type.sqlName());
    }
    if (function.owner() == CheckedArithmetic.class) {
      String symbol = ARITHMETIC.get(method.split("[A-Z]", 2)[0]);
      if (symbol != null) {
        return operator(symbol, arguments);
      }
    }
    if (PATTERNS.containsKey(method) && function.owner() == Texts.class) {
      String pattern =
          arguments.size() == 3
              ? "like_escape(" + arguments.get(1) + ", " + arguments.get(2) + ")"
              : arguments.get(1);
      return operator(PATTERNS.getOrDefault(method, ""), List.of(arguments.getFirst(), pattern));
    }
    String days = DAYS.get(method);
    return days != null ? operator(days, arguments) : modified(method, arguments);
  }

  private @Nullable String modified(String method, List<String> arguments) {
    String first = arguments.isEmpty() ? "" : arguments.getFirst();
    return switch (method) {
      case "fitDecimal" ->
          cast(first, "numeric(" + arguments.get(1) + "," + arguments.get(2) + ")");
      case "fitText" -> cast(first, "character varying(" + arguments.get(1) + ")");
      case "fitMicros" -> cast(first, fitted(type, arguments.get(1)));
      case "castArray" -> cast(first, elementName(operands.getLast()));
      case "textToArray" -> cast(first, elementName(operands.getLast()));
      case "arrayToText" -> cast(first, "text");
      case "position", "label" -> arguments.getLast();
      case "extractDate", "extractTimestamp" -> extract(arguments);
      case "truncate" -> "date_trunc(" + String.join(", ", arguments) + ")";
      case "truncDecimal", "truncDouble" -> "trunc(" + first + ")";
      case "signDecimal", "signDouble" -> "sign(" + first + ")";
      case "substring", "substringFrom" -> "\"substring\"(" + String.join(", ", arguments) + ")";
      case "sequenceNamed" -> first.replace("::text", "::regclass");
      case "sequenceOfOid" -> cast(first, "regclass");
      default -> null;
    };
  }

  private static String fitted(TypeKind kind, String digits) {
    String name = kind.sqlName();
    int space = name.indexOf(' ');
    return name.substring(0, space) + "(" + digits + ")" + name.substring(space);
  }

  private static String elementName(Expression kind) {
    Object name = kind instanceof Literal literal ? literal.value() : null;
    return name == null ? "text[]" : TypeKind.valueOf(name.toString()).sqlName() + "[]";
  }

  private String named(String name, List<String> arguments) {
    if (name.equals("extract")) {
      return extract(arguments);
    }
    if (name.startsWith("any ") || name.startsWith("all ")) {
      String symbol = name.substring(4).equals("like") ? "~~" : name.substring(4);
      String word = name.substring(0, 3).toUpperCase(Locale.ROOT);
      return "(%s %s %s (%s))".formatted(arguments.getFirst(), symbol, word, arguments.getLast());
    }
    return switch (name) {
      case "array_item", "list item" ->
          arguments.get(0) + "[" + String.join("][", arguments.subList(1, arguments.size())) + "]";
      case "array_slice" -> slice(arguments);
      case "array_of" -> "ARRAY[" + String.join(", ", arguments) + "]";
      // The last argument distinguishes the calls of a plan.
      case "nextval", "currval", "lastval", "setval" ->
          name + "(" + String.join(", ", arguments.subList(0, arguments.size() - 1)) + ")";
      default ->
          Character.isLetter(name.charAt(0)) || name.charAt(0) == '_'
              ? name + "(" + String.join(", ", arguments) + ")"
              : operator(name, arguments);
    };
  }

  /** The second argument states which bounds of each dimension the others are. */
  private String slice(List<String> arguments) {
    String form = operands.get(1) instanceof Literal literal ? String.valueOf(literal.value()) : "";
    StringBuilder text = new StringBuilder(arguments.getFirst());
    int next = 2;
    for (int i = 0; i < form.length(); i++) {
      char letter = form.charAt(i);
      boolean hasLower = letter == 'b' || letter == 'l';
      boolean hasUpper = letter == 'b' || letter == 'u';
      text.append('[').append(hasLower ? arguments.get(next++) : "").append(':');
      text.append(hasUpper ? arguments.get(next++) : "").append(']');
    }
    return text.toString();
  }

  private String extract(List<String> arguments) {
    Object field = operands.getFirst() instanceof Literal literal ? literal.value() : null;
    return field == null
        ? "date_part(" + String.join(", ", arguments) + ")"
        : "EXTRACT("
            + field.toString().toLowerCase(Locale.ROOT)
            + " FROM "
            + arguments.get(1)
            + ")";
  }

  private static String cast(String operand, String type) {
    return "(" + operand + ")::" + type;
  }

  private static String operator(String symbol, List<String> arguments) {
    if (arguments.size() == 1) {
      return "(" + symbol + " " + arguments.getFirst() + ")";
    }
    StringJoiner text = new StringJoiner(" " + symbol + " ", "(", ")");
    arguments.forEach(text::add);
    return text.toString();
  }
}
