package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Catalog entry of a role (user).
 *
 * @param canLogin whether the role may open connections (LOGIN)
 * @param verifier SCRAM-SHA-256 verifier of the password in PostgreSQL's format; null if the role
 *     has no password
 * @param memberships memberships in other roles, at most one per role
 * @param options other attributes
 */
public record RoleEntry(
    int id,
    String name,
    boolean canLogin,
    boolean isSuperuser,
    @Nullable String verifier,
    List<RoleMembership> memberships,
    RoleOptions options) {
  public RoleEntry {
    requireNonNull(name, "name is null");
    requireNonNull(options, "options is null");
    memberships = List.copyOf(memberships);
  }

  /** Creates a role that is a member of no other one. */
  public RoleEntry(
      int id, String name, boolean canLogin, boolean isSuperuser, @Nullable String verifier) {
    this(id, name, canLogin, isSuperuser, verifier, List.of(), RoleOptions.DEFAULT);
  }

  /** Returns the role with another name. */
  public RoleEntry withName(String other) {
    return new RoleEntry(id, other, canLogin, isSuperuser, verifier, memberships, options);
  }

  /** Returns the membership in a role; null if there is none. */
  public @Nullable RoleMembership membership(int roleId) {
    return memberships.stream()
        .filter(membership -> membership.roleId() == roleId)
        .findFirst()
        .orElse(null);
  }

  /** Returns the role with a membership, which replaces one in the same role. */
  public RoleEntry with(RoleMembership membership) {
    List<RoleMembership> changed = new ArrayList<>(without(membership.roleId()).memberships());
    changed.add(membership);
    return new RoleEntry(id, name, canLogin, isSuperuser, verifier, changed, options);
  }

  /** Returns the role without the membership in another one. */
  public RoleEntry without(int roleId) {
    List<RoleMembership> others =
        memberships.stream().filter(membership -> membership.roleId() != roleId).toList();
    return new RoleEntry(id, name, canLogin, isSuperuser, verifier, others, options);
  }

  /** Returns the role with other attributes. */
  public RoleEntry with(RoleOptions other) {
    return new RoleEntry(id, name, canLogin, isSuperuser, verifier, memberships, other);
  }

  /** Returns the fields without the verifier, which must not appear in logs. */
  @Override
  public String toString() {
    return "RoleEntry[id=" + id + " name=" + name + " canLogin=" + canLogin + "]";
  }
}
