package dev.colonnade.catalog.restore;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.CatalogSnapshot;
import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.CommentTarget;
import dev.colonnade.catalog.name.DatabaseEntry;
import dev.colonnade.catalog.name.SettingScope;
import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.RowPolicy;
import dev.colonnade.catalog.privilege.RowSecurity;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Copies of owners, privileges, policies, comments and settings. One thread. */
final class CopiedAccess {
  private final CatalogSnapshot source;
  private final CopiedIds ids;

  CopiedAccess(CatalogSnapshot source, CopiedIds ids) {
    this.source = source;
    this.ids = ids;
  }

  /** Adds what belongs to the objects that are copied. */
  void addTo(CatalogEdit edit, DatabaseEntry database) {
    requireRoles(database);
    addAccess(edit);
    source.defaultAcls().forEach((key, acl) -> addDefault(edit, key, acl));
    source
        .rowSecurity()
        .forEach(
            (tableId, security) -> {
              if (ids.has(tableId)) {
                edit.changeRowSecurity(ids.of(tableId), copyOf(security));
              }
            });
    source
        .comments()
        .forEach(
            (target, text) -> {
              if (ids.has(target.objectId())) {
                edit.comment(
                    new CommentTarget(ids.of(target.objectId()), target.columnId(), target.part()),
                    text);
              }
            });
    source
        .settings()
        .forEach(
            (scope, settings) -> {
              if (scope.databaseId() == database.id()) {
                edit.changeSettings(
                    new SettingScope(ids.of(scope.databaseId()), ids.role(scope.roleId())),
                    settings);
              }
            });
  }

  /** Throws UNKNOWN_OBJECT, with the names of all roles that are missing. */
  private void requireRoles(DatabaseEntry database) {
    Set<Integer> required = new HashSet<>();
    source
        .accessEntries()
        .forEach(
            (id, access) -> {
              if (ids.has(id)) {
                required.add(access.ownerId());
                addRoles(required, access.acl());
                access.columns().values().forEach(acl -> addRoles(required, acl));
              }
            });
    source
        .defaultAcls()
        .forEach(
            (key, acl) -> {
              if (ids.has(key.scopeId())) {
                required.add(key.roleId());
                addRoles(required, acl);
              }
            });
    source
        .rowSecurity()
        .forEach(
            (tableId, security) -> {
              if (ids.has(tableId)) {
                security.policies().forEach(policy -> required.addAll(policy.roleIds()));
              }
            });
    for (SettingScope scope : source.settings().keySet()) {
      if (scope.databaseId() == database.id()) {
        required.add(scope.roleId());
      }
    }
    ids.requireRoles(required.stream().sorted().toList());
  }

  private static void addRoles(Set<Integer> roles, @Nullable Acl acl) {
    if (acl != null) {
      acl.items()
          .forEach(
              item -> {
                roles.add(item.granteeId());
                roles.add(item.grantorId());
              });
    }
  }

  /** Gives the copies the privileges of the objects instead of those of new objects. */
  private void addAccess(CatalogEdit edit) {
    Set<Integer> created = new HashSet<>(edit.snapshot().accessEntries().keySet());
    for (int before : ids.copied()) {
      ObjectAccess access = source.accessEntries().get(before);
      int after = ids.of(before);
      if (access != null) {
        edit.changeAccess(after, copyOf(access));
      } else if (created.contains(after)) {
        edit.changeAccess(after, new ObjectAccess(BuiltIns.BOOTSTRAP_ID));
      }
    }
  }

  private ObjectAccess copyOf(ObjectAccess access) {
    Map<Integer, Acl> columns = new HashMap<>();
    access.columns().forEach((column, acl) -> columns.put(column, acl.withRoles(ids::role)));
    Acl acl = access.acl();
    return new ObjectAccess(
        ids.role(access.ownerId()), acl == null ? null : acl.withRoles(ids::role), columns);
  }

  private void addDefault(CatalogEdit edit, DefaultAclKey key, Acl acl) {
    if (ids.has(key.scopeId())) {
      edit.changeDefaultAcl(
          new DefaultAclKey(ids.role(key.roleId()), ids.of(key.scopeId()), key.kind()),
          acl.withRoles(ids::role));
    }
  }

  private RowSecurity copyOf(RowSecurity security) {
    return new RowSecurity(
        security.isEnabled(),
        security.isForced(),
        security.policies().stream().map(this::copyOf).toList());
  }

  private RowPolicy copyOf(RowPolicy policy) {
    return policy.withRoles(policy.roleIds().stream().map(ids::role).toList());
  }
}
