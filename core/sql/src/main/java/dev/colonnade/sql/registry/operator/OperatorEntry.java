package dev.colonnade.sql.registry.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.function.ScalarFunction.Volatility;
import dev.colonnade.sql.registry.implementation.Implementation;
import dev.colonnade.sql.registry.type.Type;
import java.util.List;

/**
 * One overload of an operator.
 *
 * @param operands types of the operands: one of a prefix operator, two of an infix operator
 */
public record OperatorEntry(
    int oid,
    String name,
    List<Type> operands,
    Type result,
    Behavior behavior,
    Implementation implementation) {
  /**
   * Behavior of an operator.
   *
   * @param isStrict whether the result is NULL if an operand is
   */
  public record Behavior(
      Volatility volatility, boolean isStrict, Function function, Relatives relatives) {
    public Behavior {
      requireNonNull(volatility, "volatility is null");
      requireNonNull(function, "function is null");
      requireNonNull(relatives, "relatives is null");
    }
  }

  /** Function of an operator in {@code pg_proc}. */
  public record Function(int oid, String name) {
    public Function {
      requireNonNull(name, "name is null");
    }
  }

  /**
   * Related operators and use of an operator.
   *
   * @param commutatorOid of the operator with exchanged operands; 0 if there is none
   * @param negatorOid of the operator with the negated result; 0 if there is none
   * @param canMerge whether merge joins can use it
   * @param canHash whether hash joins can use it
   */
  public record Relatives(int commutatorOid, int negatorOid, boolean canMerge, boolean canHash) {}

  public OperatorEntry {
    requireNonNull(name, "name is null");
    requireNonNull(result, "result is null");
    requireNonNull(behavior, "behavior is null");
    requireNonNull(implementation, "implementation is null");
    operands = List.copyOf(operands);
  }

  public boolean isPrefix() {
    return operands.size() == 1;
  }

  /** Returns whether a call can be executed. */
  public boolean isSupported() {
    return !(implementation instanceof Implementation.Absent);
  }
}
