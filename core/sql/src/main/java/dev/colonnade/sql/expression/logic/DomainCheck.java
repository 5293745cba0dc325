package dev.colonnade.sql.expression.logic;

import static java.util.Objects.requireNonNull;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import dev.colonnade.error.ErrorObject;
import dev.colonnade.sql.expression.Evaluation;
import dev.colonnade.sql.expression.Expression;
import dev.colonnade.sql.vector.BooleanVector;
import dev.colonnade.sql.vector.Vector;
import dev.colonnade.sql.vector.VectorBatch;
import dev.colonnade.sql.vector.VectorType;
import java.util.List;

/**
 * A value that satisfies the constraints of a domain: the operand, or an error.
 *
 * @param domain its name in messages
 * @param object the domain in errors
 * @param isRequired whether NULL is an error
 * @param checks in the order of their evaluation
 */
public record DomainCheck(
    Expression value, String domain, ErrorObject object, boolean isRequired, List<Check> checks)
    implements Expression {
  /**
   * CHECK constraint.
   *
   * @param predicate over a batch with the value as its only column
   */
  public record Check(String name, Expression predicate) {
    public Check {
      requireNonNull(name, "name is null");
      requireNonNull(predicate, "predicate is null");
    }
  }

  public DomainCheck {
    requireNonNull(value, "value is null");
    requireNonNull(domain, "domain is null");
    requireNonNull(object, "object is null");
    checks = List.copyOf(checks);
  }

  @Override
  public VectorType type() {
    return value.type();
  }

  @Override
  public Vector evaluate(VectorBatch batch, Evaluation evaluation) {
    Vector values = value.evaluate(batch, evaluation);
    int count = batch.rowCount();
    if (isRequired) {
      requireNoNull(values, count);
    }
    if (!checks.isEmpty() && count > 0) {
      VectorBatch column = new VectorBatch(count, values);
      for (Check check : checks) {
        require(check, check.predicate.evaluate(column, evaluation), count);
      }
    }
    return values;
  }

  private void requireNoNull(Vector values, int count) {
    for (int row = 0; row < count; row++) {
      if (values.isNull(row)) {
        throw new ColonnadeException(
            ErrorCode.NOT_NULL_VIOLATION,
            "domain %s does not allow null values".formatted(domain),
            ErrorFields.NONE.withObject(object));
      }
    }
  }

  private void require(Check check, Vector results, int count) {
    for (int row = 0; row < count; row++) {
      boolean isViolated = !results.isNull(row) && !((BooleanVector) results).values()[row];
      if (isViolated) {
        throw new ColonnadeException(
            ErrorCode.CHECK_VIOLATION,
            "value for domain %s violates check constraint \"%s\"".formatted(domain, check.name),
            ErrorFields.NONE.withObject(object).withConstraint(check.name));
      }
    }
  }

  /** The constraints of a domain may change: a value is not computed ahead of an execution. */
  @Override
  public boolean isImmutable() {
    return false;
  }

  @Override
  public List<Expression> operands() {
    return List.of(value);
  }

  @Override
  public Expression withOperands(List<Expression> others) {
    return new DomainCheck(others.getFirst(), domain, object, isRequired, checks);
  }

  @Override
  public String sql(List<String> columns) {
    return "(" + value.sql(columns) + ")::" + domain;
  }
}
