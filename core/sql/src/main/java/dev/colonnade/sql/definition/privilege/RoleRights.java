package dev.colonnade.sql.definition.privilege;

import dev.colonnade.catalog.name.BuiltIns;
import dev.colonnade.catalog.name.RoleEntry;
import dev.colonnade.catalog.privilege.RolePrivileges;
import dev.colonnade.error.ColonnadeException;
import dev.colonnade.error.ErrorCode;
import dev.colonnade.error.ErrorFields;
import org.jspecify.annotations.Nullable;

/**
 * Rights to create, change and drop roles, with PostgreSQL's errors.
 *
 * @param user whose rights they are
 */
record RoleRights(RolePrivileges user) {
  /** Throws INSUFFICIENT_PRIVILEGE if the user may not create a role with some attributes. */
  void requireCreation(RoleAttributes attributes) {
    if (user.isSuperuser()) {
      return;
    }
    if (isTrue(attributes.superuser())) {
      throw denied("must be superuser to create superusers");
    }
    if (isTrue(attributes.replication())) {
      throw denied("must be superuser to create replication users");
    }
    if (isTrue(attributes.bypassesRowSecurity())) {
      throw denied("must be superuser to create bypassrls users");
    }
    if (!user.mayCreateRoles()) {
      throw denied("permission denied to create role");
    }
  }

  private static boolean isTrue(@Nullable Boolean value) {
    return value != null && value;
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not change some attributes of a role. */
  void requireChange(RoleEntry role, RoleAttributes attributes, boolean hasMembers) {
    requireNotReserved(role, "Cannot alter reserved roles.");
    if (user.isSuperuser()) {
      return;
    }
    if (attributes.superuser() != null || role.isSuperuser()) {
      throw denied("must be superuser to alter superuser roles or change superuser attribute");
    }
    if (attributes.replication() != null || role.options().replicates()) {
      throw denied("must be superuser to alter replication roles or change replication attribute");
    }
    if (attributes.bypassesRowSecurity() != null) {
      throw denied("must be superuser to change bypassrls attribute");
    }
    boolean isOwnPassword =
        role.id() == user.roleId() && attributes.isPasswordOnly() && !hasMembers;
    if (!user.mayCreateRoles() && !isOwnPassword) {
      throw denied("permission denied");
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may drop no role. */
  void requireDrop() {
    if (!user.mayCreateRoles()) {
      throw denied("permission denied to drop role");
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not drop a role. */
  void requireDrop(RoleEntry role) {
    if (BuiltIns.isPredefined(role) || role.id() == BuiltIns.BOOTSTRAP_ID) {
      throw new ColonnadeException(
          ErrorCode.DEPENDENT_OBJECTS,
          "cannot drop role %s because it is required by the database system"
              .formatted(role.name()));
    }
    if (role.isSuperuser() && !user.isSuperuser()) {
      throw denied("must be superuser to drop superusers");
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user may not rename a role. */
  void requireRename(RoleEntry role) {
    requireNotReserved(role, "Role names starting with \"pg_\" are reserved.");
    if (role.isSuperuser() && !user.isSuperuser()) {
      throw denied("must be superuser to rename superusers");
    }
    if (!user.mayCreateRoles()) {
      throw denied("permission denied to rename role");
    }
  }

  /**
   * Throws INSUFFICIENT_PRIVILEGE if the user may not grant a role to others or revoke it.
   *
   * @param isAdmin whether the user has the role with the admin option
   */
  void requireGrant(RoleEntry role, boolean isAdmin) {
    if (role.id() == BuiltIns.DATABASE_OWNER_ID) {
      throw new ColonnadeException(
          ErrorCode.INVALID_GRANT,
          "role \"%s\" cannot have explicit members".formatted(role.name()));
    }
    if (role.isSuperuser() && !user.isSuperuser()) {
      throw denied("must be superuser to alter superusers");
    }
    if (!user.mayCreateRoles() && !isAdmin) {
      throw denied("must have admin option on role \"%s\"".formatted(role.name()));
    }
  }

  /** Throws INSUFFICIENT_PRIVILEGE if the user is not a member of a role. */
  void requireMember(RoleEntry role) {
    if (!user.isMember(role.id())) {
      throw denied("must be member of role \"%s\"".formatted(role.name()));
    }
  }

  private static void requireNotReserved(RoleEntry role, String detail) {
    if (BuiltIns.isPredefined(role)) {
      throw new ColonnadeException(
          ErrorCode.RESERVED_NAME,
          "role name \"%s\" is reserved".formatted(role.name()),
          ErrorFields.NONE.withDetail(detail));
    }
  }

  private static ColonnadeException denied(String message) {
    return new ColonnadeException(ErrorCode.INSUFFICIENT_PRIVILEGE, message);
  }
}
