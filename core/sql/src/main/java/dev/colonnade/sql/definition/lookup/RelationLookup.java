package dev.colonnade.sql.definition.lookup;

import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.analyze.scope.RelationNames;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.QualifiedName;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Look-up of the relations that definitions name, with PostgreSQL's errors. */
public final class RelationLookup {
  /** Database, schema and name. */
  private static final int PARTS_MAX = 3;

  private RelationLookup() {}

  /**
   * Returns the relation; null if it does not exist, or its schema does not.
   *
   * @throws ColonnadeException INSUFFICIENT_PRIVILEGE if it is a table of the system catalog
   */
  public static @Nullable Relation find(NameScope names, QualifiedName name) {
    if (name.parts().size() > PARTS_MAX) {
      throw new ColonnadeException(
          ErrorCode.SYNTAX_ERROR,
          "improper relation name (too many dotted names): " + name.dotted());
    }
    Relation found = names.findRelation(name.parts());
    if (found == null) {
      refuseSystemTable(names, name);
    }
    return found;
  }

  /**
   * Returns the relation.
   *
   * @throws ColonnadeException UNKNOWN_SCHEMA if its schema does not exist, UNKNOWN_TABLE if it
   *     does not
   */
  public static Relation require(NameScope names, QualifiedName name) {
    Relation found = find(names, name);
    if (found == null) {
      requireSchema(names, name);
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_TABLE, "relation \"%s\" does not exist".formatted(textOf(name)));
    }
    return found;
  }

  /** Variant of {@link #require} that adds a notice and returns null with IF EXISTS. */
  public static @Nullable Relation find(Execution execution, QualifiedName name, boolean ifExists) {
    NameScope names = execution.transaction().names();
    Relation found = ifExists ? find(names, name) : require(names, name);
    if (found == null) {
      execution.notices().skipped("relation \"%s\" does not exist".formatted(name.last()));
    }
    return found;
  }

  /**
   * Throws UNKNOWN_SCHEMA if the name has a schema that does not exist, and returns otherwise. The
   * schemas of the system exist.
   */
  public static void requireSchema(NameScope names, QualifiedName name) {
    String missing = missingSchema(names, name);
    if (missing != null) {
      throw unknownSchema(missing);
    }
  }

  /** Returns the schema of a name if it does not exist; null if it does, or the name has none. */
  public static @Nullable String missingSchema(NameScope names, QualifiedName name) {
    List<String> parts = name.parts();
    if (parts.size() < 2) {
      return null;
    }
    String schema = parts.get(parts.size() - 2);
    return hasSchema(names, schema) ? null : schema;
  }

  /** Returns whether the database has a schema, or the system has. */
  public static boolean hasSchema(NameScope names, String schema) {
    return isOfSystem(schema)
        || schema.equals(SchemaEntry.TEMPORARY_ALIAS)
        || names.catalog().findSchema(names.database().id(), schema) != null;
  }

  /** Returns whether a schema is one of the system. */
  public static boolean isOfSystem(String schema) {
    return schema.equals("pg_catalog")
        || schema.equals("information_schema")
        || schema.equals("pg_toast");
  }

  /** Returns the error of a schema that does not exist. */
  public static ColonnadeException unknownSchema(String schema) {
    return new ColonnadeException(
        ErrorCode.UNKNOWN_SCHEMA, "schema \"%s\" does not exist".formatted(schema));
  }

  /** Returns a name without that of its database. */
  private static String textOf(QualifiedName name) {
    List<String> parts = name.parts();
    return String.join(".", parts.subList(Math.max(0, parts.size() - 2), parts.size()));
  }

  private static void refuseSystemTable(NameScope names, QualifiedName name) {
    if (RelationNames.systemTable(names, name.parts()) != null) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE,
          "permission denied: \"%s\" is a system catalog".formatted(name.last()));
    }
  }
}
