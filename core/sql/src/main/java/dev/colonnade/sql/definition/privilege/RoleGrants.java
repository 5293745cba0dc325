package dev.colonnade.sql.definition.privilege;

import dev.colonnade.catalog.CatalogEdit;
import dev.colonnade.catalog.NamespaceEdit;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.name.RoleGraph;
import dev.colonnade.catalog.name.RoleMembership;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.sql.access.StatementTransaction;
import dev.colonnade.sql.definition.lookup.RoleNames;
import dev.colonnade.sql.statement.Execution;
import dev.colonnade.sql.syntax.definition.RoleDefinition.RoleName;
import java.util.List;
import java.util.function.Function;

/** Changes of the memberships of roles in a catalog edit. */
final class RoleGrants {
  private static final String WARNING = "01000";

  private final CatalogEdit edit;
  private final StatementTransaction transaction;
  private final Execution execution;

  RoleGrants(CatalogEdit edit, Execution execution) {
    this.edit = edit;
    this.execution = execution;
    this.transaction = execution.transaction();
  }

  /** Grants a role to members. */
  void grant(String role, List<RoleName> members, boolean adminOption) {
    each(role, members, group -> member -> grant(group, member, adminOption));
  }

  /** Revokes a role, or only the option to grant it, from members. */
  void revoke(String role, List<RoleName> members, boolean onlyAdminOption) {
    each(role, members, group -> member -> revoke(group, member, onlyAdminOption));
  }

  private void each(
      String role,
      List<RoleName> members,
      Function<RoleEntry, Function<RoleEntry, RoleEntry>> change) {
    for (RoleName name : members) {
      RoleEntry group = RoleNames.require(edit.snapshot(), role);
      RolePrivileges user = transaction.names().privileges();
      RoleEntry own = user.role();
      new RoleRights(user)
          .requireGrant(
              group, own != null && new RoleGraph(edit.snapshot().roles()).isAdmin(own, group));
      String memberName =
          switch (name.kind()) {
            case NAMED, PUBLIC -> name.name();
            case CURRENT_ROLE, CURRENT_USER, SESSION_USER ->
                RoleNames.require(transaction, name).name();
          };
      RoleEntry member = RoleNames.require(edit.snapshot(), memberName);
      RoleEntry changed = change.apply(group).apply(member);
      if (!changed.equals(member)) {
        new NamespaceEdit(edit).changeRole(changed);
      }
    }
  }

  private RoleEntry grant(RoleEntry group, RoleEntry member, boolean adminOption) {
    if (new RoleGraph(edit.snapshot().roles()).isMember(group, member)) {
      throw new ColonnadeException(
          ErrorCode.INVALID_GRANT,
          "role \"%s\" is a member of role \"%s\"".formatted(group.name(), member.name()));
    }
    RoleMembership known = member.membership(group.id());
    if (known != null && (known.hasAdminOption() || !adminOption)) {
      execution
          .notices()
          .say(
              "role \"%s\" is already a member of role \"%s\""
                  .formatted(member.name(), group.name()));
      return member;
    }
    RoleEntry grantor = edit.snapshot().findRole(transaction.session().currentUser());
    return member.with(
        new RoleMembership(group.id(), grantor == null ? 0 : grantor.id(), adminOption));
  }

  private RoleEntry revoke(RoleEntry group, RoleEntry member, boolean onlyAdminOption) {
    RoleMembership known = member.membership(group.id());
    if (known == null) {
      execution
          .notices()
          .warn(
              WARNING,
              "role \"%s\" is not a member of role \"%s\"".formatted(member.name(), group.name()));
      return member;
    }
    return onlyAdminOption
        ? member.with(new RoleMembership(group.id(), known.grantorId(), false))
        : member.without(group.id());
  }
}
