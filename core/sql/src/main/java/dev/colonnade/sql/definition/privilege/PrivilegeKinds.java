package dev.colonnade.sql.definition.privilege;

import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.syntax.definition.ObjectKind;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition.Privilege;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Privileges of a kind of objects.
 *
 * @param objects the kind in messages
 */
record PrivilegeKinds(String objects, Set<String> privileges) {
  private static final Set<String> ALL =
      Set.of(
          "select",
          "insert",
          "update",
          "delete",
          "truncate",
          "references",
          "trigger",
          "usage",
          "create",
          "temporary",
          "temp",
          "connect",
          "execute",
          "set",
          "alter system");

  /** Privileges of tables; those of sequences can be granted by the same statement. */
  static final PrivilegeKinds RELATION =
      new PrivilegeKinds(
          "relation",
          Set.of(
              "select",
              "insert",
              "update",
              "delete",
              "truncate",
              "references",
              "trigger",
              "usage"));

  static final PrivilegeKinds TABLE =
      new PrivilegeKinds(
          "table",
          Set.of("select", "insert", "update", "delete", "truncate", "references", "trigger"));

  static final PrivilegeKinds COLUMN =
      new PrivilegeKinds("column", Set.of("select", "insert", "update", "references"));

  static final PrivilegeKinds SEQUENCE =
      new PrivilegeKinds("sequence", Set.of("usage", "select", "update"));

  static final PrivilegeKinds SCHEMA = new PrivilegeKinds("schema", Set.of("create", "usage"));

  static final PrivilegeKinds FUNCTION = new PrivilegeKinds("function", Set.of("execute"));

  static final PrivilegeKinds TYPE = new PrivilegeKinds("type", Set.of("usage"));

  PrivilegeKinds {
    privileges = Set.copyOf(privileges);
  }

  /** Returns the privileges of a kind of objects. */
  static PrivilegeKinds of(ObjectKind kind) {
    return switch (kind) {
      case SEQUENCE -> SEQUENCE;
      case SCHEMA -> SCHEMA;
      case FUNCTION -> FUNCTION;
      case PROCEDURE, ROUTINE -> new PrivilegeKinds(kind.description(), FUNCTION.privileges);
      case TYPE -> TYPE;
      case DOMAIN -> new PrivilegeKinds("domain", TYPE.privileges);
      case DATABASE ->
          new PrivilegeKinds("database", Set.of("create", "temporary", "temp", "connect"));
      case LANGUAGE -> new PrivilegeKinds("language", Set.of("usage"));
      case LARGE_OBJECT -> new PrivilegeKinds("large object", Set.of("select", "update"));
      case TABLESPACE -> new PrivilegeKinds("tablespace", Set.of("create"));
      case FOREIGN_DATA_WRAPPER -> new PrivilegeKinds("foreign-data wrapper", Set.of("usage"));
      case SERVER -> new PrivilegeKinds("foreign server", Set.of("usage"));
      case PARAMETER -> new PrivilegeKinds("parameter", Set.of("set", "alter system"));
      default -> RELATION;
    };
  }

  /** Returns the privileges of a kind in ALTER DEFAULT PRIVILEGES. */
  static PrivilegeKinds ofPlural(String keyword) {
    return switch (keyword) {
      case "FUNCTIONS", "ROUTINES" -> FUNCTION;
      case "SEQUENCES" -> SEQUENCE;
      case "TYPES" -> TYPE;
      case "SCHEMAS" -> SCHEMA;
      default -> RELATION;
    };
  }

  /** Throws SYNTAX_ERROR or INVALID_GRANT if a privilege is none of these objects. */
  void requireAll(List<Privilege> required) {
    for (Privilege privilege : required) {
      String name = privilege.name();
      if (name == null) {
        continue;
      }
      if (!ALL.contains(name)) {
        throw new ColonnadeException(
            ErrorCode.SYNTAX_ERROR, "unrecognized privilege type \"%s\"".formatted(name));
      }
      if (!privileges.contains(name)) {
        throw new ColonnadeException(
            ErrorCode.INVALID_GRANT,
            "invalid privilege type %s for %s".formatted(name.toUpperCase(Locale.ROOT), objects));
      }
    }
  }
}
