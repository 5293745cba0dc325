package dev.colonnade.sql.analyze.query.from;

import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.scope.NamespaceItem;
import dev.colonnade.sql.analyze.scope.ScopeErrors;
import dev.colonnade.sql.analyze.scope.ScopeRelation;
import java.util.List;

/** Check that no two relations have one name. */
final class NameConflicts {
  private NameConflicts() {}

  /** Throws DUPLICATE_ALIAS if a name of one list is that of a relation in the other. */
  static void check(List<NamespaceItem> left, List<NamespaceItem> right) {
    for (NamespaceItem one : left) {
      for (NamespaceItem other : right) {
        if (one.isNameVisible() && other.isNameVisible()) {
          check(one.relation(), other.relation());
        }
      }
    }
  }

  private static void check(ScopeRelation one, ScopeRelation other) {
    boolean areOfSchemas =
        one.kind() == ScopeRelation.Kind.NAMED
            && other.kind() == ScopeRelation.Kind.NAMED
            && one.relationOid() != other.relationOid();
    if (one.name().equals(other.name()) && !one.name().isEmpty() && !areOfSchemas) {
      throw ScopeErrors.at(
          ErrorCode.DUPLICATE_ALIAS,
          "table name \"%s\" specified more than once".formatted(one.name()),
          -1);
    }
  }
}
