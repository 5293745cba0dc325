package dev.colonnade.type.path;

import static java.util.Objects.requireNonNull;

import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * SQL/JSON path as in PostgreSQL 15. Immutable.
 *
 * @param isStrict whether errors of structure are errors, and arrays are not unwrapped
 */
public record JsonPath(boolean isStrict, Expression root) {
  /** Level of {@code **} for the deepest values, and no upper limit. */
  public static final int LAST_LEVEL = Integer.MAX_VALUE;

  public JsonPath {
    requireNonNull(root, "root is null");
  }

  /** Expression of a path, or predicate. */
  public sealed interface Expression {}

  /** The document {@code $}, the value {@code @} of a filter, or the subscript {@code last}. */
  public enum Place implements Expression {
    ROOT,
    CURRENT,
    LAST
  }

  /** Text. */
  public record Text(String value) implements Expression {}

  /** Number. */
  public record Decimal(BigDecimal value) implements Expression {}

  /** Boolean or, if it is null, JSON's null. */
  public record Constant(@Nullable Boolean value) implements Expression {}

  /** Variable of the query. */
  public record Variable(String name) implements Expression {}

  /** Value with accessors, in the order of the text; there is at least one. */
  public record Chain(Expression base, List<Step> steps) implements Expression {
    public Chain {
      steps = List.copyOf(steps);
    }
  }

  /** Arithmetic, comparison, conjunction or disjunction. */
  public record Binary(Operator operator, Expression left, Expression right)
      implements Expression {}

  /** Number with its sign kept or changed. */
  public record Signed(boolean isNegative, Expression operand) implements Expression {}

  /** Negation of a predicate. */
  public record Not(Expression operand) implements Expression {}

  /** Test whether a predicate is neither true nor false. */
  public record IsUnknown(Expression operand) implements Expression {}

  /** Test whether an expression has values. */
  public record Exists(Expression operand) implements Expression {}

  /** Test of a text by a regular expression; the flags are among {@code ismxq}. */
  public record LikeRegex(Expression value, String pattern, String flags) implements Expression {}

  /** Operators of two operands. */
  public enum Operator {
    OR("||", 0),
    AND("&&", 1),
    EQUAL("==", 2),
    NOT_EQUAL("!=", 2),
    LESS("<", 2),
    GREATER(">", 2),
    LESS_OR_EQUAL("<=", 2),
    GREATER_OR_EQUAL(">=", 2),
    STARTS_WITH("starts with", 2),
    ADD("+", 3),
    SUBTRACT("-", 3),
    MULTIPLY("*", 4),
    DIVIDE("/", 4),
    MODULO("%", 4);

    private final String sign;
    private final int priority;

    Operator(String sign, int priority) {
      this.sign = sign;
      this.priority = priority;
    }

    /** Returns the operator's text. */
    public String sign() {
      return sign;
    }

    int priority() {
      return priority;
    }

    /** Returns whether the result is a number. */
    public boolean isArithmetic() {
      return priority >= ADD.priority;
    }

    /** Returns whether the operands are predicates. */
    public boolean isLogic() {
      return this == OR || this == AND;
    }
  }

  /** Accessor of values. */
  public sealed interface Step {}

  /** Member of an object. */
  public record Key(String name) implements Step {}

  /** All members of an object, or all elements of an array. */
  public enum Wildcard implements Step {
    MEMBERS,
    ELEMENTS
  }

  /** Elements of an array. */
  public record Subscripts(List<Subscript> ranges) implements Step {
    public Subscripts {
      ranges = List.copyOf(ranges);
    }
  }

  /** Element of an array, or those between two. */
  public record Subscript(Expression from, @Nullable Expression to) {}

  /** The value, its members, theirs and so on, by their levels. */
  public record Descendants(int first, int last) implements Step {}

  /** Values that meet a predicate. */
  public record Filter(Expression predicate) implements Step {}

  /** Item method; only {@code datetime} has an argument. */
  public record Method(String name, @Nullable String argument) implements Step {}
}
