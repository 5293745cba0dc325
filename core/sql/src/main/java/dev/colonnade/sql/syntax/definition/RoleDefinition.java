package dev.colonnade.sql.syntax.definition;

import dev.colonnade.sql.syntax.DropBehavior;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Statement about a role. */
public sealed interface RoleDefinition extends Definition {
  /** Kind of role's name. */
  enum RoleKind {
    NAMED,
    PUBLIC,
    CURRENT_ROLE,
    CURRENT_USER,
    SESSION_USER
  }

  /** Role by its name or by its relation to the session. */
  record RoleName(RoleKind kind, String name, int position) {}

  /**
   * Option of a role.
   *
   * @param value text of the option; null for NULL and for options without a value
   * @param roles roles of IN ROLE, ROLE and ADMIN
   */
  record RoleOption(String name, @Nullable String value, List<RoleName> roles, int position) {}

  /** {@code CREATE ROLE}, {@code CREATE USER}, {@code CREATE GROUP}. */
  record CreateRole(String keyword, String name, List<RoleOption> options, int position)
      implements RoleDefinition {}

  /** {@code ALTER ROLE}. */
  record AlterRole(RoleName role, List<RoleOption> options, int position)
      implements RoleDefinition {}

  /** {@code ALTER GROUP}. */
  record AlterGroup(RoleName group, boolean added, List<RoleName> members, int position)
      implements RoleDefinition {}

  /** {@code ALTER ROLE SET}, {@code ALTER ROLE RESET}: the command as it is written. */
  record AlterRoleSetting(
      @Nullable RoleName role, @Nullable String database, String command, int position)
      implements RoleDefinition {}

  /** {@code DROP ROLE}. */
  record DropRole(List<RoleName> roles, boolean ifExists, int position) implements RoleDefinition {}

  /** {@code DROP OWNED}. */
  record DropOwned(List<RoleName> roles, DropBehavior behavior, int position)
      implements RoleDefinition {}

  /** {@code REASSIGN OWNED}. */
  record ReassignOwned(List<RoleName> roles, RoleName owner, int position)
      implements RoleDefinition {}
}
