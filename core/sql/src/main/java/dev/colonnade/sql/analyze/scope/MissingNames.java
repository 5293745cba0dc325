package dev.colonnade.sql.analyze.scope;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import org.jspecify.annotations.Nullable;

/** Errors of names that nothing in a scope has, with hints at what they may mean. */
final class MissingNames {
  private MissingNames() {}

  static ColonnadeException missingRelation(
      KnownRelations scope, @Nullable String schema, String name, int position) {
    ScopeRelation hidden = hidden(scope, schema, name);
    if (hidden == null) {
      return ScopeErrors.at(
          ErrorCode.UNKNOWN_TABLE,
          "missing FROM-clause entry for table \"%s\"".formatted(name),
          position);
    }
    boolean isBadAlias =
        hidden.isAliased()
            && !hidden.name().equals(name)
            && isVisible(hidden, scope.find(null, hidden.name(), position));
    return ScopeErrors.withHint(
        ErrorCode.UNKNOWN_TABLE,
        "invalid reference to FROM-clause entry for table \"%s\"".formatted(name),
        isBadAlias
            ? "Perhaps you meant to reference the table alias \"%s\".".formatted(hidden.name())
            : "There is an entry for table \"%s\", but it cannot be referenced from this part of"
                    .formatted(hidden.shownName())
                + " the query.",
        position);
  }

  private static boolean isVisible(ScopeRelation hidden, @Nullable ScopeRelation found) {
    return found != null && found.columns().equals(hidden.columns());
  }

  /** Returns the relation that a name may mean although it is not visible; null for none. */
  private static @Nullable ScopeRelation hidden(
      KnownRelations scope, @Nullable String schema, String name) {
    long oid =
        schema == null
            ? RelationNames.oidOf(scope.statement().names(), name)
            : RelationNames.oidOf(scope.statement().names(), schema, name);
    for (KnownRelations next = scope; next != null; next = next.outer()) {
      for (ScopeRelation relation : next.definedRelations()) {
        if ((oid != 0 && relation.relationOid() == oid) || relation.name().equals(name)) {
          return relation;
        }
      }
    }
    return null;
  }

  static ColonnadeException missingColumn(
      KnownRelations scope, @Nullable String relation, String name, int position) {
    String message =
        relation == null
            ? "column \"%s\" does not exist".formatted(name)
            : "column %s.%s does not exist".formatted(relation, name);
    String hint = new ColumnSuggestions(relation, name).hint(scope);
    return hint == null
        ? ScopeErrors.at(ErrorCode.UNKNOWN_COLUMN, message, position)
        : ScopeErrors.withHint(ErrorCode.UNKNOWN_COLUMN, message, hint, position);
  }
}
