package dev.colonnade.sql.optimize.cost;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.expression.call.LikeExpression;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.DistinctComparison;
import dev.colonnade.sql.expression.comparison.InArray;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.expression.comparison.RowComparison;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.statistics.ColumnStatistics;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Selectivity of predicates over the rows of a plan: by the statistics of the columns, by
 * PostgreSQL's defaults where there are none, and for values that are not known.
 */
final class PredicateSelectivity {
  /** Inequality with an unknown value, as PostgreSQL assumes. */
  static final double INEQUALITY = 1.0 / 3;

  /** Range between two unknown values, or of an unknown pattern, as PostgreSQL assumes. */
  static final double RANGE = 0.005;

  /** Function or expression of BOOLEAN, as PostgreSQL assumes. */
  static final double FUNCTION = 1.0 / 3;

  /** BOOLEAN column without statistics. */
  private static final double TRUTH = 0.5;

  /** Pattern without a constant prefix. */
  private static final double PATTERN = 0.05;

  /** Subquery that is left in a predicate. */
  private static final double SUBQUERY = 0.5;

  /** Number of elements of an array that is not known, as PostgreSQL assumes. */
  private static final double ARRAY_LENGTH = 10;

  private static final double LEAST = 1e-9;

  /** Lower bound of a prefix: histogram bounds distinguish a hundredth of the rows. */
  private static final double PREFIX_LEAST = 0.01;

  private static final Pattern WILDCARD = Pattern.compile("[%_\\\\]");
  private static final Set<String> PATTERN_FUNCTIONS =
      Set.of("like", "ilike", "similar", "matches", "matchesIgnoreCase", "regexMatch");

  /** Functions with about as many results as arguments. */
  private static final Set<String> INJECTIVE_FUNCTIONS = Set.of("lower", "upper", "trim", "concat");

  private final PlanStatistics input;

  PredicateSelectivity(PlanStatistics input) {
    this.input = requireNonNull(input, "input is null");
  }

  /**
   * Returns the fraction of rows for which all predicates are true. Bounds of one variable or of
   * one expression form a range; all other predicates count as independent.
   */
  double ofAll(List<Expression> predicates) {
    double product = 1;
    Map<Expression, ValueRange> ranges = new HashMap<>();
    Map<Variable, Double> equal = new HashMap<>();
    ComparedVariable.RangeVariables bounded = ComparedVariable.RangeVariables.of(predicates, input);
    for (Expression predicate : predicates) {
      Variable variable = equalityVariable(predicate);
      if (variable != null) {
        equal.merge(variable, of(predicate), Math::min);
        continue;
      }
      if (predicate instanceof LogicExpression logic && logic.isAnd()) {
        product *= ofAll(logic.operands());
        continue;
      }
      if (!addBound(predicate, bounded, ranges)) {
        product *= of(predicate);
      }
    }
    for (ValueRange range : ranges.values()) {
      product *= range.fraction();
    }
    return Math.clamp(product * ofEqualities(equal), LEAST, 1);
  }

  /**
   * Returns the fraction of rows for which variables are equal to values. Variables that depend on
   * each other have fewer combinations of values than independent ones.
   *
   * @param fractions of each variable alone
   */
  private double ofEqualities(Map<Variable, Double> fractions) {
    double product = 1;
    double independent = 1;
    double least = 1;
    for (Map.Entry<Variable, Double> one : fractions.entrySet()) {
      product *= one.getValue();
      independent *= input.of(one.getKey()).distinctCount();
      least = Math.min(least, one.getValue());
    }
    double combinations = fractions.size() < 2 ? 0 : input.combinations(fractions.keySet());
    return combinations > 0 && combinations < independent
        ? Math.min(least, product * independent / combinations)
        : product;
  }

  /** Adds a predicate to the range that it bounds; returns false if it is no bound. */
  private boolean addBound(
      Expression predicate,
      ComparedVariable.RangeVariables bounded,
      Map<Expression, ValueRange> ranges) {
    ComparedVariable constant = ComparedVariable.of(predicate);
    ComparedVariable compared = constant == null ? bounded.find(predicate) : constant;
    if (compared != null && compared.isBound()) {
      VariableStatistics statistics = input.of(compared.variable());
      ranges.computeIfAbsent(compared.variable(), _ -> new ValueRange(statistics)).add(compared);
      return true;
    }
    if (compared != null
        || !(predicate instanceof Comparison comparison)
        || !comparison.right().isConstant()) {
      return false;
    }
    boolean isUpper =
        switch (comparison.operator()) {
          case LESS, LESS_OR_EQUAL -> true;
          case EQUAL, NOT_EQUAL, GREATER, GREATER_OR_EQUAL -> false;
        };
    boolean isLower =
        comparison.operator() == ComparisonOperator.GREATER
            || comparison.operator() == ComparisonOperator.GREATER_OR_EQUAL;
    if (isUpper || isLower) {
      ranges
          .computeIfAbsent(comparison.left(), _ -> new ValueRange(VariableStatistics.ONE_VALUE))
          .addUnknown(isUpper);
    }
    return isUpper || isLower;
  }

  /** Returns the fraction of rows for which a predicate is true. */
  double of(Expression predicate) {
    return Math.clamp(fraction(predicate), 0, 1);
  }

  private double fraction(Expression predicate) {
    return switch (predicate) {
      case Literal literal -> Boolean.TRUE.equals(literal.value()) ? 1 : 0;
      case Variable variable -> truth(variable);
      case LogicExpression logic ->
          logic.isAnd() ? ofAll(logic.operands()) : ofAny(logic.operands());
      case TruthTest test -> ofTest(test);
      case NullTest test -> ofNullTest(test);
      case Comparison comparison -> ofComparison(comparison);
      case DistinctComparison comparison -> {
        double equal = ofEquality(comparison.left(), comparison.right());
        yield comparison.isNot() ? equal : 1 - equal;
      }
      case InList list -> ofList(list.value(), list.items(), list.isNegated());
      case InArray array -> ofArray(array);
      case RowComparison comparison -> {
        ComparedVariable first =
            ComparedVariable.of(
                comparison.operator(), comparison.left().getFirst(), comparison.right().getFirst());
        yield first == null ? INEQUALITY : ofCompared(first);
      }
      case LikeExpression like -> ofPattern(like.value(), like.pattern());
      case LogicalSubquery _ -> SUBQUERY;
      case FunctionCall call ->
          PATTERN_FUNCTIONS.contains(call.function().methodName()) ? PATTERN : FUNCTION;
      default -> FUNCTION;
    };
  }

  private double truth(Variable variable) {
    VariableStatistics statistics = input.of(variable);
    ColumnStatistics column = statistics.column();
    return column == null ? TRUTH : column.equalFraction(true);
  }

  private double ofAny(List<Expression> predicates) {
    double none = 1;
    double sum = 0;
    Variable equal = null;
    boolean areDisjoint = true;
    for (Expression predicate : predicates) {
      double fraction = of(predicate);
      none *= 1 - fraction;
      sum += fraction;
      Variable variable = equalityVariable(predicate);
      areDisjoint &= variable != null && (equal == null || equal.equals(variable));
      equal = variable;
    }
    return areDisjoint ? Math.min(1, sum) : 1 - none;
  }

  private static @Nullable Variable equalityVariable(Expression predicate) {
    ComparedVariable compared = ComparedVariable.of(predicate);
    return compared != null && compared.isEquality() ? compared.variable() : null;
  }

  private double ofTest(TruthTest test) {
    double nulls = nullFraction(test.value());
    double isTrue = of(test.value());
    return switch (test.test()) {
      case NOT, IS_FALSE -> 1 - nulls - isTrue;
      case IS_TRUE -> isTrue;
      case IS_NOT_TRUE -> 1 - isTrue;
      case IS_NOT_FALSE -> isTrue + nulls;
      case IS_UNKNOWN -> nulls;
      case IS_NOT_UNKNOWN -> 1 - nulls;
    };
  }

  /** Returns the fraction of NULLs of an expression that is NULL where one of its variables is. */
  private double nullFraction(Expression expression) {
    if (expression instanceof Variable variable) {
      return input.of(variable).nullFraction();
    }
    double known = 1;
    for (Expression operand : expression.operands()) {
      known *= 1 - nullFraction(operand);
    }
    return 1 - known;
  }

  private double ofNullTest(NullTest test) {
    double nulls = nullFraction(test.value());
    return test.isNot() ? 1 - nulls : nulls;
  }

  private double ofComparison(Comparison comparison) {
    ComparedVariable constant = ComparedVariable.of(comparison);
    ComparedVariable compared =
        constant == null
            ? ComparedVariable.RangeVariables.of(List.of(comparison), input).find(comparison)
            : constant;
    if (compared != null) {
      return ofCompared(compared);
    }
    return switch (comparison.operator()) {
      case EQUAL -> ofEqualValue(comparison.left(), comparison.right());
      case NOT_EQUAL -> 1 - ofEqualValue(comparison.left(), comparison.right());
      case LESS, LESS_OR_EQUAL, GREATER, GREATER_OR_EQUAL -> INEQUALITY;
    };
  }

  private double ofCompared(ComparedVariable compared) {
    VariableStatistics statistics = input.of(compared.variable());
    if (compared.isBound()) {
      ValueRange range = new ValueRange(statistics);
      range.add(compared);
      return range.fraction();
    }
    double equal = ofValue(statistics, compared.value());
    return compared.isEquality() ? equal : 1 - statistics.nullFraction() - equal;
  }

  /** Returns the selectivity of equality with a value; null if the value is not known. */
  private static double ofValue(VariableStatistics statistics, @Nullable Object value) {
    ColumnStatistics column = statistics.column();
    return value == null || column == null
        ? (1 - statistics.nullFraction()) / statistics.distinctCount()
        : column.equalFraction(value);
  }

  /** Returns the selectivity of the equality of two expressions. */
  double ofEquality(Expression left, Expression right) {
    double distinct = Math.max(comparedCount(left), comparedCount(right));
    return (1 - nullFraction(left)) * (1 - nullFraction(right)) / distinct;
  }

  /**
   * Returns the number of distinct values of a side of an equality. Most functions have fewer
   * results than their arguments have combinations; without statistics at most as many are assumed
   * as PostgreSQL assumes.
   */
  private double comparedCount(Expression expression) {
    Variable variable = ComparedVariable.unwrapped(expression);
    if (variable != null) {
      return input.of(variable).distinctCount();
    }
    boolean keepsValues =
        expression instanceof FunctionCall call
            && INJECTIVE_FUNCTIONS.contains(call.function().methodName());
    double most = keepsValues ? Double.POSITIVE_INFINITY : TableCardinality.DISTINCT;
    return Math.min(distinctCount(expression), most);
  }

  /**
   * Returns the number of values that an expression has, whatever other predicates leave of them.
   */
  double domainCount(Expression expression) {
    return expression instanceof Variable variable
        ? input.of(variable).domainCount()
        : distinctCount(expression);
  }

  /** Returns the number of distinct values of an expression: those of its variables together. */
  double distinctCount(Expression expression) {
    if (expression instanceof Variable variable) {
      return input.of(variable).distinctCount();
    }
    double product = 1;
    for (Expression operand : expression.operands()) {
      product *= distinctCount(operand);
    }
    return Math.max(1, Math.min(product, input.rows()));
  }

  private double ofList(Expression value, List<Expression> items, boolean isNegated) {
    double sum = 0;
    for (Expression item : items) {
      ComparedVariable compared = ComparedVariable.ofEquality(value, item);
      sum += compared == null ? ofEqualValue(value, item) : ofCompared(compared);
    }
    double most = 1 - nullFraction(value);
    double fraction = Math.min(sum, most);
    return isNegated ? most - fraction : fraction;
  }

  private double ofArray(InArray array) {
    double each = ofEquality(array.value(), array.value());
    double sum = each * ARRAY_LENGTH;
    if (array.array() instanceof Literal literal && literal.value() instanceof List<?> list) {
      sum = 0;
      for (Object item : list) {
        double prefix = ofPrefix(array.value(), item);
        sum += prefix < 0 ? each : prefix;
      }
    }
    double most = 1 - nullFraction(array.value());
    double fraction = Math.min(sum, most);
    return array.isNegated() ? most - fraction : fraction;
  }

  /** Returns the selectivity of the equality of an expression and a value. */
  private double ofEqualValue(Expression left, Expression right) {
    double prefix = right instanceof Literal literal ? ofPrefix(left, literal.value()) : -1;
    return prefix < 0 ? ofEquality(left, right) : prefix;
  }

  /**
   * Returns the selectivity of the equality of a text and the first characters of a column, {@code
   * substring(c, 1, n)} or {@code left(c, n)}; negative if an expression is not of this form, the
   * text has another length, or the column has no histogram.
   */
  private double ofPrefix(Expression expression, @Nullable Object value) {
    if (!(expression instanceof FunctionCall call) || !(value instanceof String text)) {
      return -1;
    }
    List<Expression> operands = call.operands();
    int length = text.codePointCount(0, text.length());
    boolean isPrefix =
        switch (call.function().methodName()) {
          case "substring" ->
              operands.size() == 3
                  && isNumber(operands.get(1), 1)
                  && isNumber(operands.get(2), length);
          case "left" -> operands.size() == 2 && isNumber(operands.get(1), length);
          default -> false;
        };
    Variable variable = isPrefix ? textOf(operands.getFirst()) : null;
    ColumnStatistics column = variable == null ? null : input.of(variable).column();
    return column == null || column.bounds().isEmpty() ? -1 : prefixFraction(column, text);
  }

  private static boolean isNumber(Expression expression, int number) {
    return expression instanceof Literal literal
        && literal.value() instanceof Number found
        && found.longValue() == number;
  }

  /** Returns the variable of which an expression is the text, without blanks at its end. */
  private static @Nullable Variable textOf(Expression expression) {
    Variable variable = ComparedVariable.unwrapped(expression);
    return variable == null
            && expression instanceof FunctionCall call
            && call.operands().size() == 1
            && call.operands().getFirst() instanceof Variable padded
            && padded.type().kind() == TypeKind.CHAR
        ? padded
        : variable;
  }

  private static double prefixFraction(ColumnStatistics column, String prefix) {
    double between =
        column.lessFraction(prefix + Character.MAX_VALUE) - column.lessFraction(prefix);
    return Math.clamp(between, PREFIX_LEAST, 1);
  }

  /**
   * Estimates LIKE by the range of values that begin with the prefix before the first wildcard, by
   * PostgreSQL's default if the column has no statistics.
   */
  private double ofPattern(Expression value, Expression pattern) {
    if (!(pattern instanceof Literal literal) || !(literal.value() instanceof String text)) {
      return RANGE;
    }
    String prefix = WILDCARD.split(text, 2)[0];
    Variable variable = ComparedVariable.unwrapped(value);
    ColumnStatistics column = variable == null ? null : input.of(variable).column();
    if (prefix.isEmpty()) {
      return PATTERN;
    }
    if (column == null) {
      return RANGE;
    }
    if (prefix.length() == text.length()) {
      return column.equalFraction(text);
    }
    if (column.bounds().isEmpty()) {
      return PATTERN;
    }
    return prefixFraction(column, prefix);
  }

  /** Range of the values of one variable, by all of its bounds. One thread. */
  private static final class ValueRange {
    private final VariableStatistics statistics;
    private double start;
    private double end;
    private boolean hasLower;
    private boolean hasUpper;
    private boolean hasUnknownLower;
    private boolean hasUnknownUpper;

    ValueRange(VariableStatistics statistics) {
      this.statistics = requireNonNull(statistics, "statistics is null");
      this.end = 1 - statistics.nullFraction();
    }

    /** Adds a bound. */
    void add(ComparedVariable bound) {
      ColumnStatistics column = statistics.column();
      Object value = bound.value();
      hasUpper |= bound.isUpper();
      hasLower |= !bound.isUpper();
      if (column == null || value == null || column.bounds().size() < 2) {
        addUnknown(bound.isUpper());
      } else if (bound.isUpper()) {
        end = Math.min(end, column.lessFraction(value));
      } else {
        start = Math.max(start, column.lessFraction(value));
      }
    }

    /** Adds a bound of a value that is not known. */
    void addUnknown(boolean isUpper) {
      hasUpper |= isUpper;
      hasLower |= !isUpper;
      hasUnknownUpper |= isUpper;
      hasUnknownLower |= !isUpper;
    }

    /** Returns the fraction of all rows in the range. */
    double fraction() {
      double least = LEAST;
      if (statistics.column() != null) {
        // A range contains at least one value as long as it is not beyond all of them.
        least = Math.min(1 / statistics.distinctCount(), 1.0 / 1000);
      }
      double known = Math.max(least, end - start);
      if (!hasUnknownLower && !hasUnknownUpper) {
        return known;
      }
      return known * (hasLower && hasUpper ? RANGE : INEQUALITY);
    }
  }
}
