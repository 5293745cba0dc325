package dev.colonnade.engine.rule;

import dev.colonnade.catalog.rule.ConstraintId;
import dev.colonnade.catalog.rule.ConstraintTiming;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Which constraints wait for the commit, as a transaction has said it. Immutable.
 *
 * @param all what was said of all of them; null if nothing
 * @param named what was said of some of them later
 */
record ConstraintModes(@Nullable Boolean all, Map<ConstraintId, Boolean> named) {
  /** Nothing was said. */
  static final ConstraintModes NONE = new ConstraintModes(null, Map.of());

  ConstraintModes {
    named = Map.copyOf(named);
  }

  /** As said of some constraints, or of all if none is given. */
  ConstraintModes with(Set<ConstraintId> constraints, boolean deferred) {
    if (constraints.isEmpty()) {
      return new ConstraintModes(deferred, Map.of());
    }
    Map<ConstraintId, Boolean> changed = new HashMap<>(named);
    constraints.forEach(constraint -> changed.put(constraint, deferred));
    return new ConstraintModes(all, changed);
  }

  /** Whether a constraint is checked at the commit only. */
  boolean waits(ConstraintId constraint, ConstraintTiming timing) {
    if (!timing.isDeferrable()) {
      return false;
    }
    Boolean said = named.getOrDefault(constraint, all);
    return said == null ? timing == ConstraintTiming.INITIALLY_DEFERRED : said;
  }
}
