package dev.colonnade.sql.expression.comparison;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.LongVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBuilder;
import dev.colonnade.sql.vector.VectorType;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Implication between predicates: whether a predicate is TRUE for all rows for which others are.
 * Recognizes equal predicates, comparisons of a value with constants, and tests for NULL of values
 * that a predicate compares; the absence of an implication is not proven.
 */
public final class Implication {
  private Implication() {}

  /** Returns whether predicates, all of which are TRUE, imply another one. */
  public static boolean implies(Collection<Expression> known, Expression wanted) {
    if (wanted instanceof LogicExpression logic && logic.isAnd()) {
      return logic.operands().stream().allMatch(operand -> implies(known, operand));
    }
    return known.stream().anyMatch(predicate -> implies(predicate, wanted));
  }

  private static boolean implies(Expression known, Expression wanted) {
    if (known.equals(wanted)) {
      return true;
    }
    if (known instanceof LogicExpression logic) {
      return logic.isAnd()
          ? implies(logic.operands(), wanted)
          : logic.operands().stream().allMatch(operand -> implies(operand, wanted));
    }
    return switch (wanted) {
      case LogicExpression logic when logic.isAnd() -> implies(List.of(known), wanted);
      case LogicExpression logic ->
          logic.operands().stream().anyMatch(operand -> implies(known, operand));
      case NullTest test when test.isNot() -> isNullIfNull(known, test.value());
      case Comparison comparison -> {
        ValueBound bound = ValueBound.of(comparison);
        yield bound != null && impliesAny(known, List.of(bound));
      }
      case InList list when !list.isNegated() -> {
        List<ValueBound> bounds = ValueBound.of(list);
        yield bounds != null && impliesAny(known, bounds);
      }
      default -> false;
    };
  }

  /** Returns whether a predicate is NULL for all rows for which a value is NULL. */
  private static boolean isNullIfNull(Expression known, Expression value) {
    return switch (known) {
      case Comparison comparison ->
          comparison.left().equals(value) || comparison.right().equals(value);
      case InList list -> list.value().equals(value);
      default -> false;
    };
  }

  /** Returns whether for each value that a predicate accepts one of the bounds is TRUE. */
  private static boolean impliesAny(Expression known, List<ValueBound> wanted) {
    if (known instanceof InList list && !list.isNegated()) {
      List<ValueBound> given = ValueBound.of(list);
      return given != null && given.stream().allMatch(bound -> bound.impliesAny(wanted));
    }
    ValueBound bound = known instanceof Comparison comparison ? ValueBound.of(comparison) : null;
    return bound != null && bound.impliesAny(wanted);
  }

  /** Comparison of a value with a constant that is not NULL. */
  private record ValueBound(Expression value, ComparisonOperator operator, Literal constant) {
    static @Nullable ValueBound of(Comparison comparison) {
      if (comparison.right() instanceof Literal literal && literal.value() != null) {
        return new ValueBound(comparison.left(), comparison.operator(), literal);
      }
      if (comparison.left() instanceof Literal literal && literal.value() != null) {
        return new ValueBound(comparison.right(), comparison.operator().mirrored(), literal);
      }
      return null;
    }

    /** Returns the equalities of which IN is one; null if an item is no literal. */
    static @Nullable List<ValueBound> of(InList list) {
      List<ValueBound> bounds = new ArrayList<>(list.items().size());
      for (Expression item : list.items()) {
        if (!(item instanceof Literal literal)) {
          return null;
        }
        if (literal.value() != null) {
          bounds.add(new ValueBound(list.value(), ComparisonOperator.EQUAL, literal));
        }
      }
      return bounds;
    }

    boolean impliesAny(List<ValueBound> others) {
      return others.stream().anyMatch(this::implies);
    }

    /** Returns whether another bound is TRUE where this one is. */
    private boolean implies(ValueBound other) {
      if (!value.equals(other.value)) {
        return false;
      }
      Integer order = order(constant, other.constant);
      if (order == null) {
        return false;
      }
      return switch (operator) {
        case EQUAL -> other.operator.holds(order);
        case NOT_EQUAL -> other.operator == ComparisonOperator.NOT_EQUAL && order == 0;
        case LESS, LESS_OR_EQUAL -> impliesUpper(other.operator, order);
        case GREATER, GREATER_OR_EQUAL -> impliesUpper(other.operator.mirrored(), -order);
      };
    }

    /** Returns whether this upper bound implies one by an operator, given their order. */
    private boolean impliesUpper(ComparisonOperator wanted, int order) {
      return switch (wanted) {
        case LESS, NOT_EQUAL -> isStrict() ? order <= 0 : order < 0;
        case LESS_OR_EQUAL -> order <= 0;
        case EQUAL, GREATER, GREATER_OR_EQUAL -> false;
      };
    }

    /** Returns the order of two constants; null if they are not comparable. */
    private static @Nullable Integer order(Literal constant, Literal other) {
      VectorType type = constant.type();
      VectorType otherType = other.type();
      if (ValueOrdering.areComparable(type, otherType)) {
        return ValueOrdering.compare(vector(constant), 0, type, vector(other), 0, otherType);
      }
      return isExact(type) && isExact(otherType)
          ? (Integer) number(constant).compareTo(number(other))
          : null;
    }

    private static boolean isExact(VectorType type) {
      return (type.kind().isInteger() || type.kind() == TypeKind.NUMERIC)
          && type.form() == VectorType.Form.LONG;
    }

    private static BigDecimal number(Literal constant) {
      long unscaled = ((LongVector) vector(constant)).values()[0];
      return BigDecimal.valueOf(unscaled, constant.type().scale());
    }

    private boolean isStrict() {
      return operator == ComparisonOperator.LESS || operator == ComparisonOperator.GREATER;
    }

    private static Vector vector(Literal literal) {
      return VectorBuilder.vectorOf(new @Nullable Object[] {literal.value()}, literal.type());
    }
  }
}
