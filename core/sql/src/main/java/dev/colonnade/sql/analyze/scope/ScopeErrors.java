package dev.colonnade.sql.analyze.scope;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import org.jspecify.annotations.Nullable;

/** Errors of names, with PostgreSQL's texts. */
public final class ScopeErrors {
  private ScopeErrors() {}

  /** Returns an error at an offset from 0; -1 for none. */
  public static ColonnadeException at(ErrorCode code, String message, int position) {
    return new ColonnadeException(code, message, ErrorFields.at(position + 1));
  }

  /** Returns an error with a hint at an offset from 0; -1 for none. */
  public static ColonnadeException withHint(
      ErrorCode code, String message, String hint, int position) {
    return new ColonnadeException(code, message, ErrorFields.at(position + 1).withHint(hint));
  }

  static ColonnadeException notLateral(String name, int position) {
    return new ColonnadeException(
        ErrorCode.INVALID_COLUMN_REFERENCE,
        "invalid reference to FROM-clause entry for table \"%s\"".formatted(name),
        ErrorFields.at(position + 1)
            .withDetail("The combining JOIN type must be INNER or LEFT for a LATERAL reference."));
  }

  static ColonnadeException missingRelation(
      Scope scope, @Nullable String schema, String name, int position) {
    ScopeRelation hidden = hidden(scope, schema, name);
    if (hidden == null) {
      return at(
          ErrorCode.UNKNOWN_TABLE,
          "missing FROM-clause entry for table \"%s\"".formatted(name),
          position);
    }
    boolean isBadAlias =
        hidden.isAliased()
            && !hidden.name().equals(name)
            && hidden == scope.find(null, hidden.name(), position);
    return withHint(
        ErrorCode.UNKNOWN_TABLE,
        "invalid reference to FROM-clause entry for table \"%s\"".formatted(name),
        isBadAlias
            ? "Perhaps you meant to reference the table alias \"%s\".".formatted(hidden.name())
            : "There is an entry for table \"%s\", but it cannot be referenced from this part of"
                    .formatted(hidden.shownName())
                + " the query.",
        position);
  }

  /** Returns the relation that a name may mean although it is not visible; null for none. */
  private static @Nullable ScopeRelation hidden(
      Scope scope, @Nullable String schema, String name) {
    long oid =
        schema == null
            ? RelationNames.oidOf(scope.statement().names(), name)
            : RelationNames.oidOf(scope.statement().names(), schema, name);
    for (Scope next = scope; next != null; next = next.outer()) {
      for (ScopeRelation relation : next.definedRelations()) {
        if ((oid != 0 && relation.relationOid() == oid) || relation.name().equals(name)) {
          return relation;
        }
      }
    }
    return null;
  }

  static ColonnadeException missingColumn(
      Scope scope, @Nullable String relation, String name, int position) {
    String message =
        relation == null
            ? "column \"%s\" does not exist".formatted(name)
            : "column %s.%s does not exist".formatted(relation, name);
    String hint = new ColumnSuggestions(relation, name).hint(scope);
    return hint == null
        ? at(ErrorCode.UNKNOWN_COLUMN, message, position)
        : withHint(ErrorCode.UNKNOWN_COLUMN, message, hint, position);
  }
}
