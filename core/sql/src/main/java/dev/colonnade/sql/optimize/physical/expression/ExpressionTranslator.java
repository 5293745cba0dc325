package dev.colonnade.sql.optimize.physical.expression;

import dev.colonnade.sql.expression.ExecutionConstant;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.OuterReference;
import dev.colonnade.sql.expression.build.ExpressionBuilder;
import dev.colonnade.sql.logical.LogicalSubquery;
import dev.colonnade.sql.logical.Variable;
import dev.colonnade.sql.optimize.physical.row.PlanInputs;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Translator of expressions over variables into expressions over columns by position, columns of
 * enclosing rows, and plans of subqueries. One statement, one thread.
 */
public final class ExpressionTranslator {
  private final OuterScopes scopes;
  private final ExpressionBuilder builder = new ExpressionBuilder();
  private final SubqueryTranslator subqueries;

  /**
   * Creates a translator.
   *
   * @param inputs plans the subqueries
   */
  public ExpressionTranslator(OuterScopes scopes, PlanInputs inputs) {
    this.scopes = scopes;
    this.subqueries = new SubqueryTranslator(scopes, inputs, builder);
  }

  /** Returns an expression over columns. */
  public Expression translate(Expression expression, InputColumns input) {
    return switch (expression) {
      case Variable variable -> variable(variable, input);
      case LogicalSubquery subquery -> {
        List<Expression> compared = translateAll(subquery.operands(), input);
        List<Variable> outer = subqueries.outerVariables(subquery);
        List<Expression> values = new ArrayList<>(outer.size());
        for (Variable one : outer) {
          values.add(variable(one, input));
        }
        yield subqueries.translate(subquery, compared, outer, values, input.names());
      }
      default -> call(expression, input);
    };
  }

  private Expression variable(Variable variable, InputColumns input) {
    Expression found = input.find(variable);
    if (found != null) {
      return found;
    }
    OuterReference outer = scopes.find(variable);
    if (outer == null) {
      throw new IllegalStateException("variable is not defined: variable=" + variable);
    }
    return outer;
  }

  private Expression call(Expression expression, InputColumns input) {
    List<Expression> operands = expression.operands();
    List<Expression> others = translateAll(operands, input);
    if (isSame(operands, others)) {
      return expression;
    }
    Expression changed = expression.withOperands(others);
    boolean mayFold = !(expression instanceof ExecutionConstant);
    for (int i = 0; mayFold && i < others.size(); i++) {
      mayFold = others.get(i).isConstant();
    }
    return mayFold ? builder.fold(changed) : changed;
  }

  @SuppressWarnings("ReferenceEquality") // unchanged lists are returned as they are
  private static boolean isSame(List<Expression> some, List<Expression> others) {
    return some == others;
  }

  /** Returns expressions over columns; the same list if none has changed. */
  @SuppressWarnings("ReferenceEquality") // unchanged expressions are returned as they are
  public List<Expression> translateAll(List<Expression> expressions, InputColumns input) {
    List<Expression> changed = null;
    for (int i = 0; i < expressions.size(); i++) {
      Expression before = expressions.get(i);
      Expression after = translate(before, input);
      if (after != before && changed == null) {
        changed = new ArrayList<>(expressions);
      }
      if (changed != null) {
        changed.set(i, after);
      }
    }
    return changed == null ? expressions : changed;
  }

  /** Returns the conjunction of predicates over columns; null if there are none. */
  public @Nullable Expression conjunction(List<Expression> predicates, InputColumns input) {
    return switch (predicates.size()) {
      case 0 -> null;
      case 1 -> translate(predicates.getFirst(), input);
      default -> Conjunctions.of(translateAll(predicates, input));
    };
  }
}
