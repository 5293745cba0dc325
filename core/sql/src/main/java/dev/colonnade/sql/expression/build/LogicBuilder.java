package dev.colonnade.sql.expression.build;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.comparison.Comparison;
import dev.colonnade.sql.expression.comparison.ComparisonOperator;
import dev.colonnade.sql.expression.comparison.InList;
import dev.colonnade.sql.expression.logic.LogicExpression;
import dev.colonnade.sql.expression.logic.NullTest;
import dev.colonnade.sql.expression.logic.TruthTest;
import dev.colonnade.sql.expression.logic.TruthTest.Test;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Construction of AND, OR, NOT and of tests, simplified as PostgreSQL does. */
final class LogicBuilder {
  private static final VectorType BOOLEAN = VectorType.of(TypeKind.BOOLEAN);

  private final ConstantFolding folding;

  LogicBuilder(ConstantFolding folding) {
    this.folding = requireNonNull(folding, "folding is null");
  }

  static Literal truth(@Nullable Boolean value) {
    return new Literal(BOOLEAN, value);
  }

  /** Returns AND or OR of operands that are asked for until one of them decides. */
  Expression logic(boolean isAnd, List<? extends Supplier<Expression>> operands) {
    List<Expression> open = new ArrayList<>();
    boolean hasNull = false;
    for (Supplier<Expression> supplier : operands) {
      Expression operand = supplier.get();
      if (!(operand instanceof Literal literal)) {
        add(operand, isAnd, open);
      } else if (literal.value() == null) {
        hasNull = true;
      } else if ((Boolean) literal.value() != isAnd) {
        return truth(!isAnd);
      }
    }
    if (hasNull) {
      open.add(truth(null));
    }
    return switch (open.size()) {
      case 0 -> truth(isAnd);
      case 1 -> open.getFirst();
      default -> {
        Expression list = list(isAnd, open);
        yield list != null ? list : folding.fold(new LogicExpression(isAnd, open));
      }
    };
  }

  private static void add(Expression operand, boolean isAnd, List<Expression> into) {
    if (operand instanceof LogicExpression inner && inner.isAnd() == isAnd) {
      into.addAll(inner.operands());
    } else {
      into.add(operand);
    }
  }

  /** Returns the membership that equalities with constants mean; null if there are others. */
  private @Nullable Expression list(boolean isAnd, List<Expression> operands) {
    ComparisonOperator wanted = isAnd ? ComparisonOperator.NOT_EQUAL : ComparisonOperator.EQUAL;
    List<Expression> items = new ArrayList<>();
    Expression shared = null;
    for (Expression operand : operands) {
      if (operand instanceof InList list && list.isNegated() == isAnd) {
        shared = shared == null ? list.value() : shared;
        if (!shared.equals(list.value())) {
          return null;
        }
        items.addAll(list.items());
      } else if (operand instanceof Comparison comparison
          && comparison.operator() == wanted
          && comparison.right().isConstant()
          && !comparison.left().isConstant()) {
        shared = shared == null ? comparison.left() : shared;
        if (!shared.equals(comparison.left())) {
          return null;
        }
        items.add(comparison.right());
      } else {
        return null;
      }
    }
    VectorType type = items.getFirst().type();
    boolean isList =
        shared != null
            && !hasVolatile(shared)
            && items.stream().allMatch(item -> item.type().equals(type));
    return isList ? new InList(isAnd, requireNonNull(shared), items) : null;
  }

  private static boolean hasVolatile(Expression expression) {
    return expression.isVolatile()
        || expression.operands().stream().anyMatch(LogicBuilder::hasVolatile);
  }

  Expression not(Expression value) {
    return switch (value) {
      case Literal literal -> truth(literal.value() == null ? null : !((Boolean) literal.value()));
      case Comparison(ComparisonOperator operator, Expression left, Expression right) ->
          new Comparison(operator.negated(), left, right);
      case InList list -> new InList(!list.isNegated(), list.value(), list.items());
      case NullTest test -> new NullTest(!test.isNot(), test.value());
      case TruthTest(Test test, Expression tested) -> opposite(test, tested);
      case LogicExpression logic ->
          logic(
              !logic.isAnd(),
              logic.operands().stream()
                  .map(operand -> (Supplier<Expression>) () -> not(operand))
                  .toList());
      default -> folding.fold(new TruthTest(Test.NOT, value));
    };
  }

  private static Expression opposite(Test test, Expression value) {
    return switch (test) {
      case NOT -> value;
      case IS_TRUE -> new TruthTest(Test.IS_NOT_TRUE, value);
      case IS_NOT_TRUE -> new TruthTest(Test.IS_TRUE, value);
      case IS_FALSE -> new TruthTest(Test.IS_NOT_FALSE, value);
      case IS_NOT_FALSE -> new TruthTest(Test.IS_FALSE, value);
      case IS_UNKNOWN -> new TruthTest(Test.IS_NOT_UNKNOWN, value);
      case IS_NOT_UNKNOWN -> new TruthTest(Test.IS_UNKNOWN, value);
    };
  }

  Expression test(Test test, Expression value) {
    Expression tested = Conversions.isNull(value) ? truth(null) : value;
    return test == Test.NOT ? not(tested) : folding.fold(new TruthTest(test, tested));
  }

  Expression isNull(boolean isNot, Expression value) {
    return folding.fold(new NullTest(isNot, value));
  }
}
