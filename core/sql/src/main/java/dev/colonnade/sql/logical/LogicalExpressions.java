package dev.colonnade.sql.logical;

import dev.colonnade.sql.expression.Expression;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Traversal and rewriting of expressions over variables, into the plans of subqueries too. */
public final class LogicalExpressions {
  private LogicalExpressions() {}

  /**
   * Returns an expression in which {@code rule} has replaced expressions, top down: where it
   * returns null, it is applied to the operands and to the expressions of a subquery's plan.
   */
  public static Expression rewrite(
      Expression expression, Function<Expression, @Nullable Expression> rule) {
    Expression replaced = rule.apply(expression);
    if (replaced != null) {
      return replaced;
    }
    Expression changed = expression;
    List<Expression> operands = expression.operands();
    List<Expression> others = rewriteAll(operands, rule);
    if (others != operands) {
      changed = expression.withOperands(others);
    }
    if (changed instanceof LogicalSubquery subquery) {
      LogicalPlan plan = rewriteExpressions(subquery.plan(), rule);
      changed = plan == subquery.plan() ? changed : subquery.withPlan(plan);
    }
    return changed;
  }

  /** Returns rewritten expressions; the same list if none has changed. */
  public static List<Expression> rewriteAll(
      List<Expression> expressions, Function<Expression, @Nullable Expression> rule) {
    List<Expression> changed = null;
    for (int i = 0; i < expressions.size(); i++) {
      Expression before = expressions.get(i);
      Expression after = rewrite(before, rule);
      if (after != before && changed == null) {
        changed = new ArrayList<>(expressions);
      }
      if (changed != null) {
        changed.set(i, after);
      }
    }
    return changed == null ? expressions : changed;
  }

  /** Returns a plan with rewritten expressions in all of its nodes; the same if none changed. */
  public static LogicalPlan rewriteExpressions(
      LogicalPlan plan, Function<Expression, @Nullable Expression> rule) {
    LogicalPlan changed = rewriteInputs(plan, input -> rewriteExpressions(input, rule));
    List<Expression> expressions = changed.expressions();
    List<Expression> others = rewriteAll(expressions, rule);
    return others == expressions ? changed : changed.withExpressions(others);
  }

  /** Returns a plan with rewritten inputs; the same if none changed. */
  public static LogicalPlan rewriteInputs(
      LogicalPlan plan, Function<LogicalPlan, LogicalPlan> rewriter) {
    List<LogicalPlan> inputs = plan.inputs();
    List<LogicalPlan> changed = null;
    for (int i = 0; i < inputs.size(); i++) {
      LogicalPlan after = rewriter.apply(inputs.get(i));
      if (after != inputs.get(i)) {
        changed = changed == null ? new ArrayList<>(inputs) : changed;
        changed.set(i, after);
      }
    }
    return changed == null ? plan : plan.withInputs(changed);
  }

  /** Returns an expression with variables replaced by the expressions of a map. */
  public static Expression substitute(
      Expression expression, Map<Variable, ? extends Expression> replacements) {
    return rewrite(
        expression,
        part ->
            part instanceof Variable variable ? replacements.getOrDefault(variable, null) : null);
  }

  /** Returns the variables that an expression reads, those of enclosing plans included. */
  public static Set<Variable> variables(Expression expression) {
    Set<Variable> found = new LinkedHashSet<>();
    collect(expression, found);
    return found;
  }

  /** Returns whether an expression reads a variable, also one of an enclosing plan. */
  public static boolean hasVariable(Expression expression) {
    if (expression instanceof Variable
        || (expression instanceof LogicalSubquery subquery
            && !freeVariables(subquery.plan()).isEmpty())) {
      return true;
    }
    for (Expression operand : expression.operands()) {
      if (hasVariable(operand)) {
        return true;
      }
    }
    return false;
  }

  /** Returns the variables that a plan reads and that no node of it defines. */
  public static Set<Variable> freeVariables(LogicalPlan plan) {
    Set<Variable> read = new LinkedHashSet<>();
    Set<Variable> defined = new HashSet<>();
    collect(plan, read, defined);
    read.removeAll(defined);
    return read;
  }

  private static void collect(Expression expression, Set<Variable> into) {
    if (expression instanceof Variable variable) {
      into.add(variable);
      return;
    }
    if (expression instanceof LogicalSubquery subquery) {
      into.addAll(freeVariables(subquery.plan()));
    }
    for (Expression operand : expression.operands()) {
      collect(operand, into);
    }
  }

  private static void collect(LogicalPlan plan, Set<Variable> read, Set<Variable> defined) {
    for (LogicalPlan input : plan.inputs()) {
      collect(input, read, defined);
    }
    plan.expressions().forEach(expression -> collect(expression, read));
    defined.addAll(plan.columns());
  }
}
