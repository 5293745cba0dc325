package dev.colonnade.type.base;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.interrupt.InterruptibleText;
import dev.colonnade.interrupt.InterruptionPoint;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Parser of geometric values, with the optional parentheses that PostgreSQL accepts. */
final class GeometryParser {
  /** Difference up to which two coordinates are equal. */
  private static final double EPSILON = 1e-6;

  private static final Pattern NUMBER =
      Pattern.compile("[-+]?(?:(?:\\d+\\.?\\d*|\\.\\d+)(?:[eE][-+]?\\d+)?|(?i:infinity|inf|nan))");

  private final BaseType type;
  private final String text;
  private int at;

  private GeometryParser(BaseType type, String text) {
    this.type = type;
    this.text = text;
  }

  static Geometry parse(BaseType type, String text) {
    GeometryParser parser = new GeometryParser(type, text);
    Geometry value =
        switch (type) {
          case POINT -> Geometry.of(type, parser.pair());
          case LSEG -> Geometry.of(type, parser.points(true, 2));
          case BOX -> Geometry.of(type, parser.points(false, 2));
          case LINE -> parser.line();
          case CIRCLE -> parser.circle();
          case PATH -> parser.path();
          case POLYGON -> Geometry.of(type, parser.points(false, parser.pointCount()));
          default -> throw new IllegalArgumentException("no geometric type: type=" + type);
        };
    parser.skipBlanks();
    if (parser.at < text.length()) {
      throw parser.invalid();
    }
    return value;
  }

  private int pointCount() {
    int commas = 0;
    for (int i = 0; i < text.length(); i++) {
      InterruptionPoint.check(i);
      commas += text.charAt(i) == ',' ? 1 : 0;
    }
    if (commas % 2 == 0) {
      throw invalid();
    }
    return (commas + 1) / 2;
  }

  private Geometry path() {
    int count = pointCount();
    skipBlanks();
    boolean isWrapped = peek() == '(' && text.lastIndexOf('(') == at;
    if (isWrapped) {
      at++;
    }
    skipBlanks();
    boolean isOpen = peek() == '[';
    double[] numbers = points(true, count);
    if (isWrapped) {
      require(')');
    }
    return Geometry.path(!isOpen, numbers);
  }

  private Geometry line() {
    skipBlanks();
    if (peek() != '{') {
      double[] ends = points(true, 2);
      if (isEqual(ends[0], ends[2]) && isEqual(ends[1], ends[3])) {
        throw invalidLine("must be two distinct points");
      }
      return lineThrough(ends[0], ends[1], slope(ends));
    }
    at++;
    double a = number();
    require(',');
    double b = number();
    require(',');
    double c = number();
    require('}');
    if (Math.abs(a) <= EPSILON && Math.abs(b) <= EPSILON) {
      throw invalidLine("A and B cannot both be zero");
    }
    return Geometry.of(type, a, b, c);
  }

  private static double slope(double[] ends) {
    return isEqual(ends[0], ends[2])
        ? Double.POSITIVE_INFINITY
        : isEqual(ends[1], ends[3]) ? 0 : (ends[1] - ends[3]) / (ends[0] - ends[2]);
  }

  /** Returns the line through a point. */
  static Geometry lineThrough(double x, double y, double slope) {
    return Double.isInfinite(slope)
        ? Geometry.of(BaseType.LINE, -1, 0, x)
        : slope == 0
            ? Geometry.of(BaseType.LINE, 0, -1, y)
            : Geometry.of(BaseType.LINE, slope, -1, y - slope * x + 0.0);
  }

  private Geometry circle() {
    skipBlanks();
    int depth = 0;
    boolean isAngle = peek() == '<';
    if (isAngle || (peek() == '(' && isNested())) {
      depth++;
      at++;
    }
    double[] center = pair();
    if (peek() == ',') {
      at++;
    }
    double radius = number();
    if (radius < 0) {
      throw invalid();
    }
    if (depth > 0) {
      require(isAngle && peek() == '>' ? '>' : ')');
    }
    return Geometry.of(type, center[0], center[1], radius);
  }

  /** Returns whether another parenthesis follows the one at the current position. */
  private boolean isNested() {
    int next = at + 1;
    while (next < text.length() && Character.isWhitespace(text.charAt(next))) {
      InterruptionPoint.check(next);
      next++;
    }
    return next < text.length() && text.charAt(next) == '(';
  }

  /** Returns the coordinates of points, in brackets, in parentheses or without. */
  private double[] points(boolean mayBeOpen, int count) {
    skipBlanks();
    boolean isOpen = peek() == '[';
    if (isOpen && !mayBeOpen) {
      throw invalid();
    }
    boolean isWrapped = isOpen || (peek() == '(' && (isNested() || text.lastIndexOf('(') == at));
    if (isWrapped) {
      at++;
    }
    double[] numbers = new double[2 * count];
    for (int i = 0; i < count; i++) {
      InterruptionPoint.check(i);
      double[] point = pair();
      if (peek() == ',') {
        at++;
      }
      numbers[2 * i] = point[0];
      numbers[2 * i + 1] = point[1];
    }
    if (isWrapped) {
      require(isOpen && peek() == ']' ? ']' : ')');
    }
    return numbers;
  }

  private double[] pair() {
    skipBlanks();
    boolean isWrapped = peek() == '(';
    if (isWrapped) {
      at++;
    }
    double x = number();
    require(',');
    double y = number();
    if (isWrapped) {
      require(')');
      skipBlanks();
    }
    return new double[] {x, y};
  }

  private double number() {
    skipBlanks();
    Matcher matcher = NUMBER.matcher(new InterruptibleText(text)).region(at, text.length());
    if (!matcher.lookingAt()) {
      throw invalid();
    }
    at = matcher.end();
    skipBlanks();
    return valueOf(matcher.group());
  }

  private static double valueOf(String digits) {
    String lower = digits.toLowerCase(java.util.Locale.ROOT);
    if (lower.endsWith("nan")) {
      return Double.NaN;
    }
    if (lower.contains("inf")) {
      return lower.startsWith("-") ? Double.NEGATIVE_INFINITY : Double.POSITIVE_INFINITY;
    }
    double value = Double.parseDouble(digits);
    boolean isLost = value == 0 && lower.split("e", -1)[0].matches(".*[1-9].*");
    if (Double.isInfinite(value) || isLost) {
      throw new ColonnadeException(
          ErrorCode.VALUE_OUT_OF_RANGE,
          "\"%s\" is out of range for type double precision".formatted(digits));
    }
    return value;
  }

  private char peek() {
    return at < text.length() ? text.charAt(at) : 0;
  }

  private void skipBlanks() {
    while (Character.isWhitespace(peek())) {
      InterruptionPoint.check(at);
      at++;
    }
  }

  private void require(char expected) {
    if (peek() != expected) {
      throw invalid();
    }
    at++;
  }

  private static boolean isEqual(double left, double right) {
    return left == right || Math.abs(left - right) <= EPSILON;
  }

  private ColonnadeException invalid() {
    return type.invalidText(text);
  }

  private static ColonnadeException invalidLine(String problem) {
    return new ColonnadeException(
        ErrorCode.INVALID_TEXT_REPRESENTATION, "invalid line specification: " + problem);
  }
}
