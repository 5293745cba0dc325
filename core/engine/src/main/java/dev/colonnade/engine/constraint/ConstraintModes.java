package dev.colonnade.engine.constraint;

import dev.colonnade.catalog.constraint.ConstraintId;
import dev.colonnade.catalog.constraint.ConstraintTiming;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Constraint modes of a transaction (SET CONSTRAINTS). Immutable.
 *
 * @param all mode of all constraints; null if not set
 * @param named modes of single constraints, set later
 */
record ConstraintModes(@Nullable Boolean all, Map<ConstraintId, Boolean> named) {
  /** Modes of a new transaction. */
  static final ConstraintModes NONE = new ConstraintModes(null, Map.of());

  ConstraintModes {
    named = Map.copyOf(named);
  }

  /** Returns the modes with some constraints set; with all set if none is listed. */
  ConstraintModes with(Set<ConstraintId> constraints, boolean deferred) {
    if (constraints.isEmpty()) {
      return new ConstraintModes(deferred, Map.of());
    }
    Map<ConstraintId, Boolean> changed = new HashMap<>(named);
    constraints.forEach(constraint -> changed.put(constraint, deferred));
    return new ConstraintModes(all, changed);
  }

  /** Returns whether a constraint is deferred to the commit. */
  boolean isDeferred(ConstraintId constraint, ConstraintTiming timing) {
    if (!timing.isDeferrable()) {
      return false;
    }
    Boolean mode = named.getOrDefault(constraint, all);
    return mode == null ? timing == ConstraintTiming.INITIALLY_DEFERRED : mode;
  }
}
