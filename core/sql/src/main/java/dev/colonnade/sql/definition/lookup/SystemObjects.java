package dev.colonnade.sql.definition.lookup;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.bind.StatementAnalysis;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.definition.ObjectDefinition.ObjectName;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import java.util.Set;

/** Look-up of objects of the kinds that no statement can create. */
public final class SystemObjects {
  /** Extension and language whose statements are built in. */
  public static final String PLPGSQL = "plpgsql";

  private static final Set<String> LANGUAGES = Set.of("internal", "c", "sql", PLPGSQL);
  private static final Set<String> ACCESS_METHODS =
      Set.of("heap", "btree", "hash", "gist", "gin", "spgist", "brin");
  private static final Set<String> COLLATIONS = Set.of("default", "C", "POSIX", "ucs_basic");
  private static final Set<String> TABLESPACES = Set.of("pg_default", "pg_global");

  private final StatementAnalysis analysis;

  /** Creates a look-up. */
  public SystemObjects(StatementAnalysis analysis) {
    this.analysis = requireNonNull(analysis, "analysis is null");
  }

  /**
   * Returns the text of an object in messages.
   *
   * @throws ColonnadeException with PostgreSQL's error if it does not exist
   */
  public String require(ObjectName object) {
    return switch (find(object)) {
      case ObjectState.Present(String text) -> text;
      case ObjectState.Missing(ColonnadeException error, _) -> throw error;
    };
  }

  /** Returns the state of an object. */
  public ObjectState find(ObjectName object) {
    String name = object.name().last();
    return switch (object.kind()) {
      case FUNCTION, PROCEDURE, ROUTINE, AGGREGATE -> new RoutineLookup(analysis).find(object);
      case OPERATOR -> new OperatorLookup(analysis).operator(object);
      case CAST -> new OperatorLookup(analysis).cast(object);
      case TRANSFORM -> transform(object);
      case TRIGGER, RULE, POLICY -> partOf(object);
      case OPERATOR_CLASS, OPERATOR_FAMILY -> ofAccessMethod(object);
      case EXTENSION -> oneOf(Set.of(PLPGSQL), "extension", name);
      case LANGUAGE -> oneOf(LANGUAGES, "language", name);
      case ACCESS_METHOD -> oneOf(ACCESS_METHODS, "access method", name);
      case TABLESPACE -> oneOf(TABLESPACES, "tablespace", name);
      case COLLATION -> collation(object.name());
      case USER_MAPPING ->
          ObjectState.missing("server \"%s\"".formatted(requireNonNull(object.table()).last()));
      case FOREIGN_DATA_WRAPPER ->
          ObjectState.missing("foreign-data wrapper \"%s\"".formatted(name));
      case LARGE_OBJECT -> ObjectState.missing("large object " + name);
      case STATISTICS -> inSchema(object.name(), "statistics object");
      case CONVERSION,
          TEXT_SEARCH_CONFIGURATION,
          TEXT_SEARCH_DICTIONARY,
          TEXT_SEARCH_PARSER,
          TEXT_SEARCH_TEMPLATE ->
          inSchema(object.name(), object.kind().description());
      default -> ObjectState.missing("%s \"%s\"".formatted(object.kind().description(), name));
    };
  }

  private static ObjectState oneOf(Set<String> known, String what, String name) {
    return known.contains(name)
        ? new ObjectState.Present(what + " " + name)
        : ObjectState.missing("%s \"%s\"".formatted(what, name));
  }

  private ObjectState inSchema(QualifiedName name, String what) {
    String schema = RelationLookup.missingSchema(analysis.names(), name);
    return schema == null
        ? ObjectState.missing("%s \"%s\"".formatted(what, name.dotted()))
        : ObjectState.missingSchema(schema);
  }

  private ObjectState collation(QualifiedName name) {
    String schema = RelationLookup.missingSchema(analysis.names(), name);
    if (schema != null) {
      return ObjectState.missingSchema(schema);
    }
    if (COLLATIONS.contains(name.last())) {
      return new ObjectState.Present("collation " + NameScope.quoted(name.last()));
    }
    return new ObjectState.Missing(
        new ColonnadeException(
            ErrorCode.UNKNOWN_OBJECT,
            "collation \"%s\" for encoding \"UTF8\" does not exist".formatted(name.dotted())),
        "collation \"%s\" does not exist".formatted(name.dotted()));
  }

  private static ObjectState ofAccessMethod(ObjectName object) {
    String method = requireNonNull(object.table()).last();
    return ACCESS_METHODS.contains(method)
        ? ObjectState.missing(
            ErrorCode.UNKNOWN_OBJECT,
            "%s \"%s\" does not exist for access method \"%s\""
                .formatted(object.kind().description(), object.name().dotted(), method))
        : ObjectState.missing("access method \"%s\"".formatted(method));
  }

  private ObjectState transform(ObjectName object) {
    ObjectState language = oneOf(LANGUAGES, "language", requireNonNull(object.table()).last());
    return language instanceof ObjectState.Missing
        ? language
        : new OperatorLookup(analysis).transform(object);
  }

  /** Returns the state of a trigger or rule, which no relation has, or a policy. */
  private ObjectState partOf(ObjectName object) {
    QualifiedName name = requireNonNull(object.table());
    Relation relation;
    try {
      relation = RelationLookup.require(analysis.names(), name);
    } catch (ColonnadeException e) {
      return new ObjectState.Missing(e, String.valueOf(e.getMessage()));
    }
    String kind = object.kind().description();
    String part = object.name().last();
    boolean isPresent =
        object.kind() == ObjectKind.POLICY
            && analysis.names().catalog().rowSecurity(relation.id()).find(part) != null;
    if (isPresent) {
      return new ObjectState.Present("policy %s on table %s".formatted(part, relation.name()));
    }
    String owner = object.kind() == ObjectKind.RULE ? "relation" : "table";
    return new ObjectState.Missing(
        new ColonnadeException(
            ErrorCode.UNKNOWN_OBJECT,
            "%s \"%s\" for %s \"%s\" does not exist".formatted(kind, part, owner, relation.name())),
        "%s \"%s\" for relation \"%s\" does not exist".formatted(kind, part, name.dotted()));
  }
}
