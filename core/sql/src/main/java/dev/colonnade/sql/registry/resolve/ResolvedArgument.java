package dev.colonnade.sql.registry.resolve;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.registry.coerce.CastStep;
import dev.colonnade.sql.registry.type.Type;
import java.util.List;

/**
 * Operand of a resolved operator or argument of a resolved call.
 *
 * @param type to which the value is coerced; that of the value for parameters of any type
 * @param steps of the coercion
 */
public record ResolvedArgument(Type type, List<CastStep> steps) {
  public ResolvedArgument {
    requireNonNull(type, "type is null");
    steps = List.copyOf(steps);
  }
}
