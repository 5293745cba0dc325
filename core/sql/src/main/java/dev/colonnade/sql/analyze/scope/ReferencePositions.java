package dev.colonnade.sql.analyze.scope;

import dev.colonnade.sql.analyze.bind.Origin;
import dev.colonnade.sql.logical.Variable;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * Origins of columns, and positions of references to them, for the errors of checks that run when
 * the expressions of a query are complete. Each reference is an object of its own that is equal to
 * its variable.
 */
final class ReferencePositions {
  private final IdentityHashMap<Variable, Integer> positions = new IdentityHashMap<>();
  private final Map<Variable, Origin> origins = new HashMap<>();

  /** Records the column of a table that a variable is. */
  void origin(Variable variable, Origin origin) {
    origins.putIfAbsent(variable, origin);
  }

  /** Returns the column of a table that a variable is. */
  Origin originOf(Variable variable) {
    return origins.getOrDefault(variable, Origin.NONE);
  }

  /** Returns a reference to a variable at a position. */
  Variable reference(Variable variable, int position) {
    Variable reference = new Variable(variable.type(), variable.id(), variable.name());
    positions.put(reference, position);
    return reference;
  }

  /** Returns the position of a reference; -1 if the object is none. */
  int of(Variable reference) {
    return positions.getOrDefault(reference, -1);
  }
}
