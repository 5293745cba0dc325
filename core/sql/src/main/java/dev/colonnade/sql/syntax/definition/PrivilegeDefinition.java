package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.DropBehavior;
import dev.colonnade.sql.syntax.QualifiedName;
import dev.colonnade.sql.syntax.query.Expression;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement about privileges. */
public sealed interface PrivilegeDefinition extends Definition {
  /** Privilege, maybe of columns; the name is null for ALL. */
  record Privilege(@Nullable String name, List<String> columns, int position) {}

  /**
   * Objects of a grant.
   *
   * @param allInSchema whether the objects are all of this kind in schemas, which are listed
   */
  record Objects(ObjectKind kind, boolean allInSchema, List<ObjectDefinition.ObjectName> names) {}

  /** Direction of a grant, and its option. */
  record Mode(boolean grant, boolean grantOption, DropBehavior behavior) {}

  /** {@code GRANT}, {@code REVOKE} of privileges. */
  record Grant(
      Mode mode,
      List<Privilege> privileges,
      Objects objects,
      List<RoleDefinition.RoleName> grantees,
      RoleDefinition.@Nullable RoleName grantor,
      int position)
      implements PrivilegeDefinition {}

  /** {@code GRANT}, {@code REVOKE} of roles. */
  record GrantRole(
      Mode mode,
      List<Privilege> roles,
      List<RoleDefinition.RoleName> grantees,
      RoleDefinition.@Nullable RoleName grantor,
      int position)
      implements PrivilegeDefinition {}

  /**
   * Clauses of a policy.
   *
   * @param roles of TO; empty without the clause
   * @param using predicate of visible rows; null without the clause
   * @param check predicate of new rows; null without the clause
   */
  record PolicyClauses(
      List<RoleDefinition.RoleName> roles, @Nullable Expression using, @Nullable Expression check) {
    public PolicyClauses(
        List<RoleDefinition.RoleName> roles,
        @Nullable Expression using,
        @Nullable Expression check) {
      this.roles = List.copyOf(roles);
      this.using = using;
      this.check = check;
    }
  }

  /**
   * {@code CREATE POLICY}.
   *
   * @param command ALL or the name of a command
   */
  record CreatePolicy(
      String name,
      QualifiedName table,
      boolean isPermissive,
      String command,
      PolicyClauses clauses,
      int position)
      implements PrivilegeDefinition {}

  /** {@code ALTER POLICY}. */
  record AlterPolicy(String name, QualifiedName table, PolicyClauses clauses, int position)
      implements PrivilegeDefinition {}

  /** {@code ALTER DEFAULT PRIVILEGES}; kinds in the plural as written. */
  record DefaultPrivileges(
      List<String> schemas,
      List<RoleDefinition.RoleName> roles,
      Mode mode,
      List<Privilege> privileges,
      String objects,
      List<RoleDefinition.RoleName> grantees,
      int position)
      implements PrivilegeDefinition {}
}
