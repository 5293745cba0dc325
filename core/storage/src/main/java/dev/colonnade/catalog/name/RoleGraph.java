package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** Direct and indirect memberships of roles. Immutable. */
public final class RoleGraph {
  private final Map<Integer, RoleEntry> roles = new HashMap<>();

  public RoleGraph(Collection<RoleEntry> roles) {
    requireNonNull(roles, "roles is null").forEach(role -> this.roles.put(role.id(), role));
  }

  /**
   * Returns whether a role has the privileges of another one: it is the same, a member or a
   * superuser.
   */
  public boolean hasRole(RoleEntry member, RoleEntry role) {
    return member.isSuperuser() || isMember(member, role);
  }

  /** Returns whether a role is the other one or a member of it. */
  public boolean isMember(RoleEntry member, RoleEntry role) {
    return closure(member).contains(role.id());
  }

  /** Returns whether a role may grant another one to others. */
  public boolean isAdmin(RoleEntry member, RoleEntry role) {
    return member.isSuperuser()
        || closure(member).stream()
            .map(roles::get)
            .anyMatch(
                known ->
                    known != null
                        && known.memberships().stream()
                            .anyMatch(
                                membership ->
                                    membership.roleId() == role.id()
                                        && membership.hasAdminOption()));
  }

  /** Returns the ids of a role and of all roles that it belongs to. */
  private Set<Integer> closure(RoleEntry member) {
    Set<Integer> closure = new HashSet<>();
    Deque<RoleEntry> next = new ArrayDeque<>();
    next.add(member);
    while (!next.isEmpty()) {
      RoleEntry role = next.remove();
      if (closure.add(role.id())) {
        for (RoleMembership membership : role.memberships()) {
          RoleEntry group = roles.get(membership.roleId());
          if (group != null) {
            next.add(group);
          }
        }
      }
    }
    return closure;
  }
}
