package dev.colonnade.sql.frontend;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogLookups;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.sql.statement.PreparedStatement;

/**
 * Plan with the objects of the catalog that it depends on. A change of other objects leaves it
 * valid. Safe for use by many threads.
 */
final class CachedPlan {
  private final PreparedStatement plan;
  private final CatalogLookups lookups;

  /** Newest version of the catalog for which the plan is known to be valid. */
  private volatile long validVersion;

  CachedPlan(PreparedStatement plan, CatalogLookups lookups, CatalogSnapshot catalog) {
    this.plan = requireNonNull(plan, "plan is null");
    this.lookups = requireNonNull(lookups, "lookups is null");
    this.validVersion = catalog.version();
  }

  PreparedStatement plan() {
    return plan;
  }

  /** Returns whether the plan is valid for a state of the catalog. */
  boolean isValid(CatalogSnapshot catalog) {
    long version = catalog.version();
    if (version == validVersion) {
      return true;
    }
    if (!lookups.isSameIn(catalog)) {
      return false;
    }
    if (!catalog.isUncommitted()) {
      validVersion = version;
    }
    return true;
  }
}
