package dev.colonnade.sql.definition.privilege;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.NameScope;
import dev.colonnade.catalog.ObjectDrop;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.SchemaEntry;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.privilege.RowSecurity;
import dev.colonnade.catalog.relation.Relation;
import dev.colonnade.catalog.relation.SequenceEntry;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.definition.RoleDefinition;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import dev.colonnade.type.UserType;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** REASSIGN OWNED and DROP OWNED: all objects of roles in the current database. */
final class OwnedObjects {
  private final Execution execution;
  private final NameScope names;

  OwnedObjects(Execution execution) {
    this.execution = execution;
    this.names = execution.transaction().names();
  }

  /** Makes another role the owner. */
  void reassign(RoleDefinition.ReassignOwned node) {
    List<RoleEntry> roles = roles(node.roles(), "reassign objects");
    RoleEntry owner = RoleNames.require(execution.transaction(), node.owner());
    if (!names.privileges().hasRole(owner.id())) {
      throw new ColonnadeException(
          ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied to reassign objects");
    }
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              for (int id : ownedIds(edit.snapshot(), roles)) {
                Ownership.change(edit, id, owner.id());
              }
              return roles;
            });
  }

  /** Drops the objects, and revokes all privileges of the roles. */
  void drop(RoleDefinition.DropOwned node) {
    List<RoleEntry> roles = roles(node.roles(), "drop objects");
    for (RoleEntry role : roles) {
      if (role.id() == BuiltIns.BOOTSTRAP_ID || BuiltIns.isPredefined(role)) {
        throw new ColonnadeException(
            ErrorCode.DEPENDENT_OBJECTS,
            "cannot drop objects owned by role %s because they are required by the database system"
                .formatted(role.name()));
      }
    }
    boolean cascade = node.behavior() == DropBehavior.CASCADE;
    execution
        .transaction()
        .catalogChanges()
        .alter(
            edit -> {
              dropObjects(edit, roles, cascade);
              roles.forEach(role -> revoke(edit, role.id()));
              return roles;
            });
  }

  private List<RoleEntry> roles(List<RoleName> nodes, String what) {
    RolePrivileges user = names.privileges();
    List<RoleEntry> roles = new ArrayList<>();
    for (RoleName node : nodes) {
      RoleEntry role = RoleNames.require(execution.transaction(), node);
      if (!user.hasRole(role.id())) {
        throw new ColonnadeException(
            ErrorCode.INSUFFICIENT_PRIVILEGE, "permission denied to " + what);
      }
      roles.add(role);
    }
    return roles;
  }

  private List<Integer> ownedIds(CatalogSnapshot catalog, List<RoleEntry> roles) {
    List<Integer> ids = new ArrayList<>();
    for (Map.Entry<Integer, ObjectAccess> entry : catalog.accessEntries().entrySet()) {
      boolean isOwned = roles.stream().anyMatch(role -> role.id() == entry.getValue().ownerId());
      if (isOwned && isHere(catalog, entry.getKey())) {
        ids.add(entry.getKey());
      }
    }
    return ids;
  }

  /** Returns whether an object is one of the current database, or a database. */
  private boolean isHere(CatalogSnapshot catalog, int id) {
    if (catalog.findDatabase(id) != null) {
      return true;
    }
    Relation relation = catalog.findRelation(id);
    var type = catalog.findNamedType(id);
    int schemaId =
        relation != null ? relation.schemaId() : type != null ? type.getKey().schemaId() : id;
    SchemaEntry schema = catalog.findSchema(schemaId);
    return schema != null && schema.databaseId() == names.database().id();
  }

  private void dropObjects(CatalogEdit edit, List<RoleEntry> roles, boolean cascade) {
    List<Relation> relations = new ArrayList<>();
    List<UserType> types = new ArrayList<>();
    List<SchemaEntry> schemas = new ArrayList<>();
    CatalogSnapshot catalog = edit.snapshot();
    for (int id : ownedIds(catalog, roles)) {
      Relation relation = catalog.findRelation(id);
      var type = catalog.findNamedType(id);
      SchemaEntry schema = catalog.findSchema(id);
      if (relation != null) {
        boolean isPart = relation instanceof SequenceEntry sequence && sequence.owner() != null;
        if (!isPart) {
          relations.add(relation);
        }
      } else if (type != null) {
        types.add(type.getValue());
      } else if (schema != null) {
        schemas.add(schema);
      }
    }
    new ObjectDrop(edit, cascade).dropRelations(relations);
    new ObjectDrop(edit, cascade)
        .dropTypes(
            types.stream()
                .filter(type -> edit.snapshot().findNamedType(type.id()) != null)
                .toList());
    new ObjectDrop(edit, cascade).dropSchemas(schemas);
  }

  private void revoke(CatalogEdit edit, int roleId) {
    for (Map.Entry<Integer, ObjectAccess> entry :
        Map.copyOf(edit.snapshot().accessEntries()).entrySet()) {
      if (entry.getValue().mentions(roleId) && isHere(edit.snapshot(), entry.getKey())) {
        ObjectAccess access = entry.getValue();
        boolean isOwner = access.ownerId() == roleId;
        if (!isOwner) {
          edit.changeAccess(entry.getKey(), access.without(roleId));
        }
      }
    }
    for (DefaultAclKey key : List.copyOf(edit.snapshot().defaultAcls().keySet())) {
      var acl = edit.snapshot().defaultAcls().get(key);
      boolean isOfOtherDatabase =
          edit.snapshot().findDatabase(key.scopeId()) == null
              ? edit.snapshot().findSchema(key.scopeId()) != null
                  && !isHere(edit.snapshot(), key.scopeId())
              : key.scopeId() != names.database().id();
      if (isOfOtherDatabase) {
        continue;
      }
      if (key.roleId() == roleId) {
        edit.changeDefaultAcl(key, null);
      } else if (acl != null && acl.mentions(roleId)) {
        edit.changeDefaultAcl(key, acl.without(roleId));
      }
    }
    Map.copyOf(edit.snapshot().rowSecurity())
        .forEach((tableId, security) -> edit.changeRowSecurity(tableId, without(security, roleId)));
  }

  /** Returns row-level security whose policies do not name a role. */
  private static RowSecurity without(RowSecurity security, int roleId) {
    List<RowPolicy> policies = new ArrayList<>();
    for (RowPolicy policy : security.policies()) {
      List<Integer> roles = policy.roleIds().stream().filter(id -> id != roleId).toList();
      if (!roles.isEmpty()) {
        policies.add(policy.withRoles(roles));
      }
    }
    return new RowSecurity(security.isEnabled(), security.isForced(), policies);
  }
}
