package dev.colonnade.sql.vector.operator;

import static java.util.Objects.requireNonNull;

import dev.colonnade.scan.request.Cancellation;
import dev.colonnade.sql.vector.expression.Constants;

/** Shared context of the operators of one run. */
public record OperatorRun(Constants constants, Cancellation cancellation, QueryMemory memory) {
  public OperatorRun {
    requireNonNull(constants, "constants is null");
    requireNonNull(cancellation, "cancellation is null");
    requireNonNull(memory, "memory is null");
  }
}
