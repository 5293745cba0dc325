package dev.colonnade.sql.definition.privilege;

import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Objects that depend on a role: those that it owns, and those that it has privileges on. */
final class RoleDependencies {
  private RoleDependencies() {}

  /** Throws DEPENDENT_OBJECTS if an object depends on a role that is to be dropped. */
  static void requireNone(RoleEntry role, CatalogSnapshot catalog, NameScope names) {
    List<String> found = new ArrayList<>();
    int others = 0;
    for (Map.Entry<Integer, ObjectAccess> entry : catalog.accessEntries().entrySet()) {
      ObjectAccess access = entry.getValue();
      boolean isOwner = access.ownerId() == role.id();
      if (!isOwner && !access.mentions(role.id())) {
        continue;
      }
      if (isInOtherDatabase(entry.getKey(), catalog, names)) {
        others++;
      } else {
        String text = textOf(entry.getKey(), catalog, names);
        found.add(isOwner ? "owner of " + text : "privileges for " + text);
      }
    }
    for (DefaultAclKey key : catalog.defaultAcls().keySet()) {
      boolean depends =
          key.roleId() == role.id() || catalog.defaultAcls().get(key).mentions(role.id());
      boolean isOfOtherDatabase =
          isInOtherDatabase(key.scopeId(), catalog, names)
              || (catalog.findDatabase(key.scopeId()) != null
                  && key.scopeId() != names.database().id());
      if (depends && isOfOtherDatabase) {
        others++;
      } else if (depends) {
        found.add(
            "owner of default privileges on new %ss belonging to role %s"
                .formatted(wordOf(key), nameOf(key.roleId(), catalog)));
      }
    }
    for (Map.Entry<Integer, RowSecurity> entry : catalog.rowSecurity().entrySet()) {
      entry.getValue().policies().stream()
          .filter(policy -> policy.roleIds().contains(role.id()))
          .forEach(
              policy ->
                  found.add(
                      "target of policy %s on %s"
                          .formatted(policy.name(), textOf(entry.getKey(), catalog, names))));
    }
    if (others > 0) {
      found.add("%d object%s in another database".formatted(others, others == 1 ? "" : "s"));
    }
    if (!found.isEmpty()) {
      throw new ColonnadeException(
          ErrorCode.DEPENDENT_OBJECTS,
          "role \"%s\" cannot be dropped because some objects depend on it".formatted(role.name()),
          ErrorFields.NONE.withDetail(String.join("\n", found)));
    }
  }

  private static boolean isInOtherDatabase(int id, CatalogSnapshot catalog, NameScope names) {
    Relation relation = catalog.findRelation(id);
    var type = catalog.findNamedType(id);
    SchemaEntry schema =
        relation != null
            ? catalog.findSchema(relation.schemaId())
            : type != null ? catalog.findSchema(type.getKey().schemaId()) : catalog.findSchema(id);
    return schema != null && schema.databaseId() != names.database().id();
  }

  private static String textOf(int id, CatalogSnapshot catalog, NameScope names) {
    Relation relation = catalog.findRelation(id);
    if (relation != null) {
      return relation.kind() + " " + names.in(catalog).nameOf(relation);
    }
    SchemaEntry schema = catalog.findSchema(id);
    if (schema != null) {
      return "schema " + NameScope.quoted(schema.name());
    }
    DatabaseEntry database = catalog.findDatabase(id);
    if (database != null) {
      return "database " + NameScope.quoted(database.name());
    }
    var type = catalog.findNamedType(id);
    return type == null ? "object " + id : "type " + NameScope.quoted(type.getKey().name());
  }

  private static String wordOf(DefaultAclKey key) {
    return switch (key.kind()) {
      case TABLE -> "relation";
      case SEQUENCE -> "sequence";
      case FUNCTION -> "function";
      case TYPE -> "type";
      default -> "schema";
    };
  }

  private static String nameOf(int roleId, CatalogSnapshot catalog) {
    RoleEntry role = catalog.findRole(roleId);
    return role == null ? Integer.toString(roleId) : role.name();
  }
}
