package dev.colonnade.catalog.name;

import static java.util.Objects.requireNonNull;

import org.jspecify.annotations.Nullable;

/**
 * Catalog entry of a role (user).
 *
 * @param canLogin whether the role may open connections (LOGIN)
 * @param verifier SCRAM-SHA-256 verifier of the password in PostgreSQL's format; null if the role
 *     has no password
 */
public record RoleEntry(
    int id, String name, boolean canLogin, boolean isSuperuser, @Nullable String verifier) {
  public RoleEntry {
    requireNonNull(name, "name is null");
  }

  /** Returns the role with another name. */
  public RoleEntry withName(String other) {
    return new RoleEntry(id, other, canLogin, isSuperuser, verifier);
  }

  /** Returns the fields without the verifier, which must not appear in logs. */
  @Override
  public String toString() {
    return "RoleEntry[id=" + id + " name=" + name + " canLogin=" + canLogin + "]";
  }
}
