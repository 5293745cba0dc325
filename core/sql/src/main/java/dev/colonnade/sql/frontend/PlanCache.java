package dev.colonnade.sql.frontend;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import dev.colonnade.catalog.CatalogLookups;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.sql.statement.PreparedStatement;
import org.jspecify.annotations.Nullable;

/**
 * Plans by their texts. One whose objects have changed in the catalog is planned again; changes of
 * other objects leave it. Thread-safe.
 */
final class PlanCache {
  /** Maximum number of plans. */
  static final int PLANS_MAX = 1_000;

  private final Cache<PlanContext.Key, CachedPlan> plans =
      Caffeine.newBuilder().maximumSize(PLANS_MAX).build();

  /** Maximum length of the text of a plan in the cache, in characters. */
  static final int TEXT_LENGTH_MAX = 64 * 1024;

  /** Returns the plan for the catalog of a context; null if there is none. */
  @Nullable PreparedStatement find(PlanContext.Key key, PlanContext context) {
    CachedPlan cached = plans.getIfPresent(key);
    return cached != null && cached.isValid(context.transaction().catalog()) ? cached.plan() : null;
  }

  /**
   * Adds a plan that was made for the catalog of a context, unless only one transaction sees it or
   * its text is long.
   */
  void put(
      PlanContext.Key key, PreparedStatement plan, CatalogLookups lookups, PlanContext context) {
    CatalogSnapshot catalog = context.transaction().catalog();
    if (!catalog.isUncommitted() && key.text().length() <= TEXT_LENGTH_MAX) {
      plans.put(key, new CachedPlan(plan, lookups, catalog));
    }
  }
}
