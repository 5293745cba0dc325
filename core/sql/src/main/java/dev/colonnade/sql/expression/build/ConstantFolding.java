package dev.colonnade.sql.expression.build;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.ExecutionConstant;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.expression.Literal;
import dev.colonnade.sql.expression.SubqueryExecutor;
import dev.colonnade.sql.expression.call.FunctionCall;
import dev.colonnade.sql.function.StatementServices;
import dev.colonnade.sql.type.TypeKind;
import dev.colonnade.sql.vector.VectorType;
import dev.colonnade.type.value.SpecialNumeric;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Folding of constants as PostgreSQL does it:
 *
 * <ul>
 *   <li>An immutable expression over literals becomes its value. If its evaluation fails, the
 *       statement fails even if no row needs the value: {@link #errors} has these errors, in the
 *       order in which PostgreSQL finds them. The expression itself remains, and fails for each
 *       row.
 *   <li>The parts of CASE, COALESCE, AND and OR that the constants before them exclude are not
 *       looked at; {@link ExpressionBuilder} asks for operands one after the other.
 *   <li>An expression that is constant within an execution, over parameters or with stable
 *       functions, is evaluated at most once, when a row first needs it. So are functions that can
 *       run for long, because folding cannot be canceled.
 *   <li>Volatile functions are never folded.
 * </ul>
 *
 * <p>One thread.
 */
final class ConstantFolding {
  /** Functions of immutable values that can run for long or return much. */
  private static final Set<String> LONG_RUNNING =
      Set.of(
          "powerDecimal",
          "factorial",
          "repeat",
          "lpad",
          "rpad",
          "lpadBlank",
          "rpadBlank",
          "expDecimal",
          "lnDecimal",
          "logDecimal",
          "logBase",
          "sqrtDecimal",
          "arrayFill",
          "replace",
          "gcd",
          "lcm");

  private static final String REGULAR_EXPRESSIONS = "Regex";
  private static final String SERIES = "Series";

  private final List<ColonnadeException> errors = new ArrayList<>();
  private final Runnable onFailure;
  private boolean isSuspended;
  private final Evaluation evaluation =
      new Evaluation(
          ConstantFolding::noParameter,
          StatementServices.NONE,
          Cancellation.withoutDeadline(),
          SubqueryExecutor.NONE);

  /**
   * Creates the folding.
   *
   * @param onFailure called when the evaluation of a constant fails
   */
  ConstantFolding(Runnable onFailure) {
    this.onFailure = requireNonNull(onFailure, "onFailure is null");
  }

  private static @Nullable Object noParameter(int index) {
    throw new ColonnadeException(ErrorCode.INTERNAL, "parameter has no value: index=" + index);
  }

  /** Returns the errors of constant expressions. */
  List<ColonnadeException> errors() {
    return List.copyOf(errors);
  }

  /** Removes and returns the errors after the first {@code count}. */
  List<ColonnadeException> removeErrors(int count) {
    List<ColonnadeException> last = errors.subList(count, errors.size());
    List<ColonnadeException> removed = List.copyOf(last);
    last.clear();
    return removed;
  }

  /** Adds errors of constant expressions. */
  void addErrors(List<ColonnadeException> others) {
    errors.addAll(others);
  }

  /** Returns whether expressions stay as they are. */
  boolean isSuspended() {
    return isSuspended;
  }

  /** Keeps expressions as they are from now on. */
  void suspend() {
    isSuspended = true;
  }

  /** Returns whether a folded expression is a constant without a value: its evaluation fails. */
  static boolean fails(Expression folded) {
    return folded.isConstant() && !folded.isVolatile() && !(folded instanceof Literal);
  }

  /** Returns the value of an expression over folded operands, or the expression. */
  Expression fold(Expression expression) {
    if (isSuspended) {
      return expression;
    }
    boolean areLiterals = true;
    for (Expression operand : expression.operands()) {
      if (!operand.isConstant()) {
        return expression;
      }
      areLiterals &= operand instanceof Literal;
    }
    if (expression.isVolatile()) {
      return expression;
    }
    boolean isKnown = areLiterals && expression.isFoldable() && !isLongRunning(expression);
    return isKnown ? value(expression) : new ExecutionConstant(expression);
  }

  private static boolean isLongRunning(Expression expression) {
    if (!(expression instanceof FunctionCall call)) {
      return false;
    }
    String name = call.function().methodName();
    return LONG_RUNNING.contains(name)
        || name.contains(SERIES)
        || call.function().owner().getSimpleName().startsWith(REGULAR_EXPRESSIONS);
  }

  private Expression value(Expression expression) {
    try {
      return literal(expression.type(), evaluation.value(expression));
    } catch (ColonnadeException e) {
      errors.add(e);
      onFailure.run();
      return new ExecutionConstant(expression, e);
    }
  }

  /** Returns a literal; a NUMERIC has the form LONG if its value fits. */
  static Literal literal(VectorType type, @Nullable Object value) {
    if (type.kind() == TypeKind.NUMERIC
        && value instanceof BigDecimal number
        && !SpecialNumeric.is(number)) {
      BigDecimal plain = number.scale() < 0 ? number.setScale(0) : number;
      boolean isShort =
          plain.scale() <= VectorType.LONG_SCALE_MAX
              && plain.unscaledValue().bitLength() < Long.SIZE;
      return new Literal(
          isShort ? VectorType.decimal(plain.scale()) : VectorType.of(type.kind()), plain);
    }
    return new Literal(type, value);
  }
}
