package dev.colonnade.sql.definition.privilege;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.privilege.Acl;
import dev.colonnade.catalog.privilege.DefaultAclKey;
import dev.colonnade.catalog.privilege.SecuredKind;
import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.definition.PrivilegeDefinition;
import java.util.List;

/** Changes of default privileges by ALTER DEFAULT PRIVILEGES. */
final class DefaultPrivilegeChanges {
  private final CatalogEdit edit;
  private final PrivilegeDefinition.DefaultPrivileges node;
  private final List<Integer> granteeIds;

  DefaultPrivilegeChanges(
      CatalogEdit edit, PrivilegeDefinition.DefaultPrivileges node, List<Integer> granteeIds) {
    this.edit = edit;
    this.node = node;
    this.granteeIds = List.copyOf(granteeIds);
  }

  /**
   * Changes the privileges of objects that a role will create.
   *
   * @param scopeId a schema, or a database for all of its schemas
   */
  void change(int roleId, int scopeId) {
    SecuredKind kind = kindOf(node.objects());
    DefaultAclKey key = new DefaultAclKey(roleId, scopeId, kind);
    boolean isOfSchema = edit.snapshot().findSchema(scopeId) != null;
    Acl acl =
        isOfSchema
            ? edit.snapshot().defaultAcls().getOrDefault(key, Acl.NONE)
            : edit.snapshot().defaultAcl(roleId, scopeId, kind);
    int privileges = 0;
    for (PrivilegeDefinition.Privilege privilege : node.privileges()) {
      privileges |= ObjectGrants.mask(kind, privilege.name());
    }
    for (int granteeId : granteeIds) {
      acl = changed(acl, granteeId, roleId, privileges);
    }
    edit.changeDefaultAcl(key, null);
    Acl standard = isOfSchema ? Acl.NONE : edit.snapshot().defaultAcl(roleId, scopeId, kind);
    if (!acl.equals(standard)) {
      edit.changeDefaultAcl(key, acl);
    }
  }

  private Acl changed(Acl acl, int granteeId, int roleId, int privileges) {
    boolean isOption = node.mode().grantOption();
    return node.mode().grant()
        ? acl.granted(
            new Acl.Change(granteeId, roleId, privileges, isOption ? privileges : 0), roleId)
        : acl.revoked(
            new Acl.Change(granteeId, roleId, isOption ? 0 : privileges, privileges),
            roleId,
            node.mode().behavior() == DropBehavior.CASCADE);
  }

  private static SecuredKind kindOf(String keyword) {
    return switch (keyword) {
      case "FUNCTIONS", "ROUTINES" -> SecuredKind.FUNCTION;
      case "SEQUENCES" -> SecuredKind.SEQUENCE;
      case "TYPES" -> SecuredKind.TYPE;
      case "SCHEMAS" -> SecuredKind.SCHEMA;
      default -> SecuredKind.TABLE;
    };
  }
}
