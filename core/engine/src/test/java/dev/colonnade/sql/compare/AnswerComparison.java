package dev.colonnade.sql.compare;

import dev.colonnade.sql.compare.statement.Node;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Comparison of the answers of PostgreSQL and of this database: errors by class, rows as multisets,
 * and keys of an order as sequences.
 */
final class AnswerComparison {
  private static final MathContext DOUBLE_DIGITS = new MathContext(12);
  private static final MathContext REAL_DIGITS = new MathContext(5);
  private static final int PATTERN_LENGTH = 70;

  /** Features of statements that may return any of several equal values of different digits. */
  private static final Set<String> ANY_OF_EQUAL =
      Set.of(
          "distinct",
          "union",
          "intersect",
          "except",
          "intersect all",
          "except all",
          "group by",
          "grouping sets",
          "aggregate",
          "distinct aggregate",
          "filtered aggregate",
          "merged column",
          "distinct on",
          "greatest",
          "recursive",
          "natural join",
          "window aggregate");

  /** Kind of a difference between equal columns, whose values are in other rows together. */
  private static final String PAIRING = "pairing of window functions";

  private final List<Integer> orderKeys;
  private final boolean ignoresDigits;
  private final boolean hasSeveralWindows;

  /**
   * Creates a comparison of the answers of one statement.
   *
   * @param orderKeys ordinals of the columns by which the statement orders its rows, possibly none
   * @param ignoresDigits whether any of several equal values of different digits may be returned
   */
  AnswerComparison(List<Integer> orderKeys, boolean ignoresDigits) {
    this(orderKeys, ignoresDigits, false);
  }

  /**
   * Variant for statements with several window functions: which of their values meet in one of
   * several equal rows is open.
   */
  private AnswerComparison(
      List<Integer> orderKeys, boolean ignoresDigits, boolean hasSeveralWindows) {
    this.orderKeys = List.copyOf(orderKeys);
    this.ignoresDigits = ignoresDigits;
    this.hasSeveralWindows = hasSeveralWindows;
  }

  static AnswerComparison of(Node statement) {
    boolean[] found = {false};
    int[] windows = {0};
    statement.visit(
        node -> {
          found[0] |= ANY_OF_EQUAL.contains(node.featureName());
          windows[0] += node.featureName().startsWith("window ") ? 1 : 0;
        });
    return new AnswerComparison(orderKeys(statement), found[0], windows[0] > 1);
  }

  /** Returns a comparison of the rows of a table. */
  static AnswerComparison ofTable() {
    return new AnswerComparison(List.of(), false);
  }

  List<Integer> orderKeys() {
    return orderKeys;
  }

  boolean ignoresDigits() {
    return ignoresDigits;
  }

  /** Returns the difference; null if there is none. */
  @Nullable Difference compare(Answer expected, Answer actual) {
    if (expected.isFailure() || actual.isFailure()) {
      return compareErrors(expected, actual);
    }
    if (expected.names().size() != actual.names().size()) {
      return difference("column count", "", expected, actual);
    }
    if (expected.changed() != actual.changed()) {
      return difference("number of changed rows", "", expected, actual);
    }
    Difference rows = compareRows(expected, actual);
    if (rows != null) {
      return rows;
    }
    if (!expected.names().equals(actual.names())) {
      return difference("column names", "", expected, actual);
    }
    if (!expected.types().equals(actual.types())) {
      return difference(
          "types " + firstDifferent(expected.types(), actual.types()), "", expected, actual);
    }
    return null;
  }

  private static String firstDifferent(List<String> expected, List<String> actual) {
    for (int i = 0; i < expected.size(); i++) {
      if (!expected.get(i).equals(actual.get(i))) {
        return expected.get(i) + " / " + actual.get(i);
      }
    }
    return "";
  }

  private static Difference difference(String kind, String detail, Answer expected, Answer actual) {
    return new Difference(kind, detail, expected, actual);
  }

  private static @Nullable Difference compareErrors(Answer expected, Answer actual) {
    if (expected.isFailure() && actual.isFailure() && classOf(expected).equals(classOf(actual))) {
      return null;
    }
    String kind =
        "error %s / %s%s"
            .formatted(
                expected.isFailure() ? expected.sqlState() : "rows",
                actual.isFailure() ? actual.sqlState() : "rows",
                actual.isFailure()
                    ? " " + pattern(actual.message())
                    : " " + pattern(expected.message()));
    return difference(kind, "", expected, actual);
  }

  private static String classOf(Answer answer) {
    return answer.sqlState().substring(0, 2);
  }

  /** Returns a message without what differs from statement to statement. */
  private static String pattern(String message) {
    String line = message.lines().findFirst().orElse("");
    String text =
        line.replaceAll("(?<!at or near )\"[^\"]*\"", "\"\"")
            .replaceAll("'[^']*'", "''")
            .replaceAll("\\b(w?a|c|t|q)?\\d+\\b", "#")
            .replaceAll("[#$]+\\w*", "#")
            .replaceAll("(?<=.{12})([({\\[<:].*| for condition.*)", "");
    return text.substring(0, Math.min(text.length(), PATTERN_LENGTH));
  }

  /**
   * Returns whether an answer depends on the order of evaluation, which SQL leaves open: only one
   * side has an error of a value, or both report different rows.
   */
  static boolean dependsOnOrder(Difference difference) {
    if (difference.kind().equals(PAIRING)) {
      return true;
    }
    boolean isExpected = isOfValue(difference.expected());
    boolean isActual = isOfValue(difference.actual());
    return (difference.expected().isFailure() && difference.actual().isFailure())
        ? (isExpected || isOfConstraint(difference.expected()))
            && (isActual || isOfConstraint(difference.actual()))
        : isExpected || isActual;
  }

  private static boolean isOfValue(Answer answer) {
    return answer.sqlState().startsWith("22")
        || answer.sqlState().startsWith("21")
        || (answer.sqlState().equals("0A000") && answer.message().contains("cannot convert "));
  }

  private static boolean isOfConstraint(Answer answer) {
    return answer.sqlState().startsWith("23");
  }

  private @Nullable Difference compareRows(Answer expected, Answer actual) {
    List<String> types = expected.types();
    List<List<String>> left = canonical(expected, types, false);
    List<List<String>> right = canonical(actual, types, false);
    if (!sorted(left).equals(sorted(right))) {
      if (left.size() != right.size()) {
        String kind = left.size() > right.size() ? "missing rows" : "additional rows";
        return difference(kind, left.size() + " / " + right.size(), expected, actual);
      }
      if (hasSeveralWindows && areColumnsEqual(left, right)) {
        return difference(PAIRING, "", expected, actual);
      }
      return difference(
          isPadding(left, right) ? "padding of char" : "values", "", expected, actual);
    }
    if (!project(left, orderKeys).equals(project(right, orderKeys))) {
      return difference("order", "", expected, actual);
    }
    if (types.contains("numeric")
        && !sorted(canonical(expected, types, true)).equals(sorted(canonical(actual, types, true)))
        && !ignoresDigits) {
      return difference("digits of numeric", "", expected, actual);
    }
    return null;
  }

  private static boolean areColumnsEqual(List<List<String>> left, List<List<String>> right) {
    for (int i = 0; i < left.getFirst().size(); i++) {
      int column = i;
      List<String> some = left.stream().map(row -> row.get(column)).sorted().toList();
      if (!some.equals(right.stream().map(row -> row.get(column)).sorted().toList())) {
        return false;
      }
    }
    return true;
  }

  private static boolean isPadding(List<List<String>> left, List<List<String>> right) {
    return sorted(stripped(left)).equals(sorted(stripped(right)));
  }

  private static List<List<String>> stripped(List<List<String>> rows) {
    return rows.stream().map(row -> row.stream().map(String::stripTrailing).toList()).toList();
  }

  private static List<String> sorted(List<List<String>> rows) {
    return rows.stream().map(row -> String.join("\u0001", row)).sorted().toList();
  }

  private static List<List<String>> project(List<List<String>> rows, List<Integer> ordinals) {
    return rows.stream()
        .map(row -> ordinals.stream().map(ordinal -> row.get(ordinal - 1)).toList())
        .toList();
  }

  private static List<List<String>> canonical(
      Answer answer, List<String> types, boolean withDigits) {
    List<List<String>> rows = new ArrayList<>();
    for (List<@Nullable String> row : answer.rows()) {
      List<String> values = new ArrayList<>();
      for (int i = 0; i < row.size(); i++) {
        values.add(canonical(row.get(i), types.get(i), withDigits));
      }
      rows.add(values);
    }
    return rows;
  }

  private static String canonical(@Nullable String value, String type, boolean withDigits) {
    if (value == null) {
      return "\u0000";
    }
    try {
      return switch (type) {
        case "numeric" -> withDigits ? value : plain(new BigDecimal(value));
        case "double precision" -> plain(new BigDecimal(value).round(DOUBLE_DIGITS));
        case "real" -> plain(new BigDecimal(value).round(REAL_DIGITS));
        default -> value;
      };
    } catch (NumberFormatException e) {
      return value; // NaN or an infinity
    }
  }

  private static String plain(BigDecimal value) {
    return value.signum() == 0 ? "0" : value.stripTrailingZeros().toPlainString();
  }

  /** Returns the ordinals by which a statement orders its rows; empty if it does not. */
  private static List<Integer> orderKeys(Node statement) {
    if (statement instanceof Node.Branch branch
        && branch.role() == Node.Role.QUERY
        && !branch.children().isEmpty()) {
      Node last = branch.children().getLast();
      if (last instanceof Node.Order order) {
        return order.keys().stream().map(Node.Key::ordinal).toList();
      }
      if (branch.template().equals("$ $")) {
        return orderKeys(last);
      }
    }
    return List.of();
  }
}
