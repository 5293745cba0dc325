package dev.colonnade.sql.system.object;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.function.PrivilegeQuery;
import dev.colonnade.sql.system.SystemOids;
import dev.colonnade.sql.system.object.SystemRelation.Attribute;
import dev.colonnade.sql.type.TypeKind;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Answers of the functions {@code has_table_privilege} and its relatives. */
final class PrivilegeQueries {
  private static final String WITH_OPTION = " WITH GRANT OPTION";

  private final SystemCatalogView view;
  private final NameScope scope;
  private final CatalogSnapshot catalog;
  private final NameResolver names;

  PrivilegeQueries(SystemCatalogView view, NameResolver names) {
    this.view = view;
    this.scope = view.source().scope();
    this.catalog = scope.catalog();
    this.names = names;
  }

  /** One of the privileges that a query asks for. */
  private record Asked(Privilege privilege, boolean isOption) {}

  /** Returns whether a role has one of some privileges; null if the object does not exist. */
  @Nullable Boolean test(PrivilegeQuery query) {
    RolePrivileges role = role(query.user());
    return switch (query.kind()) {
      case TABLE, ANY_COLUMN, COLUMN, SEQUENCE -> ofRelation(query, role);
      case ROW_SECURITY -> ofRowSecurity(query, role);
      case SCHEMA -> ofSchema(query, role);
      case DATABASE -> ofDatabase(query, role);
      case TYPE -> ofType(query, role);
      case FUNCTION, LANGUAGE -> !query.privileges().isEmpty();
      case OTHER -> role.isSuperuser();
    };
  }

  private RolePrivileges role(@Nullable String user) {
    if (user == null) {
      return scope.privileges();
    }
    RoleEntry role = catalog.findRole(user);
    if (role == null && ObjectPrivileges.isNumber(user)) {
      role =
          catalog.roles().stream()
              .filter(known -> Long.toString(SystemOids.role(known)).equals(user))
              .findFirst()
              .orElse(null);
    } else if (role == null && !user.equals("public")) {
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_OBJECT, "role \"%s\" does not exist".formatted(user));
    }
    int id = role == null ? 0 : role.id();
    return RolePrivileges.of(catalog, id, scope.database().id());
  }

  private boolean ofRowSecurity(PrivilegeQuery query, RolePrivileges role) {
    SystemRelation relation = relation(query);
    int id = relation == null ? -1 : ObjectPrivileges.idOf(relation);
    return id >= 0 && catalog.hidesRows(id, role);
  }

  private @Nullable SystemRelation relation(PrivilegeQuery query) {
    long oid =
        ObjectPrivileges.isNumber(query.object())
            ? Long.parseLong(query.object())
            : names.oidOf(TypeKind.REGCLASS, query.object());
    return view.objects().relation(oid);
  }

  private @Nullable Boolean ofRelation(PrivilegeQuery query, RolePrivileges role) {
    SystemRelation relation = relation(query);
    if (relation == null) {
      return null;
    }
    boolean isSequence = relation.kind() == SystemRelation.SEQUENCE;
    if (query.kind() == PrivilegeQuery.Kind.SEQUENCE && !isSequence) {
      throw new ColonnadeException(
          ErrorCode.WRONG_OBJECT_TYPE, "\"%s\" is not a sequence".formatted(relation.name()));
    }
    SecuredKind kind = isSequence ? SecuredKind.SEQUENCE : SecuredKind.TABLE;
    int column = 0;
    if (query.kind() == PrivilegeQuery.Kind.COLUMN) {
      column = column(relation, String.valueOf(query.column()));
      if (column == 0) {
        return null;
      }
    }
    SecuredKind allowed =
        switch (query.kind()) {
          case COLUMN, ANY_COLUMN -> SecuredKind.COLUMN;
          case SEQUENCE -> SecuredKind.SEQUENCE;
          default -> SecuredKind.TABLE;
        };
    boolean has = false;
    for (String word : query.privileges().split(",", -1)) {
      Asked asked = asked(word, allowed);
      has |= has(relation, kind, column, asked, role, query.kind());
    }
    return has;
  }

  private boolean has(
      SystemRelation relation,
      SecuredKind kind,
      int column,
      Asked asked,
      RolePrivileges role,
      PrivilegeQuery.Kind queried) {
    int id = ObjectPrivileges.idOf(relation);
    if (role.isSuperuser()) {
      return true;
    }
    if (id < 0) {
      return asked.privilege() == Privilege.SELECT
          && !asked.isOption()
          && view.objects().privileges().isReadable(relation);
    }
    int bit = asked.privilege().bit();
    if (((asked.isOption() ? role.options(kind, id) : role.mask(kind, id)) & bit) != 0) {
      return true;
    }
    return switch (queried) {
      case COLUMN -> (columnMask(role, id, column, asked) & bit) != 0;
      case ANY_COLUMN ->
          relation.attributes().stream()
              .anyMatch(attribute -> (columnMask(role, id, attribute.number(), asked) & bit) != 0);
      default -> false;
    };
  }

  private static int columnMask(RolePrivileges role, int id, int column, Asked asked) {
    return asked.isOption() ? role.columnOptions(id, column) : role.columnMask(id, column);
  }

  /** Returns the number of a column; 0 if there is none of the number. */
  private static int column(SystemRelation relation, String name) {
    for (Attribute attribute : relation.attributes()) {
      if (attribute.name().equals(name)) {
        return attribute.number();
      }
    }
    if (ObjectPrivileges.isNumber(name)) {
      return relation.ofAttnum(Integer.parseInt(name));
    }
    throw new ColonnadeException(
        ErrorCode.UNKNOWN_COLUMN,
        "column \"%s\" of relation \"%s\" does not exist".formatted(name, relation.name()));
  }

  private @Nullable Boolean ofSchema(PrivilegeQuery query, RolePrivileges role) {
    SystemRelation.Schema found = null;
    for (SystemRelation.Schema schema : view.objects().schemas()) {
      boolean isNamed =
          ObjectPrivileges.isNumber(query.object())
              ? Long.toString(schema.oid()).equals(query.object())
              : schema.name().equals(query.object());
      found = isNamed ? schema : found;
    }
    if (found == null) {
      if (ObjectPrivileges.isNumber(query.object())) {
        return null;
      }
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_SCHEMA, "schema \"%s\" does not exist".formatted(query.object()));
    }
    boolean has = false;
    for (String word : query.privileges().split(",", -1)) {
      Asked asked = asked(word, SecuredKind.SCHEMA);
      has |=
          found.isOfSystem()
              ? role.isSuperuser() || asked.privilege() == Privilege.USAGE
              : has(role, SecuredKind.SCHEMA, found.id(), asked);
    }
    return has || isOwnTemporary(found, query.user());
  }

  private boolean isOwnTemporary(SystemRelation.Schema schema, @Nullable String user) {
    SchemaEntry own = scope.temporarySchema();
    return user == null && own != null && own.id() == schema.id();
  }

  private @Nullable Boolean ofDatabase(PrivilegeQuery query, RolePrivileges role) {
    DatabaseEntry found =
        catalog.databases().stream()
            .filter(
                database ->
                    ObjectPrivileges.isNumber(query.object())
                        ? Long.toString(SystemOids.database(database)).equals(query.object())
                        : database.name().equals(query.object()))
            .findFirst()
            .orElse(null);
    if (found == null) {
      if (ObjectPrivileges.isNumber(query.object())) {
        return null;
      }
      throw new ColonnadeException(
          ErrorCode.UNKNOWN_DATABASE, "database \"%s\" does not exist".formatted(query.object()));
    }
    boolean has = false;
    for (String word : query.privileges().split(",", -1)) {
      has |= has(role, SecuredKind.DATABASE, found.id(), asked(word, SecuredKind.DATABASE));
    }
    return has;
  }

  private @Nullable Boolean ofType(PrivilegeQuery query, RolePrivileges role) {
    long oid =
        ObjectPrivileges.isNumber(query.object())
            ? Long.parseLong(query.object())
            : names.oidOf(TypeKind.REGTYPE, query.object());
    int id = SystemOids.idOf(oid);
    boolean has = false;
    for (String word : query.privileges().split(",", -1)) {
      Asked asked = asked(word, SecuredKind.TYPE);
      has |= id < 0 || has(role, SecuredKind.TYPE, id, asked);
    }
    return has;
  }

  private static boolean has(RolePrivileges role, SecuredKind kind, int id, Asked asked) {
    int mask = asked.isOption() ? role.options(kind, id) : role.mask(kind, id);
    return (mask & asked.privilege().bit()) != 0;
  }

  private static Asked asked(String word, SecuredKind kind) {
    String upper = word.strip().toUpperCase(Locale.ROOT);
    boolean isOption = upper.endsWith(WITH_OPTION);
    String name = isOption ? upper.substring(0, upper.length() - WITH_OPTION.length()) : upper;
    Privilege privilege = Privilege.find(name);
    if (privilege == null || (kind.all() & privilege.bit()) == 0) {
      throw new ColonnadeException(
          ErrorCode.INVALID_ARGUMENT,
          "unrecognized privilege type: \"%s\"".formatted(word.strip()));
    }
    return new Asked(privilege, isOption);
  }
}
