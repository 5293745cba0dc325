package dev.colonnade.sql.definition.index;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.syntax.Option;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.IndexDefinition;
import dev.colonnade.sql.syntax.query.Change;
import java.util.Set;

/** Clauses of CREATE INDEX that are accepted without an effect, or refused. */
final class IndexOptions {
  private static final Set<String> METHODS =
      Set.of("btree", "hash", "gin", "gist", "spgist", "brin");

  private static final Set<String> PARAMETERS =
      Set.of(
          "fillfactor",
          "deduplicate_items",
          "buffering",
          "fastupdate",
          "gin_pending_list_limit",
          "pages_per_range",
          "autosummarize");

  private static final Set<String> TABLESPACES = Set.of("pg_default", "pg_global");
  private static final Set<String> COLLATIONS = Set.of("C", "POSIX", "default", "ucs_basic");

  private IndexOptions() {}

  /** Throws if PostgreSQL or this database has no such index. */
  static void check(IndexDefinition.CreateIndex create) {
    String method = create.accessMethod() == null ? "btree" : create.accessMethod();
    if (!METHODS.contains(method)) {
      throw unknown("access method \"%s\" does not exist".formatted(method));
    }
    IndexDefinition.IndexClauses clauses = create.clauses();
    String tablespace = clauses.tablespace();
    if (tablespace != null && !TABLESPACES.contains(tablespace)) {
      throw unknown("tablespace \"%s\" does not exist".formatted(tablespace));
    }
    for (Option option : clauses.options()) {
      if (!PARAMETERS.contains(option.name())) {
        throw new ColonnadeException(
            ErrorCode.INVALID_ARGUMENT, "unrecognized parameter \"%s\"".formatted(option.name()));
      }
    }
    create.elements().forEach(element -> check(element, method));
  }

  private static void check(Change.IndexElement element, String method) {
    QualifiedName collation = element.order().collation();
    if (collation != null && !COLLATIONS.contains(collation.last())) {
      throw unknown(
          "collation \"%s\" for encoding \"UTF8\" does not exist".formatted(collation.dotted()));
    }
    QualifiedName operatorClass = element.order().operatorClass();
    if (operatorClass != null && !operatorClass.last().endsWith("_ops")) {
      throw unknown(
          "operator class \"%s\" does not exist for access method \"%s\""
              .formatted(operatorClass.dotted(), method));
    }
  }

  private static ColonnadeException unknown(String message) {
    return new ColonnadeException(ErrorCode.UNKNOWN_OBJECT, message);
  }
}
