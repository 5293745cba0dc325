package dev.colonnade.type.path;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.type.path.JsonPath.Expression;
import dev.colonnade.type.path.JsonPath.Operator;
import dev.colonnade.type.path.JsonPath.Step;
import dev.colonnade.type.path.JsonPathLexer.Kind;
import dev.colonnade.type.path.JsonPathLexer.Token;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Parser of paths by recursive descent. */
public final class JsonPathParser {
  private static final int DEPTH_MAX = 500;
  private static final String FLAGS = "ismxq";
  private static final Set<String> METHODS =
      Set.of("abs", "size", "type", "floor", "double", "ceiling", "keyvalue", "datetime");
  private static final Map<String, Operator> COMPARISONS =
      Map.of(
          "==", Operator.EQUAL,
          "!=", Operator.NOT_EQUAL,
          "<", Operator.LESS,
          ">", Operator.GREATER,
          "<=", Operator.LESS_OR_EQUAL,
          ">=", Operator.GREATER_OR_EQUAL);

  private final JsonPathLexer lexer;
  private Token token;
  private int depth;
  private int filters;
  private int subscripts;

  /** Returns the path of a text; throws SYNTAX_ERROR if it is none. */
  public static JsonPath parse(String text) {
    return new JsonPathParser(text).path();
  }

  private JsonPathParser(String text) {
    if (text.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.INVALID_TEXT_REPRESENTATION, "invalid input syntax for type jsonpath: \"\"");
    }
    lexer = new JsonPathLexer(text);
    token = lexer.next();
  }

  private JsonPath path() {
    boolean isStrict = token.isWord("strict");
    if (isStrict || token.isWord("lax")) {
      advance();
    }
    Expression root = expression();
    if (token.kind() != Kind.END) {
      throw lexer.syntaxError();
    }
    return new JsonPath(isStrict, root);
  }

  private void advance() {
    token = lexer.next();
  }

  private boolean accept(String sign) {
    boolean isNext = token.isSign(sign);
    if (isNext) {
      advance();
    }
    return isNext;
  }

  private void expect(String sign) {
    if (!accept(sign)) {
      throw lexer.syntaxError();
    }
  }

  private static boolean isPredicate(Expression expression) {
    return switch (expression) {
      case JsonPath.Binary binary -> !binary.operator().isArithmetic();
      case JsonPath.Not _, JsonPath.IsUnknown _, JsonPath.Exists _, JsonPath.LikeRegex _ -> true;
      default -> false;
    };
  }

  private Expression require(Expression expression, boolean isPredicate) {
    if (isPredicate(expression) != isPredicate) {
      throw lexer.syntaxError();
    }
    return expression;
  }

  private Expression predicate() {
    return require(expression(), true);
  }

  private Expression value() {
    return require(sum(), false);
  }

  /** Reads a disjunction. */
  private Expression expression() {
    if (++depth > DEPTH_MAX) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "jsonpath is nested too deeply: depthMax=" + DEPTH_MAX);
    }
    Expression left = conjunction();
    while (token.isSign("||")) {
      require(left, true);
      advance();
      left = new JsonPath.Binary(Operator.OR, left, require(conjunction(), true));
    }
    depth--;
    return left;
  }

  private Expression conjunction() {
    Expression left = comparison();
    while (token.isSign("&&")) {
      require(left, true);
      advance();
      left = new JsonPath.Binary(Operator.AND, left, require(comparison(), true));
    }
    return left;
  }

  private Expression comparison() {
    Expression left = sum();
    Operator operator = token.kind() == Kind.SIGN ? COMPARISONS.get(token.text()) : null;
    if (operator != null) {
      require(left, false);
      advance();
      return new JsonPath.Binary(operator, left, value());
    }
    if (token.isWord("starts")) {
      require(left, false);
      advance();
      expectWord("with");
      if (token.kind() != Kind.TEXT && token.kind() != Kind.VARIABLE) {
        throw lexer.syntaxError();
      }
      return new JsonPath.Binary(Operator.STARTS_WITH, left, primary());
    }
    if (token.isWord("like_regex")) {
      require(left, false);
      advance();
      return likeRegex(left);
    }
    return left;
  }

  private void expectWord(String word) {
    if (!token.isWord(word)) {
      throw lexer.syntaxError();
    }
    advance();
  }

  private String text() {
    if (token.kind() != Kind.TEXT) {
      throw lexer.syntaxError();
    }
    String text = token.text();
    advance();
    return text;
  }

  private Expression likeRegex(Expression value) {
    String pattern = text();
    StringBuilder flags = new StringBuilder();
    if (token.isWord("flag")) {
      advance();
      String given = text();
      for (int i = 0; i < given.length(); i++) {
        if (FLAGS.indexOf(given.charAt(i)) < 0) {
          throw new ColonnadeException(
              ErrorCode.SYNTAX_ERROR,
              "invalid input syntax for type jsonpath",
              ErrorFields.NONE.withDetail(
                  "Unrecognized flag character \"%s\" in LIKE_REGEX predicate."
                      .formatted(given.charAt(i))));
        }
      }
      for (int i = 0; i < FLAGS.length(); i++) {
        flags.append(given.indexOf(FLAGS.charAt(i)) >= 0 ? FLAGS.charAt(i) : "");
      }
    }
    if (flags.indexOf("x") >= 0 && flags.indexOf("q") < 0) {
      throw new ColonnadeException(
          ErrorCode.UNSUPPORTED,
          "XQuery \"x\" flag (expanded regular expressions) is not implemented");
    }
    return new JsonPath.LikeRegex(value, pattern, flags.toString());
  }

  private Expression sum() {
    Expression left = product();
    while (token.isSign("+") || token.isSign("-")) {
      require(left, false);
      Operator operator = token.isSign("+") ? Operator.ADD : Operator.SUBTRACT;
      advance();
      left = new JsonPath.Binary(operator, left, require(product(), false));
    }
    return left;
  }

  private Expression product() {
    Expression left = signed();
    while (token.isSign("*") || token.isSign("/") || token.isSign("%")) {
      require(left, false);
      Operator operator =
          token.isSign("*")
              ? Operator.MULTIPLY
              : token.isSign("/") ? Operator.DIVIDE : Operator.MODULO;
      advance();
      left = new JsonPath.Binary(operator, left, require(signed(), false));
    }
    return left;
  }

  private Expression signed() {
    boolean isNegative = token.isSign("-");
    if (!isNegative && !token.isSign("+")) {
      return accessed();
    }
    if (++depth > DEPTH_MAX) {
      throw new ColonnadeException(
          ErrorCode.STATEMENT_TOO_COMPLEX, "jsonpath is nested too deeply: depthMax=" + DEPTH_MAX);
    }
    advance();
    Expression operand = require(signed(), false);
    depth--;
    return operand instanceof JsonPath.Decimal(BigDecimal value)
        ? new JsonPath.Decimal(isNegative ? value.negate() : value)
        : new JsonPath.Signed(isNegative, operand);
  }

  /** Reads a value and its accessors. */
  private Expression accessed() {
    if (accept("!")) {
      if (!token.isSign("(") && !token.isWord("exists")) {
        throw lexer.syntaxError();
      }
      return new JsonPath.Not(require(delimited(), true));
    }
    if (token.isWord("exists") || token.isSign("(")) {
      boolean isExists = token.isWord("exists");
      Expression inner = delimited();
      return isExists ? inner : chain(inner);
    }
    return chain(primary());
  }

  /** Reads EXISTS, or an expression or predicate in parentheses. */
  private Expression delimited() {
    if (token.isWord("exists")) {
      advance();
      expect("(");
      Expression operand = require(expression(), false);
      expect(")");
      return new JsonPath.Exists(operand);
    }
    expect("(");
    Expression inner = expression();
    expect(")");
    if (token.isWord("is")) {
      require(inner, true);
      advance();
      expectWord("unknown");
      return new JsonPath.IsUnknown(inner);
    }
    return inner;
  }

  private Expression primary() {
    Token read = token;
    advance();
    Expression value =
        switch (read.kind()) {
          case TEXT -> new JsonPath.Text(read.text());
          case VARIABLE -> new JsonPath.Variable(read.text());
          case NUMBER -> new JsonPath.Decimal(JsonPathLexer.decimal(read));
          case SIGN -> place(read);
          case WORD -> constant(read);
          case END -> null;
        };
    if (value == null) {
      throw lexer.syntaxError();
    }
    return value;
  }

  private @Nullable Expression place(Token sign) {
    if (sign.isSign("@")) {
      requireWithin(filters, "@ is not allowed in root expressions");
      return JsonPath.Place.CURRENT;
    }
    return sign.isSign("$") ? JsonPath.Place.ROOT : null;
  }

  private @Nullable Expression constant(Token word) {
    if (word.isWord("last")) {
      requireWithin(subscripts, "LAST is allowed only in array subscripts");
      return JsonPath.Place.LAST;
    }
    return switch (word.text()) {
      case "null" -> new JsonPath.Constant(null);
      case "true" -> new JsonPath.Constant(true);
      case "false" -> new JsonPath.Constant(false);
      default -> null;
    };
  }

  private static void requireWithin(int count, String message) {
    if (count == 0) {
      throw new ColonnadeException(ErrorCode.SYNTAX_ERROR, message);
    }
  }

  private Expression chain(Expression base) {
    List<Step> steps = new ArrayList<>();
    while (true) {
      if (accept(".")) {
        steps.add(accessor());
      } else if (accept("[")) {
        steps.add(element());
      } else if (accept("?")) {
        expect("(");
        filters++;
        steps.add(new JsonPath.Filter(predicate()));
        filters--;
        expect(")");
      } else {
        return steps.isEmpty() ? base : chained(base, steps);
      }
    }
  }

  private static Expression chained(Expression base, List<Step> steps) {
    if (base instanceof JsonPath.Chain(Expression inner, List<Step> first)) {
      List<Step> all = new ArrayList<>(first);
      all.addAll(steps);
      return new JsonPath.Chain(inner, all);
    }
    return new JsonPath.Chain(base, steps);
  }

  private Step accessor() {
    if (accept("*")) {
      return JsonPath.Wildcard.MEMBERS;
    }
    if (accept("**")) {
      return descendants();
    }
    if (token.kind() == Kind.TEXT) {
      return new JsonPath.Key(text());
    }
    if (token.kind() != Kind.WORD) {
      throw lexer.syntaxError();
    }
    String name = token.text();
    advance();
    String method = name.toLowerCase(Locale.ROOT);
    if (!token.isSign("(")) {
      return new JsonPath.Key(name);
    }
    if (!METHODS.contains(method)) {
      throw lexer.syntaxError();
    }
    advance();
    String argument = method.equals("datetime") && token.kind() == Kind.TEXT ? text() : null;
    expect(")");
    return new JsonPath.Method(method, argument);
  }

  private Step descendants() {
    if (!accept("{")) {
      return new JsonPath.Descendants(0, JsonPath.LAST_LEVEL);
    }
    int first = level();
    int last = first;
    if (token.isWord("to")) {
      advance();
      last = level();
    }
    expect("}");
    return new JsonPath.Descendants(first, last);
  }

  private int level() {
    Token read = token;
    advance();
    if (read.isWord("last")) {
      return JsonPath.LAST_LEVEL;
    }
    if (read.kind() != Kind.NUMBER || !read.text().matches("\\d{1,9}")) {
      throw lexer.syntaxError();
    }
    return Integer.parseInt(read.text());
  }

  private Step element() {
    if (accept("*")) {
      expect("]");
      return JsonPath.Wildcard.ELEMENTS;
    }
    subscripts++;
    List<JsonPath.Subscript> ranges = new ArrayList<>();
    do {
      Expression from = value();
      Expression to = null;
      if (token.isWord("to")) {
        advance();
        to = value();
      }
      ranges.add(new JsonPath.Subscript(from, to));
    } while (accept(","));
    subscripts--;
    expect("]");
    return new JsonPath.Subscripts(ranges);
  }
}
