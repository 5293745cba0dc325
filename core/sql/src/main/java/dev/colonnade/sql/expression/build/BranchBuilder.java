package dev.colonnade.sql.expression.build;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.logic.CaseExpression;
import dev.colonnade.sql.expression.logic.CoalesceExpression;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/** Construction of CASE and COALESCE, simplified as PostgreSQL does. */
final class BranchBuilder {
  private final ConstantFolding folding;
  private final Conversions conversions;

  BranchBuilder(ConstantFolding folding, Conversions conversions) {
    this.folding = requireNonNull(folding, "folding is null");
    this.conversions = requireNonNull(conversions, "conversions is null");
  }

  /**
   * Returns CASE. A branch whose condition is a constant other than TRUE is removed, and those
   * after a condition that is TRUE: their operands are not asked for.
   *
   * @param operands conditions, each followed by its result, then the result of ELSE
   */
  Expression caseOf(TypeKind kind, List<? extends Supplier<Expression>> operands) {
    List<Expression> conditions = new ArrayList<>();
    List<Expression> results = new ArrayList<>();
    Supplier<Expression> last = operands.getLast();
    for (int i = 0; i + 1 < operands.size(); i += 2) {
      Expression condition = operands.get(i).get();
      if (!folding.isSuspended() && condition instanceof Literal literal) {
        if (Boolean.TRUE.equals(literal.value())) {
          last = operands.get(i + 1);
          break;
        }
        continue;
      }
      conditions.add(condition);
      results.add(operands.get(i + 1).get());
    }
    results.add(last.get());
    List<Expression> typed = ofOneType(kind, results);
    return conditions.isEmpty()
        ? typed.getFirst()
        : folding.fold(new CaseExpression(typeOf(kind, typed), conditions, typed));
  }

  /** Returns COALESCE. Operands after a constant that is not NULL are not asked for. */
  Expression coalesce(TypeKind kind, List<? extends Supplier<Expression>> operands) {
    List<Expression> open = new ArrayList<>();
    for (Supplier<Expression> supplier : operands) {
      Expression operand = supplier.get();
      if (folding.isSuspended() || !Conversions.isNull(operand)) {
        open.add(operand);
      }
      if (!folding.isSuspended() && operand instanceof Literal literal && literal.value() != null) {
        break;
      }
    }
    if (open.isEmpty()) {
      return new Literal(VectorType.of(kind), null);
    }
    List<Expression> typed = ofOneType(kind, open);
    return typed.size() == 1
        ? typed.getFirst()
        : folding.fold(new CoalesceExpression(typeOf(kind, typed), typed));
  }

  private List<Expression> ofOneType(TypeKind kind, List<Expression> results) {
    if (kind == TypeKind.UNKNOWN) {
      return results;
    }
    List<Expression> cast = results.stream().map(result -> conversions.cast(result, kind)).toList();
    VectorType type = typeOf(kind, cast);
    return cast.stream()
        .map(result -> Conversions.isNull(result) ? new Literal(type, null) : result)
        .toList();
  }

  /** Returns the type of all results; NUMERICs of different scales keep them as objects. */
  private static VectorType typeOf(TypeKind kind, List<Expression> results) {
    VectorType shared = null;
    for (Expression result : results) {
      VectorType type = result.type();
      if (Conversions.isNull(result)) {
        continue;
      }
      if (shared != null && (shared.form() != type.form() || shared.scale() != type.scale())) {
        return VectorType.of(kind);
      }
      shared = type;
    }
    return shared == null
        ? VectorType.of(kind)
        : new VectorType(kind, shared.form(), shared.scale());
  }
}
