package dev.colonnade.sql.registry.resolve;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.operator.OperatorEntry;
import dev.colonnade.sql.registry.type.Type;
import java.util.List;

/** Operator that was chosen for operands. */
public record ResolvedOperator(OperatorEntry entry, List<ResolvedArgument> operands, Type result) {
  public ResolvedOperator {
    requireNonNull(entry, "entry is null");
    requireNonNull(result, "result is null");
    operands = List.copyOf(operands);
  }
}
