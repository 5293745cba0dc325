package dev.colonnade.sql.definition.privilege;

import static java.util.Objects.requireNonNull;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.ObjectAccess;
import dev.colonnade.catalog.privilege.Privilege;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.sql.privilege.PrivilegeChecks;
import dev.colonnade.sql.statement.Notices;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Changes of the privileges of objects by one GRANT or REVOKE, by the rules of PostgreSQL's {@code
 * aclchk.c}.
 */
final class ObjectGrants {
  private static final String NOT_GRANTED = "01007";
  private static final String NOT_REVOKED = "01006";

  private final CatalogEdit edit;
  private final RolePrivileges user;
  private final PrivilegeDefinition.Mode mode;
  private final List<Integer> granteeIds;
  private final Notices notices;

  ObjectGrants(
      CatalogEdit edit,
      RolePrivileges user,
      PrivilegeDefinition.Mode mode,
      List<Integer> granteeIds,
      Notices notices) {
    this.edit = requireNonNull(edit, "edit is null");
    this.user = user.in(edit.snapshot());
    this.mode = requireNonNull(mode, "mode is null");
    this.granteeIds = List.copyOf(granteeIds);
    this.notices = requireNonNull(notices, "notices is null");
  }

  /** Role that grants, and the privileges that it may grant. */
  private record Grantor(int roleId, int options) {}

  /** Changes the privileges of an object; ALL stands for all of its kind. */
  void change(GrantTarget target, List<PrivilegeDefinition.Privilege> privileges) {
    int ofObject = 0;
    boolean isAll = false;
    for (PrivilegeDefinition.Privilege privilege : privileges) {
      if (privilege.columns().isEmpty()) {
        isAll |= privilege.name() == null;
        ofObject |= mask(target.kind(), privilege.name());
      }
    }
    if (ofObject != 0) {
      changeObject(target, ofObject, isAll);
    }
    Map<String, Integer> columns = target.columnIds();
    for (PrivilegeDefinition.Privilege privilege : privileges) {
      for (String name : privilege.columns()) {
        changeColumn(
            target,
            name,
            requireNonNull(columns.get(name), "column is null"),
            mask(SecuredKind.COLUMN, privilege.name()),
            privilege.name() == null);
      }
    }
  }

  static int mask(SecuredKind kind, @Nullable String name) {
    if (name == null) {
      return kind.all();
    }
    Privilege privilege = requireNonNull(Privilege.find(name), "privilege is null");
    return privilege.bit() & kind.all();
  }

  private void changeObject(GrantTarget target, int privileges, boolean isAll) {
    ObjectAccess access = edit.snapshot().access(target.id());
    Acl acl = access.effective(target.kind());
    Grantor grantor = grantor(acl, access.ownerId(), privileges);
    int available = grantor.options() & target.kind().all();
    boolean hasAny = available != 0 || acl.privileges(user::hasRole) != 0;
    if (!hasAny && target.kind() == SecuredKind.TABLE) {
      hasAny =
          access.columns().values().stream()
              .anyMatch(column -> column.privileges(user::hasRole) != 0);
    }
    if (!hasAny) {
      throw PrivilegeChecks.denied(target.word(), target.name());
    }
    int effective = privileges & available;
    warn(effective, privileges, isAll, target.name());
    if (effective == 0) {
      return;
    }
    ObjectAccess changed = access.with(changed(acl, grantor.roleId(), effective, access.ownerId()));
    int ofColumns = effective & SecuredKind.COLUMN.all();
    if (!mode.grant() && target.kind() == SecuredKind.TABLE && ofColumns != 0) {
      for (Map.Entry<Integer, Acl> column : access.columns().entrySet()) {
        changed =
            changed.withColumn(
                column.getKey(),
                changed(column.getValue(), grantor.roleId(), ofColumns, access.ownerId()));
      }
    }
    put(target.id(), access, changed);
  }

  private void changeColumn(
      GrantTarget target, String name, int columnId, int privileges, boolean isAll) {
    ObjectAccess access = edit.snapshot().access(target.id());
    Acl acl = access.column(columnId);
    Acl merged =
        new Acl(
            Stream.concat(acl.items().stream(), access.effective(target.kind()).items().stream())
                .toList());
    Grantor grantor = grantor(merged, access.ownerId(), privileges);
    int available = grantor.options() & SecuredKind.COLUMN.all();
    if (available == 0 && merged.privileges(user::hasRole) == 0) {
      throw PrivilegeChecks.denied(target.word(), target.name());
    }
    int effective = privileges & available;
    warnColumn(effective, privileges, isAll, name, target.name());
    if (effective != 0) {
      put(
          target.id(),
          access,
          access.withColumn(columnId, changed(acl, grantor.roleId(), effective, access.ownerId())));
    }
  }

  private void put(int objectId, ObjectAccess before, ObjectAccess after) {
    if (!before.equals(after)) {
      edit.changeAccess(objectId, after);
    }
  }

  /** Returns the owner if the user has its rights, or else the role that may grant the most. */
  private Grantor grantor(Acl acl, int ownerId, int needed) {
    if (user.hasRole(ownerId)) {
      return new Grantor(ownerId, -1);
    }
    Grantor best = new Grantor(user.roleId(), 0);
    for (int roleId : user.inheritedIds()) {
      int options = acl.options(id -> id == roleId, ownerId);
      if (Integer.bitCount(options & needed) > Integer.bitCount(best.options() & needed)
          || (roleId == user.roleId() && best.options() == 0)) {
        best = new Grantor(roleId, options);
      }
    }
    return best;
  }

  private Acl changed(Acl before, int grantorId, int privileges, int ownerId) {
    Acl acl = before;
    for (int granteeId : granteeIds) {
      boolean isOption = mode.grantOption();
      acl =
          mode.grant()
              ? acl.granted(
                  new Acl.Change(granteeId, grantorId, privileges, isOption ? privileges : 0),
                  ownerId)
              : acl.revoked(
                  new Acl.Change(granteeId, grantorId, isOption ? 0 : privileges, privileges),
                  ownerId,
                  mode.behavior() == DropBehavior.CASCADE);
    }
    return acl;
  }

  private void warn(int effective, int wanted, boolean isAll, String name) {
    if (effective == 0) {
      warn(
          mode.grant()
              ? "no privileges were granted for \"%s\"".formatted(name)
              : "no privileges could be revoked for \"%s\"".formatted(name));
    } else if (!isAll && effective != wanted) {
      warn(
          mode.grant()
              ? "not all privileges were granted for \"%s\"".formatted(name)
              : "not all privileges could be revoked for \"%s\"".formatted(name));
    }
  }

  private void warnColumn(
      int effective, int wanted, boolean isAll, String column, String relation) {
    String of = "column \"%s\" of relation \"%s\"".formatted(column, relation);
    if (effective == 0) {
      warn(
          mode.grant()
              ? "no privileges were granted for " + of
              : "no privileges could be revoked for " + of);
    } else if (!isAll && effective != wanted) {
      warn(
          mode.grant()
              ? "not all privileges were granted for " + of
              : "not all privileges could be revoked for " + of);
    }
  }

  private void warn(String message) {
    notices.warn(mode.grant() ? NOT_GRANTED : NOT_REVOKED, message);
  }
}
