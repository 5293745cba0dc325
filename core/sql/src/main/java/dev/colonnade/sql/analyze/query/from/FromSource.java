package dev.colonnade.sql.analyze.query.from;

import static java.util.Objects.requireNonNull;

import dev.colonnade.sql.analyze.scope.NamespaceItem;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import dev.colonnade.sql.logical.LogicalPlan;
import java.util.List;

/**
 * Analyzed item of FROM.
 *
 * @param relation columns of the item itself, which a join around it merges
 * @param namespace relations that the item makes visible
 */
record FromSource(LogicalPlan plan, ScopeRelation relation, List<NamespaceItem> namespace) {
  FromSource {
    requireNonNull(plan, "plan is null");
    requireNonNull(relation, "relation is null");
    namespace = List.copyOf(namespace);
  }

  static FromSource of(LogicalPlan plan, ScopeRelation relation) {
    return new FromSource(plan, relation, List.of(NamespaceItem.visible(relation)));
  }
}
